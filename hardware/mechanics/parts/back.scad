// Rear wall of the hopper, between the cheeks.

/* [Hidden] */
include <../measures.scad>
include <../shapes.scad>

rail = 8;
back_h = 38;

module back() {
    difference() {
        union() {
            translate([back_x - 4, -inner_w / 2, 0]) cube([4, inner_w, back_h]);
            for (y = [-inner_w / 2, inner_w / 2 - rail]) translate([rear_x, y, 0]) cube([back_x - rear_x, rail, back_h]);
        }
        for (at = back_screws, s = [-1, 1]) {
            rod_y(at, m3, s > 0 ? inner_w / 2 - rail - 1 : -inner_w / 2 - 1, rail + 2);
            nut_slot_y(at, s * (inner_w / 2 - 4 - m3_nut_h / 2), 180, 10);
        }
        // Finger room: the last cards can be taken out backwards.
        along_y(-10, 20) polygon([[back_x - 20, 20], [back_x + 5, 20], [back_x + 5, 60], [back_x - 20, 60]]);
    }
}

// On the face that the cards touch.
translate([0, 0, back_x]) rotate([0, 90, 0]) translate([0, 0, -2 * back_x]) mirror([0, 0, 1]) translate([0, 0, -2 * back_x]) back();
