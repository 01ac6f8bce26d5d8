// Gears for the 130 motor, 5 to 1. The pinion has so few teeth that they are shifted outwards by 0.45 modules, and
// the big gear's inwards, so that the roots aren't undercut and the distance of the axles stays.

/* [Gears] */
// Which of the two
gear = "gear"; // [gear, pinion]
// Play between the teeth
backlash = 0.25; // [0.1:0.05:0.4]

/* [Hidden] */
include <../measures.scad>

pressure = 20;
shift_x = 0.45;
topping = 0.2;       // the pinion's tips would be too sharp to print
pinion_w = 5.5;
axle_flat = bearing_bore / 2 - 0.05 - 0.9;

assert(gear == "gear" || gear == "pinion", "gear is gear or pinion.");
assert(shift_x >= (17 - pinion_teeth) / 17, "The pinion would be undercut: more teeth or more shift.");

function involute(rb, r) = let(t = acos(rb / r)) tan(t) - t * PI / 180;   // radians

// Half a tooth's angle at radius r, in degrees.
function half_tooth(z, x, r) = let(rp = z * gear_m / 2, rb = rp * cos(pressure))
    180 / PI * ((PI / 2 + 2 * x * tan(pressure)) / z + involute(rb, rp) - involute(rb, max(r, rb)) - backlash / 4 / rp);

module gear2d(z, x) {
    rb = z * gear_m / 2 * cos(pressure);
    ra = gear_m * (z / 2 + 1 + x) - (x > 0 ? topping : 0);
    rf = gear_m * (z / 2 - 1.25 + x);
    steps = [for (i = [0 : 5]) max(rb, rf) + (ra - max(rb, rf)) * i / 5];
    right = [for (r = steps) r * [cos(-half_tooth(z, x, r)), sin(-half_tooth(z, x, r))]];
    left = [for (i = [5 : -1 : 0]) steps[i] * [cos(half_tooth(z, x, steps[i])), sin(half_tooth(z, x, steps[i]))]];
    root = half_tooth(z, x, rb);
    circle(r = rf, $fn = 4 * z);
    for (i = [0 : z - 1]) rotate(i * 360 / z)
        polygon(concat([[0, 0], (rf - 0.1) * [cos(-root), sin(-root)]], right, left, [(rf - 0.1) * [cos(root), sin(root)]]));
}

// On the axle's stub; the flat drives it.
module big_gear() {
    linear_extrude(gear_w) difference() {
        gear2d(gear_teeth, -shift_x);
        intersection() {
            circle(d = bearing_bore - 0.1 + fit, $fn = 48);
            translate([-10 + axle_flat + fit / 2, -10]) translate([-10, 0]) square(20);
        }
        for (a = [30 : 60 : 330]) rotate(a) translate([11.5, 0]) circle(d = 7);
    }
}

// Pressed onto the motor's 2 mm shaft.
module pinion() {
    linear_extrude(pinion_w) difference() {
        gear2d(pinion_teeth, shift_x);
        circle(d = 2 - 0.1 + hole, $fn = 24);
    }
}

if (gear == "gear") big_gear(); else pinion();
