// Carries the motor on the guard: an N20 straight on the roller's axle, or a 130 beside it with gears.

/* [Motor] */
// Which motor
motor = "n20"; // [n20, 130]
// Play of the motor in its sleeve
play = 0.25; // [0.1:0.05:0.5]

/* [Hidden] */
include <../measures.scad>
include <../shapes.scad>
use <guard.scad>

sleeve = motor == "n20" ? 16 : 20;
shift = motor == "n20" ? 0 : 0.8;    // the 130's plate can be moved to set the gears

assert(motor == "n20" || motor == "130", "motor is n20 or 130.");

module body2d(motor, grow) {
    if (motor == "n20") square([n20_w + 2 * grow, n20_h + 2 * grow], center = true);
    else intersection() {
        circle(d = m130_d + 2 * grow, $fn = 64);
        square([m130_d + 2 * grow, m130_flat + 2 * grow], center = true);
    }
}

module at_motor(motor) {
    if (motor == "n20") children();
    else translate(pinion_at) rotate(pinion_deg) children();
}

// The axle at the origin, the guard below, the motor above.
module motor_plate(motor, shift, sleeve) {
    along = [cos(pinion_deg), sin(pinion_deg)] * shift;
    difference() {
        union() {
            linear_extrude(plate_t) {
                hull() guard_outside();
                at_motor(motor) offset(2) body2d(motor, play + wall);
            }
            linear_extrude(plate_t + sleeve) at_motor(motor) body2d(motor, play + wall);
        }
        translate([0, 0, plate_t]) linear_extrude(sleeve + 1) at_motor(motor) body2d(motor, play);
        translate([0, 0, -1]) linear_extrude(plate_t + 2) {
            at_motor(motor) circle(d = motor == "n20" ? 5 : 7);
            if (motor == "n20") for (x = [-4.5, 4.5]) translate([x, 0]) circle(d = 1.6 + 0.2 + hole, $fn = 24);
            for (at = guard_screws) translate(at - [0, axle_z]) slot(-along, along, m3);
        }
        // The sleeve is slit, and a cable tie in the groove closes it on the motor.
        at_motor(motor) translate([-0.8, 0, plate_t + 2]) cube([1.6, 20, sleeve]);
        translate([0, 0, plate_t + sleeve - 6]) linear_extrude(4) at_motor(motor) difference() {
            body2d(motor, play + wall + 5);
            body2d(motor, play + wall - 0.8);
        }
    }
}

motor_plate(motor, shift, sleeve);
