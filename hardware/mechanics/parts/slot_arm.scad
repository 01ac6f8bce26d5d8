// Break-beam for the toy's slot, upper half: the emitter's arm with the hood. Two screws hold it on the post of the
// lower half, where it can be moved up and down.

/* [Hood] */
// How far the hood stands out in front of the beam
hood = 18; // [0:1:30]

/* [Hidden] */
include <../measures.scad>
include <../shapes.scad>
use <slot_base.scad>

reach = slot_reach();
post = slot_post();
opening = slot_opening();
out = slot_out();
arm_h = 16;
arm_t = 8;

// In the lower half's frame.
module slot_arm() {
    top = opening + arm_h;
    exit = out - opening * tan(beam_tilt);       // where the beam leaves the emitter
    difference() {
        union() {
            // Along the post, then across to the slot's middle, in front of the post.
            translate([post[1], reach, opening]) cube([arm_t, post[0], 28]);
            translate([post[1], -11, opening]) cube([arm_t, reach + 11 + 1, arm_h]);
            translate([0.5, -11, opening]) cube([post[1] + 1, 22, arm_h]);
            // Hood: a roof and two sides, well above the cards.
            translate([post[1] + arm_t - 1, -17, opening + 3]) cube([hood + out - post[1] - arm_t + 1, 34, 2.4]);
            for (y = [-17, 14.6]) translate([post[1] + 1, y, opening]) cube([hood + out - post[1] - 1, 2.4, 5.4]);
            translate([post[1], -17, opening]) cube([arm_t, 34, 5.4]);
        }
        translate([exit, 0, opening]) rotate([0, -beam_tilt, 0]) mirror([0, 0, 1]) light(40);
        screws = slot_screws();
        for (z = screws) translate([0, reach + post[0] / 2, z]) rotate([0, 90, 0]) cylinder(d = m3, h = 40);
    }
}

translate([0, 0, 0]) rotate([0, 90, 0]) translate([-post[1] - arm_t, 0, 0]) slot_arm();
