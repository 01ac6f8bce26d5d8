// Tray for a Pi, the driver board and its wires.

/* [Board] */
// Which board: "pi" is a 3B, 3B+, 4B or 5
board = "pi"; // [pi, zero]
// Height of the board above the tray
post_h = 5; // [4:0.5:10]

/* [Hidden] */
include <../measures.scad>
include <../shapes.scad>

// From Raspberry Pi's mechanical drawings: 85 × 56 (Zero: 65 × 30), four 2.7 holes for M2.5, 3.5 from the edges, 58 apart along
// the board and 49 (Zero: 23) across.
size = board == "pi" ? [85, 56] : [65, 30];
holes = board == "pi" ? [58, 49] : [58, 23];

tray_t = 3;
length = tray_long + 5;
start = [12, (tray_w - size[1]) / 2];      // the board's corner
bay = [104, length - 12];                  // the driver's

assert(board == "pi" || board == "zero", "board is pi or zero.");
assert(start[0] + size[0] < bay[0], "The board reaches into the driver's bay.");

module pi_tray() {
    difference() {
        union() {
            plate([length, tray_w, tray_t], 4);
            for (p = posts()) translate(p) {
                cylinder(d = 6, h = tray_t + post_h);
                cylinder(d1 = 9, d2 = 6, h = tray_t + 1.5);
            }
            // Ribs, so that the long tray stays flat.
            for (y = [0, tray_w - 1.8]) translate([14, y, 0]) cube([length - 28, 1.8, tray_t + 3]);
        }
        for (p = posts()) translate([p[0], p[1], -1]) cylinder(d = m25_tap, h = tray_t + post_h + 2);
        translate([0, 0, -1]) linear_extrude(tray_t + 8) {
            for (x = [5, 5 + tray_long - 10], y = [(tray_w - tray_row) / 2, (tray_w + tray_row) / 2]) translate([x, y]) circle(d = m3);
            for (x = [5 + tray_short], y = [(tray_w - tray_row) / 2, (tray_w + tray_row) / 2]) translate([x, y]) circle(d = m3);
            // Long holes take screws, spacers or cable ties, whatever the board's holes are.
            for (x = [bay[0] + 4 : 10 : bay[1] - 4]) for (y = [12, 27, 42])
                slot([x, y], [x, y + 8], m3);
            tie([length - 6, tray_w / 2], 90);
            tie([6, tray_w / 2], 90);
        }
    }
}

function posts() = [for (x = [0, 1], y = [0, 1]) start + [3.5 + x * holes[0], 3.5 + y * holes[1]]];

pi_tray();
