// Break-beam for the toy's slot, lower half: the receiver's arm under the slot and the post beside it. It is stuck to
// the toy's front with foam tape. The receiver lies under the card and looks up and back into the toy: a card shades
// it, and neither sun nor lamp can look into it.

/* [Slot of the toy] */
// From the receiver's arm to the emitter's: the slot's height and 4 mm or more
opening = 16; // [10:1:36]
// From the slot's middle to the post: half the slot's width and 2 mm or more
reach = 36; // [30:1:50]
// The beam's distance from the toy's front
out = 10; // [9:0.5:16]

/* [Hidden] */
include <../measures.scad>
include <../shapes.scad>

arm_h = 16;
depth = out + 7;
post_w = 14;
post_t = 8;
adjust = 6;          // the emitter's arm can be moved by so much, up and down

assert(opening >= 10 && opening <= 36, "The arms' opening must be 10 to 36 mm: less catches cards, more is too far for the beam.");
assert(out - opening * tan(beam_tilt) > led_flange / 2 + 0.8, "With so wide an opening the tilted beam would run into the toy: raise out or lower beam_tilt.");
assert(reach >= card_w / 2 + 2, "The post would stand in the cards' way: raise reach.");

function slot_reach() = reach;
function slot_opening() = opening;
function slot_out() = out;
function slot_post() = [post_w, post_t];
function slot_screws() = [opening + 4, opening + 12];     // heights of the two screws

// The toy's front is x 0, the slot's lower edge z 0, its middle y 0.
module slot_base() {
    difference() {
        union() {
            translate([0, -11, -arm_h]) cube([depth, reach + 11, arm_h]);
            translate([0, reach - 1, -arm_h]) cube([post_t, post_w + 1, arm_h + opening + 16 + adjust]);
        }
        translate([out, 0, 0]) rotate([0, -beam_tilt, 0]) light(40);
        // The arm is thinner where it only carries.
        translate([12, 11, -arm_h - 1]) cube([depth, reach + post_w, arm_h + 2]);
        // Long hole for the two screws; their nuts can't turn in the groove behind.
        screws = slot_screws();
        translate([-1, reach + post_w / 2, 0]) rotate([90, 0, 90]) {
            linear_extrude(post_t + 2) slot([0, screws[0] - adjust], [0, screws[1] + adjust], m3);
            translate([-m3_nut / 2, screws[0] - adjust - 4]) cube([m3_nut, screws[1] - screws[0] + 2 * adjust + 8, 1 + m3_nut_h + 0.5]);
        }
        // Cable tie for the wires.
        translate([0, 22, -arm_h / 2]) rotate([90, 0, 90]) linear_extrude(60, center = true) tie([0, 0], 90);
    }
}

// On the toy's side.
rotate([0, -90, 0]) slot_base();
