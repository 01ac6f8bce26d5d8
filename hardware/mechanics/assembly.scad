// Where every part sits, printed ones and bought ones: for pictures and for the check that nothing collides.

/* [Assembly] */
// What to show
only = "all"; // [all, cheek_motor, cheek_switch, deck, back, roller, bridge, gate, knob, guard, motor_plate_n20, motor_plate_130, gear, pinion, follower, lid, lid_half, lid_open, base, pi_tray, switch_holder, slot_base, slot_arm, rings, bearings, n20, m130, cards, cards_way, switches, lights, pi, screws, toy_lights, toy_cards, toy_screws]

/* [Hidden] */
include <measures.scad>
include <shapes.scad>
use <parts/cheek.scad>
use <parts/deck.scad>
use <parts/back.scad>
use <parts/roller.scad>
use <parts/bridge.scad>
use <parts/gate.scad>
use <parts/knob.scad>
use <parts/guard.scad>
use <parts/motor_plate.scad>
use <parts/gears.scad>
use <parts/follower.scad>
use <parts/lid.scad>
use <parts/base.scad>
use <parts/pi_tray.scad>
use <parts/switch_holder.scad>
use <parts/slot_base.scad>
use <parts/slot_arm.scad>

// From the card's frame to the table's, the base's top being z 0.
module tilt() { translate([0, 0, floor_h]) rotate([0, floor_deg, 0]) children(); }

// The lid turned up by deg. At about 105 it leans on the cheeks.
module opened(deg) {
    translate([lid_pivot[0], 0, lid_pivot[1]]) rotate([0, -deg, 0]) translate([-lid_pivot[0], 0, -lid_pivot[1]]) children();
}

// On the motor's side, from the axle outwards: z 0 is the cheek's outer face.
module drive() { translate([0, inner_w / 2 + cheek_t, axle_z]) mirror([0, 1, 0]) rotate([90, 0, 0]) children(); }

module o_rings() {
    for (y = [-wheel_y, wheel_y]) translate([0, y, axle_z]) rotate([90, 0, 0]) rotate_extrude()
        translate([groove_d / 2 + cord / 2, 0]) circle(d = cord);
}

module bearing() {
    difference() { cylinder(d = bearing_d, h = bearing_h); translate([0, 0, -1]) cylinder(d = bearing_bore, h = 20); }
}

module n20() {
    translate([-n20_w / 2, -n20_h / 2, 0]) cube([n20_w, n20_h, n20_l]);
    translate([0, 0, -n20_shaft]) linear_extrude(n20_shaft) intersection() { circle(d = 3); translate([-1, -5]) square(10); }
    translate([0, 0, -0.8]) cylinder(d = 4, h = 1);
}

module m130() {
    linear_extrude(m130_l) intersection() { circle(d = m130_d); square([m130_d, m130_flat], center = true); }
    translate([0, 0, -m130_shaft]) cylinder(d = 1.9, h = m130_shaft);
    translate([0, 0, -1.7]) cylinder(d = 6.2, h = 2);
}

// A light part, looking along +z, its hole's mouth at the origin.
module led() {
    translate([0, 0, -tunnel - led_l + 1]) {
        translate([0, 0, 0]) cylinder(d = led_d, h = led_l - 1.2 - led_d / 2);
        translate([0, 0, led_l - 1.2 - led_d / 2]) sphere(d = led_d);
        translate([0, 0, -1]) cylinder(d = led_d + 0.8, h = 1);
        for (x = [-1.27, 1.27]) translate([x, 0, -9]) cylinder(d = 0.6, h = 9);
    }
}

module lever_switch() {
    translate([-switch_l / 2, -switch_t / 2, -switch_foot]) cube([switch_l, switch_t, switch_h]);
    translate([-switch_l / 2 + 2, -1.6, switch_h - switch_foot]) rotate([0, -6, 0]) cube([17, 3.2, 0.4]);
    for (x = [-7, 0, 7]) translate([x - 0.4, -1.6, -switch_foot - 6]) cube([0.8, 3.2, 6]);
}

