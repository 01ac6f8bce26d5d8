// Roller: two wheels with an O-ring each, one axle for both motors. The motor's end is +y: an N20's shaft goes into
// it, or the big gear goes onto it. Cones instead of shoulders, so that it prints standing without support.

/* [Roller] */
// Wall of the axle around an N20's shaft is what is left of 8 mm
axle_play = 0.1; // [0:0.05:0.2]

/* [Hidden] */
include <../measures.scad>

axle_r = bearing_bore / 2 - axle_play / 2;
end_y = inner_w / 2 - 0.3;
flange = cord / 2 + 1.35;      // half a wheel's width
neck_r = 6;

assert(core_r - neck_r + flange <= wheel_y, "The wheels stand too close together for their cones: raise wheel_y.");

// Half a cross-section: x is the radius, y the axle.
module roller_profile() {
    polygon([
        [0, -end_y - bearing_h - 1.5],
        [axle_r, -end_y - bearing_h - 1.5],
        [axle_r, -end_y],
        [core_r, -wheel_y - flange],
        each groove(-wheel_y),
        [core_r, -wheel_y + flange],
        [neck_r, -wheel_y + flange + core_r - neck_r],
        [neck_r, wheel_y - flange - core_r + neck_r],
        [core_r, wheel_y - flange],
        each groove(wheel_y),
        [core_r, wheel_y + flange],
        [5.5, end_y - 1],
        [5.5, end_y],
        [axle_r, end_y],
        [axle_r, inner_w / 2 + stub_y],
        [0, inner_w / 2 + stub_y],
    ]);
}

function groove(y) = let(w = cord / 2 + 0.05) [
    [core_r, y - w], [groove_d / 2, y - w], [groove_d / 2, y + w], [core_r, y + w],
];

// Along y, its axle through the origin.
module roller() {
    rotate([-90, 0, 0]) difference() {
        rotate_extrude() roller_profile();
        // The flat that the gear drives …
        translate([axle_r - 0.9, -10, inner_w / 2 + boss_h + 0.3]) cube([10, 20, 40]);
        // … and opposite the N20's D shaft.
        translate([0, 0, inner_w / 2 + stub_y - 7]) linear_extrude(8) intersection() {
            circle(d = 3 + hole, $fn = 32);
            translate([-1 - hole / 2, -5]) square(10);
        }
    }
}

// What must stay free around it: profile grown by 1 mm, rings included.
module roller_room() {
    rotate([-90, 0, 0]) rotate_extrude() intersection() {
        translate([0, -inner_w]) square([40, 2 * inner_w]);
        offset(delta = 1) union() {
            roller_profile();
            for (y = [-wheel_y, wheel_y]) translate([0, y - cord / 2]) square([wheel_r, cord]);
        }
    }
}

// Standing on its short end.
translate([0, 0, end_y + bearing_h + 1.5]) rotate([90, 0, 0]) roller();
