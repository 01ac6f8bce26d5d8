// Lid over the hopper, hinged on the cheeks. A screw in its ear works the lid switch and can be set; a magnet over a
// steel screw in the bridge keeps it shut against the switch's spring.

/* [Magnet] */
// Disc magnet: diameter and thickness
magnet_d = 6; // [4:0.5:10]
magnet_h = 3; // [1.5:0.5:4]

/* [Hidden] */
include <../measures.scad>
include <../shapes.scad>

lid_t = 3;
lid_z = top_z + 0.3;
outer = inner_w / 2 + cheek_t;
ear_y = outer + 0.4;
ear_t = 4;
lug_x = 8;           // over the bridge
knob_free = 9;       // half the notch for the knob
screw_top = 2.5;     // the steel screw's head over the bridge

module ear() {
    linear_extrude(ear_t) difference() {
        union() {
            translate(lid_pivot) circle(4.2);
            translate([lid_pivot[0] - 4.2, lid_pivot[1]]) square([8.4, lid_z - lid_pivot[1] + 1]);
            translate([lid_pivot[0], lid_z - 2]) square([12, 3]);
        }
        translate(lid_pivot) circle(d = m3);
    }
}

module lid() {
    difference() {
        union() {
            translate([lid_pivot[0] - 4.2, -ear_y - ear_t - 0.5, lid_z]) cube([18.2, 2 * (ear_y + ear_t) + 1, lid_t]);
            translate([lid_pivot[0], -outer, lid_z]) cube([-5.5 - lid_pivot[0], 2 * outer, lid_t]);
            for (s = [-1, 1]) translate([-6, s > 0 ? knob_free : -26, lid_z]) cube([lug_x + 6, 26 - knob_free, lid_t]);
            for (s = [-1, 1]) translate([2, s * 17, bridge_z + screw_top]) cylinder(d = magnet_d + 4, h = lid_z - bridge_z - screw_top + 1);
            // The ear over the switch.
            translate([lid_switch[0] - 7, -outer - 9, lid_z]) cube([14, 10, lid_t]);
            translate([lid_switch[0] - 5, -outer - 8.5, lid_z - 3]) cube([10, 8, 4]);
            translate([0, -ear_y, 0]) rotate([90, 0, 0]) ear();
            translate([0, ear_y + ear_t, 0]) rotate([90, 0, 0]) ear();
        }
        for (s = [-1, 1]) translate([2, s * 17, bridge_z + screw_top - 1]) cylinder(d = magnet_d + hole / 2, h = magnet_h + 1);
        translate([lid_switch[0], -outer - 0.4 - switch_t / 2 - 0.6, 0]) cylinder(d = m3_tap, h = 100);
    }
}

// Upside down.
translate([-lid_pivot[0] + 4.2, 0, lid_z + lid_t]) rotate([180, 0, 0]) lid();
