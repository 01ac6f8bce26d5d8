// A side wall: bearing, screws and the base's angle all lie in one flat print. The motor's cheek and the switch's cheek
// differ in a few holes.

/* [Cheek] */
// Which of the two
cheek = "motor"; // [motor, switch]

/* [Hidden] */
include <../measures.scad>
include <../shapes.scad>

// The base's top in the card's frame.
function ground(x) = (x * sin(floor_deg) - floor_h) / cos(floor_deg);

// From [x, z] on the table to the card's frame.
function tilted(at) = let(z = at[1] - floor_h)
    [at[0] * cos(floor_deg) - z * sin(floor_deg), at[0] * sin(floor_deg) + z * cos(floor_deg)];

assert(cheek == "motor" || cheek == "switch", "cheek is motor or switch.");

module cheek_outline() {
    polygon([
        [rear_x, ground(rear_x)], [exit_x, ground(exit_x)], [exit_x, roof_z + 5], [10, bridge_z - 4], [8, top_z],
        [lid_pivot[0], top_z], lid_pivot, [rear_x, lid_pivot[1]],
    ]);
    translate(lid_pivot) circle(4);
}

// Seen from outside, x the card's way; inside is at z 0.
module cheek_plate(which) {
    difference() {
        union() {
            linear_extrude(cheek_t) cheek_outline();
            translate([0, axle_z]) cylinder(r1 = 15, r2 = 14, h = boss_h);
        }
        // Bearing, pushed in from inside; the cone holds it.
        translate([0, axle_z, -eps]) cylinder(d = bearing_d + 0.1 + hole / 2, h = bearing_h + eps);
        translate([0, axle_z, bearing_h - eps]) cylinder(d1 = bearing_d, d2 = bearing_d - 6, h = 3 + 2 * eps);
        for (at = concat(deck_screws, back_screws, bridge_screws, [for (at = base_screws) tilted(at)]))
            translate([at[0], at[1], -1]) cylinder(d = m3, h = 20);
        translate([lid_pivot[0], lid_pivot[1], -1]) cylinder(d = m3_tap, h = 20);
        // To see how many cards are left, and a way for the wires.
        translate([0, 0, -1]) linear_extrude(20) {
            offset(6) translate([-72, 15]) square([44, 8]);
            offset(4) translate([-78, -40]) square([22, 12]);
        }
        // The emitter's wires leave here.
        translate([10.5, bridge_z - 4.5, -1]) cylinder(d = 5, h = 20);
        if (which == "motor") for (at = guard_screws) translate([at[0], at[1], -1]) cylinder(d = m3, h = 20);
        if (which == "switch") for (x = [-0.5, 0.5])
            translate([lid_switch[0] + x * switch_pitch, lid_switch[1], -1]) cylinder(d = m2_tap, h = 20);
    }
}

// The motor's is at +y, the switch's at -y.
module cheek(which) {
    if (which == "motor") translate([0, inner_w / 2, 0]) mirror([0, 1, 0]) rotate([90, 0, 0]) cheek_plate(which);
    else translate([0, -inner_w / 2, 0]) rotate([90, 0, 0]) cheek_plate(which);
}

// Inside down.
translate([-rear_x, 0, 0]) if (cheek == "motor") mirror([0, 1, 0]) cheek_plate(cheek); else cheek_plate(cheek);
