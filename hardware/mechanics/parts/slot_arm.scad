// Break-beam for the toy's slot, upper half: the emitter's arm with the hood. Two screws hold it on the post of the
// lower half, where it can be moved up and down.

/* [Hood] */
// Width of the hood over the beam
hood_w = 34; // [24:1:60]

/* [Hidden] */
include <../measures.scad>
include <../shapes.scad>

arm_t = 8;
hood_t = 2.4;

assert(out + (opening + 3) * tan(view_deg - beam_tilt) < hood_x(), "The receiver looks out under the hood: make the tunnel longer, or tilt it more.");
assert(hood_w / 2 < reach - 2, "The hood would run into the post: lower hood_w.");

// Where the hood's front edge is.
function hood_x() = post[1] + arm_t + arm_h - 3 - hood_t;

// In the lower half's frame.
module slot_arm() {
    top = opening + arm_h;
    exit = out - opening * tan(beam_tilt);       // where the beam leaves the emitter
    front = post[1] + arm_t;
    edge = opening + 3;                          // the hood's front edge, well above the cards
    difference() {
        union() {
            // In front of the post, then across to the slot's middle.
            translate([post[1], -11, opening]) cube([arm_t, reach + 11 + post[0], arm_h]);
            translate([0.5, -11, opening]) cube([post[1] + 1, 22, arm_h]);
            translate([post[1], -hood_w / 2, opening]) cube([arm_t, hood_w, arm_h]);
            // Hood: a roof that falls under 45 degrees, and two sides.
            fall = hood_x() - front;
            along_y(-hood_w / 2, hood_w) polygon([[front - 1, top], [front, top], [front + fall, edge + hood_t], [front + fall, edge],
                [front + fall - 1, edge], [front - 1, top - hood_t * 1.4]]);
            for (y = [-hood_w / 2, hood_w / 2 - hood_t]) along_y(y, hood_t)
                polygon([[front - 1, top - 1], [front, top - 1], [front + fall, edge + 1], [front + fall, opening], [front - 1, opening]]);
        }
        translate([exit, 0, opening]) rotate([0, -beam_tilt, 0]) mirror([0, 0, 1]) light(40);
        for (z = arm_screws) translate([0, reach + post[0] / 2, z]) rotate([0, 90, 0]) cylinder(d = m3, h = 40);
    }
}

// Upside down.
rotate([180, 0, 0]) translate([0, 0, -opening - arm_h]) slot_arm();
