// Break-beam for the toy's slot, lower half: the receiver's arm under the slot and the post beside it. It is stuck to
// the toy's front with foam tape. The receiver lies under the card and looks up and back into the toy: a card shades
// it, and neither sun nor lamp can look into it.

/* [Hidden] */
include <../measures.scad>
include <../shapes.scad>

depth = out + 8;

// The toy's front is x 0, the slot's lower edge z 0, its middle y 0.
module slot_base() {
    difference() {
        union() {
            translate([0, -11, -arm_h]) cube([depth, reach + 11, arm_h]);
            translate([0, reach - 1, -arm_h]) cube([post[1], post[0] + 1, arm_h + opening + 16 + arm_travel]);
        }
        translate([out, 0, 0]) rotate([0, -beam_tilt, 0]) light(40);
        // The arm is thinner where it only carries.
        translate([12, 11, -arm_h - 1]) cube([depth, reach + post[0], arm_h + 2]);
        // Long hole for the two screws; their nuts can't turn in the groove behind.
        translate([-1, reach + post[0] / 2, 0]) rotate([90, 0, 90]) {
            linear_extrude(post[1] + 2) slot([0, arm_screws[0] - arm_travel], [0, arm_screws[1] + arm_travel], m3);
            translate([-m3_nut / 2, arm_screws[0] - arm_travel - 4]) cube([m3_nut, arm_screws[1] - arm_screws[0] + 2 * arm_travel + 8, 1 + m3_nut_h + 0.5]);
        }
        // Cable tie for the wires.
        translate([0, 22, -arm_h / 2]) rotate([90, 0, 90]) linear_extrude(60, center = true) tie([0, 0], 90);
    }
}

// On the toy's side.
rotate([0, -90, 0]) slot_base();
