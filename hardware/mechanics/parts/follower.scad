// Weight on the pile: it presses the cards onto the wheels. Washers or nuts go into its two troughs.

/* [Hidden] */
include <../measures.scad>
include <../shapes.scad>

follower_t = 8;
front = front_x - 1.3;
length = 84;
width = card_w - 0.4;
trough_l = 52;
middle = [-5, 8];    // the switch's lever comes up between these

assert(back_x < front - length, "The weight is too long for the hopper.");

// On the hopper's floor.
module follower() {
    difference() {
        translate([front - length, -width / 2, 0]) plate([length, width, follower_t], 4);
        // It must not touch the wheels when the hopper is empty, nor hold the switch down.
        for (s = [-1, 1]) translate([-20, s * wheel_y - 4, -1]) cube([30, 8, crown + 1.5 + 1]);
        translate([switch_x - 12, middle[0], -1]) cube([29, middle[1] - middle[0], follower_t + 2]);
        for (y = [[3 - width / 2, middle[0] - 2], [middle[1] + 2, width / 2 - 3]])
            translate([front - 4 - trough_l, y[0], crown + 3.5]) cube([trough_l, y[1] - y[0], follower_t]);
        translate([front - length + 13, 0, -1]) cylinder(d = 17, h = follower_t + 2);
    }
}

translate([length - front, 0, 0]) follower();
