// Separator: its round nose leaves one card's way over the wheels, its slope fans the pile, the pad on the slope holds
// the second card back. It hangs on the knob's screw; two springs push it down.

/* [Pad] */
// Thickness of the rubber or cork strip that is glued onto the slope
pad_t = 1; // [0:0.1:2]
// Its width across the card
pad_w = 42; // [20:1:44]

/* [Hidden] */
include <../measures.scad>
include <../shapes.scad>

nose_r = 2;
half = 23;           // half its width
tongue = 2;          // on each side it runs in a groove
slab_x = 4.6;          // front of the lower part
head_x = 6;          // … and of the head
head_z = 11;
gate_top = 19;
slope_z = 9.5;

// The slope's line, a tangent from its top to the nose.
slope_from = [gate_x, slope_z];
to_nose = [gate_ahead, nose_z + nose_r] - slope_from;
slope_deg = atan2(to_nose[1], to_nose[0]) - asin(nose_r / norm(to_nose));
slope_l = sqrt(to_nose[0] * to_nose[0] + to_nose[1] * to_nose[1] - nose_r * nose_r);

function gate_screw_x() = 1.5;

assert(half + tongue + fit < inner_w / 2 - 2, "The separator is too wide for the launcher.");
assert(pad_t <= 2, "A pad thicker than 2 mm leaves too little of the separator.");
assert(nose_z < roof_z - 2, "The separator's nose would hang above the slot's roof.");

module gate() {
    difference() {
        union() {
            along_y(-half, 2 * half) hull() {
                translate([gate_ahead, nose_z + nose_r]) circle(nose_r, $fn = 48);
                translate([slab_x - 1, nose_z + nose_r]) square([1, 1]);
                translate([gate_x, slope_z]) square([slab_x - gate_x, head_z - slope_z + 1]);
            }
            translate([gate_x, -half, head_z]) cube([head_x - gate_x, 2 * half, gate_top - head_z]);
            translate([0.5, -half - tongue, roof_z + 0.5]) cube([slab_x - 0.5, 2 * (half + tongue), gate_top - roof_z - 0.5]);
        }
        along_y(-pad_w / 2, pad_w) translate(slope_from) rotate(slope_deg) translate([0.8, -1]) square([slope_l - 1.8, pad_t + 1]);
        translate([gate_screw_x(), 0, 7.5]) cylinder(d = m3, h = 20);
        // Lock nut, from the front.
        translate([gate_screw_x(), 0, 12.5]) linear_extrude(m3_lock_h) union() {
            circle(d = m3_nut / cos(30), $fn = 6);
            translate([0, -m3_nut / 2]) square([10, m3_nut]);
        }
        for (s = [-1, 1]) translate([gate_screw_x(), s * 15, gate_top - 6]) cylinder(d = spring_d + hole, h = 7);
    }
}

// Its room in the bridge. The step under the head is a slope there: it would hang in the air when printed.
module gate_room(ceiling_z) {
    low = head_z - 0.8;
    slab = slab_x + fit;
    head = head_x + fit;
    along_y(-half - fit, 2 * (half + fit)) polygon([
        [front_x - 1, roof_z - 1], [slab, roof_z - 1], [slab, low + slab - head], [head, low], [head, ceiling_z], [front_x - 1, ceiling_z],
    ]);
    translate([0.5 - fit, -half - tongue - fit, roof_z - 1]) cube([slab_x - 0.4 + 2 * fit, 2 * (half + tongue + fit), ceiling_z - roof_z + 0.9]);
}

// Upside down: the nose is the last layer.
translate([-gate_x, 0, gate_top]) rotate([180, 0, 0]) gate();
