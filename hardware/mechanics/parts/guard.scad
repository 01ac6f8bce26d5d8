// Ring around the gears, between cheek and motor plate: it keeps fingers and hair out and the plate at its distance.

/* [Hidden] */
include <../measures.scad>
include <../shapes.scad>

// Outlines with the axle at the origin.
module guard_inside() {
    circle(r = 21.5);
    translate(pinion_at) circle(r = 7);
}

module guard_outside() {
    offset(wall) guard_inside();
    for (at = guard_screws) translate(at - [0, axle_z]) circle(r = 4.3);
}

module guard() {
    difference() {
        linear_extrude(guard_h) difference() { guard_outside(); guard_inside(); }
        for (at = guard_screws) translate([at[0], at[1] - axle_z, -1]) cylinder(d = m3, h = guard_h + 2);
    }
}

guard();
