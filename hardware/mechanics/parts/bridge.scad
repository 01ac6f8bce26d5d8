// Front wall of the hopper, guide of the separator, roof of the slot and the beam's emitter in one block.

/* [Hidden] */
include <../measures.scad>
include <../shapes.scad>
use <gate.scad>

block_x = 10;        // front of the block
wedge = 26;          // from there the roof goes on under 45 degrees
ceiling_z = 22;      // of the separator's pocket

assert(exit_x - 2 - block_x == wedge, "The roof must end where the slope meets it.");

module bridge() {
    axis = gate_screw_x();
    difference() {
        along_y(-inner_w / 2, inner_w) polygon([
            [front_x, roof_z], [block_x + wedge, roof_z], [block_x + wedge, roof_z + 3],
            [block_x, roof_z + 3 + wedge], [block_x, bridge_z], [front_x, bridge_z],
        ]);
        // Pocket: the separator's room, larger by the fit, 3 mm higher and 0.8 mm lower than it hangs.
        gate_room(ceiling_z);
        translate([axis, 0, ceiling_z - 1]) cylinder(d = m3, h = 40);
        for (s = [-1, 1]) translate([axis, s * 15, ceiling_z - eps]) cylinder(d = spring_d + hole, h = 6);
        // Emitter.
        translate([beam_ahead, 0, 0]) rotate([0, -beam_tilt, 0]) translate([0, 0, roof_z / cos(beam_tilt)])
            mirror([0, 0, 1]) light(40);
        // A steel screw in each hole holds the lid's magnet.
        for (s = [-1, 1]) translate([2, s * 17, bridge_z - 10]) cylinder(d = m3_tap, h = 11);
        for (at = bridge_screws, s = [-1, 1]) {
            rod_y(at, m3, s > 0 ? inner_w / 2 - 9 : -inner_w / 2 - 1, 10);
            nut_slot_y(at, s * (inner_w / 2 - 4 - m3_nut_h / 2), 90, 20);
        }
        // The knob's lines are read against this one.
        translate([axis + 6.5, -0.5, bridge_z - 0.8]) cube([4, 1, 2]);
    }
}

// Upside down: pocket and slope need no support.
translate([-front_x, 0, bridge_z]) rotate([180, 0, 0]) bridge();
