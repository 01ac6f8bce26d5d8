// Base: carries the cheeks on rails, a tray beside them, cells under the hopper. It stands on four felt or rubber feet
// or on a turntable; the cable comes up through the middle, so that turning twists it and doesn't pull it.

/* [Base] */
// Feet that are stuck into its underside
foot_d = 12; // [8:0.5:20]
// Hole for the cable, in the middle of the turn
cable_d = 16; // [8:1:24]

/* [Hidden] */
include <../measures.scad>
include <../shapes.scad>

x0 = -118;
x1 = 42;
y0 = -37.5 - tray_w - 3;
y1 = 78;
rail_h = 14;
rail_t = 8;
middle = [(x0 + x1) / 2, (y0 + y1) / 2];
tray_y = -37.5 - tray_w / 2;

function base_middle() = middle;
function base_tray_y() = tray_y;
function base_tray_x() = x0 + 3;
function base_tray_holes() = tray_holes;

assert(x1 - x0 < bed - 4 && y1 - y0 < bed - 4, "The base is too large for the bed.");
assert(middle[1] > -inner_w / 2 && middle[1] < inner_w / 2, "The cable must come up between the cheeks.");

tray_holes = [for (x = [5, 5 + tray_short, 5 + tray_long - 10], s = [-1, 1]) [x0 + 3 + x, tray_y + s * tray_row / 2]];

// Its top at z 0, in the table's frame.
module base() {
    difference() {
        union() {
            translate([x0, y0, -base_t]) plate([x1 - x0, y1 - y0, base_t], 10);
            for (s = [-1, 1], x = [[-108, -38], [19, 33]])
                translate([x[0], s > 0 ? inner_w / 2 - rail_t : -inner_w / 2, -1]) cube([x[1] - x[0], rail_t, rail_h + 1]);
        }
        for (at = base_screws, s = [-1, 1]) {
            rod_y(at, m3, s > 0 ? inner_w / 2 - rail_t - 1 : -inner_w / 2 - 1, rail_t + 2);
            nut_slot_y(at, s * (inner_w / 2 - 4 - m3_nut_h / 2), 90, 10);
        }
        for (x = [x0 + 25, x1 - 25], y = [y0 + 11, y1 - 11]) translate([x, y, -base_t - 1]) cylinder(d = foot_d + 0.4, h = 2);
        translate([middle[0], middle[1], -base_t - 1]) cylinder(d = cable_d, h = base_t + 2);
        translate([0, 0, -base_t - 1]) linear_extrude(base_t + 2) {
            // Strain relief beside the cable's hole, for cells under the hopper, and on the motor's side.
            tie(middle + [18, 0], 90);
            for (x = [-95, -62]) for (y = [-10, 10]) tie([x, y], 0);
            for (x = [-80, -20]) tie([x, 50], 90);
        }
        for (at = tray_holes) translate([at[0], at[1], -base_t - 1]) {
            cylinder(d = m3, h = base_t + 2);
            cylinder(d = (5.5 + fit) / cos(30), h = 1 + 2.6, $fn = 6);
        }
    }
}

translate([-x0, -y0, base_t]) base();
