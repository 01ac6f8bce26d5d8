// Tray for a Pico and the driver board.

/* [Board] */
// Height of the board above the tray: 4 with the pins up, 12 with the pins down
post_h = 4; // [3:0.5:14]

/* [Hidden] */
include <../measures.scad>
include <../shapes.scad>

// From the Raspberry Pi Pico data sheet, figure 3: 51 × 21, four 2.1 holes, 47 apart along the board and 11.4 across, 2 from
// the ends. The USB socket stands 1.3 out of one end.
size = [51, 21];
holes = [47, 11.4];
tray_t = 3;
length = tray_short + 10;
start = [1.5, 12];
bay_y = 30;

assert(post_h >= 3, "The solder under the board needs 3 mm.");

function posts() = [for (x = [0, 1], y = [0, 1]) start + [14 + 2 + x * holes[0], (size[1] - holes[1]) / 2 + y * holes[1] - 2]];

module pico_tray() {
    difference() {
        union() {
            plate([length, tray_w, tray_t], 4);
            for (p = posts()) translate(p) {
                cylinder(d = 4.4, h = tray_t + post_h);
                cylinder(d1 = 7.4, d2 = 4.4, h = tray_t + 1.5);
            }
            for (y = [0, tray_w - 1.8]) translate([14, y, 0]) cube([length - 28, 1.8, tray_t + 3]);
        }
        for (p = posts()) translate([p[0], p[1], -1]) cylinder(d = m2_tap, h = tray_t + post_h + 2);
        translate([0, 0, -1]) linear_extrude(tray_t + 8) {
            for (x = [5, length - 5], y = [(tray_w - tray_row) / 2, (tray_w + tray_row) / 2]) translate([x, y]) circle(d = m3);
            for (x = [18 : 10 : length - 18]) for (y = [bay_y + 6, bay_y + 19.5]) slot([x, y], [x, y + 8], m3);
            tie([length - 6, tray_w / 2], 90);
            tie([6, tray_w / 2], 90);
        }
    }
}

pico_tray();
