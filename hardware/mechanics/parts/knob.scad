// Knob on the separator's screw: an M3 × 35 hexagon screw's head is pressed into it.

/* [Hidden] */
include <../measures.scad>
include <../shapes.scad>

knob_d = 12;
knob_h = 9;
floor_t = 4;         // below the screw's head

// Stands on the bridge.
module knob() {
    difference() {
        cylinder(d = knob_d, h = knob_h);
        translate([0, 0, -1]) cylinder(d = m3, h = 20);
        translate([0, 0, floor_t]) cylinder(d = m3_nut / cos(30), h = 20, $fn = 6);
        // As many grooves as lines; the first one is wider.
        for (i = [0 : knob_lines - 1]) rotate(i * 360 / knob_lines) translate([knob_d / 2, 0, -1])
            cylinder(d = i == 0 ? 2.2 : 1.1, h = 20, $fn = 12);
    }
}

knob();
