// Holds the hopper switch under a floor, its lever up through a slot: under the launcher's own floor, or glued or
// screwed into the toy. Two long holes set its height.

/* [Switch] */
// How far up and down the switch can be moved
travel = 4; // [1:0.5:6]

/* [Hidden] */
include <../measures.scad>
include <../shapes.scad>

t = 3;
ear = [12, 12];
wide = 24;
deep = 19;
up = 3;             // so far the wall goes into the floor's slot

assert(travel <= 6, "The wall is too short for so much travel.");

// Under a floor whose underside is z 0; the switch is at y < 0, its middle above x 0.
module switch_holder() {
    level = deck_t + 0.5 - switch_on;     // the holes' line when the lever switches half a millimetre above the floor
    difference() {
        union() {
            translate([-wide / 2, 0, -deep]) cube([wide, t, deep + up]);
            for (s = [-1, 1]) translate([s > 0 ? wide / 2 - 1 : -wide / 2 - ear[0], 0, -t]) cube([ear[0] + 1, ear[1], t]);
            for (s = [-1, 1]) translate([s > 0 ? wide / 2 - 1 : -wide / 2 - ear[0], 0, -deep]) cube([ear[0] + 1, t, deep]);
            for (s = [-1, 1]) translate([s * (wide / 2 + ear[0] - 1.5) - 1.5, 0, 0]) rotate([90, 0, 90]) linear_extrude(t)
                polygon([[0, 0], [ear[1], 0], [ear[1], -t], [t, -deep], [0, -deep]]);
        }
        for (s = [-1, 1]) translate([0, -1, 0]) rotate([-90, 0, 0]) linear_extrude(t + 2)
            slot([s * switch_pitch / 2, -level - travel / 2], [s * switch_pitch / 2, -level + travel / 2], m2);
        for (s = [-1, 1]) translate([0, 0, -t - 1]) linear_extrude(t + 2) slot([s * 16, 6.5], [s * 17, 6.5], m3);
    }
}

// On the wall's back.
rotate([90, 0, 0]) switch_holder();
