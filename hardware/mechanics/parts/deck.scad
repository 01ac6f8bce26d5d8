// Floor of hopper and slot: the wheels look through it, the beam's receiver looks up through it. Seen in the card's
// frame. Nuts for the cheeks lie in its rails.

/* [Hopper switch] */
// Leave its slot out with false
has_switch = true;

/* [Hidden] */
include <../measures.scad>
include <../shapes.scad>
use <roller.scad>

rail_w = 8;
apron_z = -24;
tube = 18;      // the receiver's tube, wires' end included
deck_tilt = [0, -beam_tilt, 0];

assert(beam_ahead - led_flange / 2 - 1.6 > rubber_edge() + 1, "No room for the receiver in front of the roller: raise beam_ahead.");

// Where the roller's neck ends, seen from above.
function rubber_edge() = 7;

module rails() {
    for (s = [-1, 1], x = [[rear_x, -30], [28.6, exit_x]])
        translate([x[0], s > 0 ? inner_w / 2 - rail_w : -inner_w / 2, rail_z]) cube([x[1] - x[0], rail_w, -rail_z - 1]);
}

module deck() {
    difference() {
        union() {
            translate([rear_x, -inner_w / 2, -deck_t]) cube([exit_x - rear_x, inner_w, deck_t]);
            rails();
            // Apron: no finger comes to the wheels from the front.
            translate([exit_x - 2.4, -inner_w / 2, apron_z]) cube([2.4, inner_w, -apron_z - 1]);
            translate([beam_ahead, 0, 0]) rotate(deck_tilt) translate([0, 0, -tube])
                cylinder(d = led_flange + 3.2, h = tube - 1);
        }
        translate([0, 0, axle_z]) roller_room();
        translate([beam_ahead, 0, 0]) rotate(deck_tilt) light(tube + 1);
        for (at = deck_screws, s = [-1, 1]) {
            rod_y(at, m3, s > 0 ? inner_w / 2 - rail_w - 1 : -inner_w / 2 - 1, rail_w + 2);
            nut_slot_y(at, s * (inner_w / 2 - 4 - m3_nut_h / 2), -90, -rail_z);
        }
        if (has_switch) {
            translate([switch_x - 12.5, -3.7, -deck_t - 1]) cube([28.5, 10.7, deck_t + 2]);
            for (x = [-16.5, 16.5]) translate([switch_x + x, 10, 0]) {
                translate([0, 0, -deck_t - 1]) cylinder(d = m3, h = deck_t + 2);
                translate([0, 0, -2]) cylinder(d1 = m3, d2 = m3_head + 0.8, h = 2 + eps);
            }
        }
        // Behind the wheels a bent corner finds a slope, no edge.
        for (s = [-1, 1]) along_y(s * wheel_y - 5, 10) polygon([[7, eps], [10.8, eps], [8, -1.4], [7, -1.4]]);
    }
}

// Upside down: the cards' side is the smooth first layer.
translate([-rear_x, 0, 0]) rotate([180, 0, 0]) deck();