module pi_board() {
    difference() {
        cube([85, 56, 1.6]);
        for (x = [3.5, 61.5], y = [3.5, 52.5]) translate([x, y, -1]) cylinder(d = 2.7, h = 4);
    }
    translate([7, 49, 1.6]) cube([51, 5, 8.5]);
    for (y = [2.5, 20.5, 39]) translate([66, y, 1.6]) cube([21, 14, 15]);
    translate([22, 20, 1.6]) cube([15, 15, 2]);
}

// A pile with its noses on the separator's slope.
module card_pile(n) {
    for (i = [0 : n - 1]) let(nose = max(front_x - 0.4, gate_ahead - 1.5 - i * 0.2))
        translate([nose - card_l, -card_w / 2, 0.1 + i * card_t]) rotate([0, -atan2(crown, card_l - 2), 0]) cube([card_l, card_w, card_t * 0.8]);
}

// M3 screw from the origin along +z, its head below, its nut's outer face at `nut`.
module screw(l, nut = 0, turn = 0) {
    translate([0, 0, -3]) cylinder(d = 5.5, h = 3);
    cylinder(d = 3, h = l);
    if (nut) translate([0, 0, nut - 2.4]) rotate(turn) cylinder(d = 5.5 / cos(30), h = 2.4, $fn = 6);
}

// Through a cheek at [x, z], from outside.
module cheek_screw(at, s, turn = 30) {
    translate([at[0], s * (inner_w / 2 + cheek_t), at[1]]) rotate([s * 90, 0, 0]) screw(12, cheek_t + 4 + 2.4 + 0.15, turn);
}

module screws() {
    for (s = [-1, 1]) {
        tilt() for (at = concat(deck_screws, bridge_screws)) cheek_screw(at, s);
        tilt() for (at = back_screws) cheek_screw(at, s, 0);
        for (at = base_screws) cheek_screw(at, s);
    }
    tilt() for (at = guard_screws) translate([at[0], inner_w / 2, at[1]]) rotate([-90, 0, 0]) screw(25, cheek_t + guard_h + plate_t + 2.4);
    tilt() for (x = [-16.5, 16.5]) translate([switch_x + x, 10, 0]) mirror([0, 0, 1]) {
        cylinder(d = 3, h = 12);
        cylinder(d1 = 6, d2 = 3, h = 1.7);
        translate([0, 0, deck_t + 3]) cylinder(d = 5.5 / cos(30), h = 2.4, $fn = 6);
    }
    for (at = base_tray_holes()) translate([at[0], at[1], 3]) mirror([0, 0, 1]) screw(7, 3 + base_t - 0.2);
    tilt() translate([gate_screw_x(), 0, bridge_z + 4]) mirror([0, 0, 1]) {
        translate([0, 0, -2]) cylinder(d = 5.5 / cos(30), h = 2, $fn = 6);
        cylinder(d = 3, h = 35);
        translate([0, 0, bridge_z + 4 - 16.6]) cylinder(d = 5.5 / cos(30), h = 4, $fn = 6);
    }
}

module toy_screws() {
    for (z = arm_screws) translate([post[1] + 8, reach + post[0] / 2, z]) rotate([0, -90, 0]) screw(16, 15.2);
}

// Everything that a card passes on its way, one card thick: from the floor over the wheels and out.
module card_way() {
    low = crown + 0.02;
    along_y(-card_w / 2, card_w) polygon([
        [back_x + 1, 0.1], [-2, low], [exit_x + 30, low], [exit_x + 30, low + card_t], [-2, low + card_t], [back_x + 1, 0.1 + card_t],
    ]);
}

module beam_axis() { translate([beam_ahead, 0, 0]) rotate([0, -beam_tilt, 0]) children(); }

