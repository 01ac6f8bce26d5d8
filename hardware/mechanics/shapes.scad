// Shapes that parts share: holes, nuts, plates. Needs measures.scad in the same file.

// A 2D outline in (x, z), as thick as w, from y0 towards +y.
module along_y(y0, w) {
    translate([0, y0 + w, 0]) rotate([90, 0, 0]) linear_extrude(w) children();
}

// A hole or pin along y, through (x, z), from y0 towards +y.
module rod_y(at, d, y0, l) {
    translate([at[0], y0 + l, at[1]]) rotate([90, 0, 0]) cylinder(d = d, h = l);
}

// A slot for an M3 nut that a screw along y meets: the nut goes in from (x, z) in direction deg (0 is +x, 90 is +z).
module nut_slot_y(at, y, deg, l, h = m3_nut_h) {
    translate([at[0], y + h / 2, at[1]]) rotate([90, 0, 0]) linear_extrude(h) rotate(deg) union() {
        circle(d = m3_nut / cos(30), $fn = 6);
        translate([0, -m3_nut / 2]) square([l, m3_nut]);
    }
}

// Flat plate with round corners, from the origin.
module plate(size, r = 3) {
    linear_extrude(size[2]) translate([r, r]) offset(r) square([size[0] - 2 * r, size[1] - 2 * r]);
}

// A long hole from a to b (2D).
module slot(a, b, d) {
    hull() { translate(a) circle(d = d); translate(b) circle(d = d); }
}

// Two slots for one cable tie, round which the wires are tied (2D).
module tie(at, deg = 0) {
    translate(at) rotate(deg) for (y = [-3.5, 3.5]) translate([-2.2, y - 1]) square([4.4, 2]);
}

// Room for a light part that looks along +z from below: tunnel, body, flange and wires, ending wire mm below the mouth.
module light(wire) {
    translate([0, 0, -tunnel]) cylinder(d = aperture, h = tunnel + 2);
    translate([0, 0, -tunnel - led_l]) cylinder(d = led_body, h = led_l + eps);
    translate([0, 0, -wire]) cylinder(d = led_flange, h = wire - tunnel - led_l + 1);
}