module part(name) {
    if (name == "cheek_motor") tilt() cheek("motor");
    else if (name == "cheek_switch") tilt() cheek("switch");
    else if (name == "deck") tilt() deck();
    else if (name == "back") tilt() back();
    else if (name == "roller") tilt() translate([0, 0, axle_z]) roller();
    else if (name == "bridge") tilt() bridge();
    else if (name == "gate") tilt() gate();
    else if (name == "knob") tilt() translate([gate_screw_x(), 0, bridge_z]) knob();
    else if (name == "guard") tilt() drive() guard();
    else if (name == "motor_plate_n20") tilt() drive() translate([0, 0, guard_h]) motor_plate("n20", 0, 16);
    else if (name == "motor_plate_130") tilt() drive() translate([0, 0, guard_h]) motor_plate("130", 0.8, 20);
    else if (name == "gear") tilt() drive() translate([0, 0, boss_h + 0.5 - cheek_t]) big_gear();
    else if (name == "pinion") tilt() drive() translate([pinion_at[0], pinion_at[1], guard_h - 6]) rotate(pinion_deg + 180 / pinion_teeth * (pinion_mesh() ? 1 : 0)) pinion();
    else if (name == "follower") tilt() translate([0, 0, 45 * card_t + 2]) follower();
    else if (name == "lid") tilt() lid();
    else if (name == "lid_half") tilt() opened(30) lid();
    else if (name == "lid_open") tilt() opened(95) lid();
    else if (name == "base") base();
    else if (name == "pi_tray") translate([base_tray_x(), base_tray_y() - tray_w / 2, 0]) pi_tray();
    else if (name == "switch_holder") tilt() translate([switch_x, 3.4, -deck_t]) switch_holder();
    else if (name == "rings") tilt() o_rings();
    else if (name == "bearings") tilt() for (s = [-1, 1]) translate([0, s * (inner_w / 2 + 0.05), axle_z]) rotate([-s * 90, 0, 0]) bearing();
    else if (name == "n20") tilt() drive() translate([0, 0, guard_h + plate_t]) n20();
    else if (name == "m130") tilt() drive() translate([pinion_at[0], pinion_at[1], guard_h + plate_t]) rotate(pinion_deg) m130();
    else if (name == "cards") tilt() card_pile(45);
    else if (name == "cards_way") tilt() card_way();
    else if (name == "switches") tilt() {
        translate([switch_x, 0, 0.5 - switch_on]) lever_switch();
        translate([lid_switch[0], -inner_w / 2 - cheek_t - 0.1 - switch_t / 2, lid_switch[1]]) lever_switch();
    }
    else if (name == "lights") tilt() {
        beam_axis() led();
        beam_axis() translate([0, 0, roof_z / cos(beam_tilt)]) mirror([0, 0, 1]) led();
    }
    else if (name == "pi") translate([base_tray_x() + 12, base_tray_y() - 28, 8]) pi_board();
    else if (name == "slot_base") slot_base();
    else if (name == "slot_arm") slot_arm();
    else if (name == "toy_lights") translate([out, 0, 0]) rotate([0, -beam_tilt, 0]) {
        led();
        translate([0, 0, opening / cos(beam_tilt)]) mirror([0, 0, 1]) led();
    }
    else if (name == "screws") screws();
    else if (name == "toy_screws") toy_screws();
    else if (name == "toy_cards") translate([-40, -card_w / 2, 2]) cube([card_l, card_w, card_t]);
    else assert(false, str("There is no ", name, " here."));
}

// A tooth of the big gear at pinion_deg, or a gap?
function pinion_mesh() = true;

if (only == "all") for (name = ["cheek_motor", "cheek_switch", "deck", "back", "roller", "bridge", "gate", "knob", "guard",
    "motor_plate_n20", "follower", "lid", "base", "pi_tray", "switch_holder", "rings", "bearings", "n20", "cards"]) part(name);
else part(only);
