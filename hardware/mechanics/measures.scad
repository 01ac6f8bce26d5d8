// Measures that more than one part needs, in mm and degrees, with the limits within which the parts fit together.
// Change them here: every part includes this file. A part's own settings are at the top of its file.
//
// The card's frame: x runs the way the card flies, 0 above the roller's axle; y to the right of somebody who
// sits behind the launcher is negative; z is 0 on the hopper's floor. In the launcher all of it is tilted by floor_deg.

/* [Cards] */
// Width of a card (the game's rules, section 10)
card_w = 56; // [40:0.5:70]
// Length of a card
card_l = 87; // [70:0.5:100]
// Thickness of a card: measure ten and divide
card_t = 0.3; // [0.2:0.01:0.45]
// Cards in the box
pile = 112; // [20:1:120]

/* [Separator] */
// From the wheels' rubber to the separator's nose: more than one card, less than two
gap = 0.45; // [0.25:0.01:0.8]
// The nose stands this far in front of the axle
gate_ahead = 1; // [0:0.1:2]
// Pitch of the M3 screw that sets the gap (ISO 261, coarse)
screw_pitch = 0.5; // [0.35, 0.45, 0.5, 0.7]
// Lines on the knob
knob_lines = 10; // [6:1:12]

// Outside diameter of the two springs that hold the separator down (ballpoint pens)
spring_d = 4.4; // [3:0.1:5]

/* [Roller] */
// Inside diameter of the O-ring as bought
ring_id = 25; // [20:0.5:30]
// Thickness of the O-ring as bought
ring_cord = 3; // [2:0.5:4]
// The groove stretches the ring by so many percent
ring_stretch = 6; // [2:1:10]
// How far the wheels stand out of the floor
crown = 1.5; // [0.8:0.1:2.5]
// From the middle to each wheel
wheel_y = 16; // [12:0.5:18]

/* [Beam] */
// Diameter of emitter and receiver
led_d = 5; // [3, 5]
// Tunnel in front of each, its diameter: light only comes in through it
aperture = 3; // [2:0.5:4]
// … and its length
tunnel = 5; // [4:0.5:6]
// From the axle to the beam (the simulated launchers have 8 to 20)
beam_ahead = 15; // [13:0.5:20]
// The receiver looks back into the launcher by so many degrees
beam_tilt = 10; // [0:1:20]

/* [Slot of the toy] */
// From the receiver's arm to the emitter's: the slot's height and 4 mm or more
opening = 16; // [10:1:36]
// From the slot's middle to the post: half the slot's width and 2 mm or more
reach = 36; // [30:1:50]
// The beam's distance from the toy's front
out = 11; // [9:0.5:16]

/* [Hopper] */
// The floor falls this much towards the slot
floor_deg = 10; // [5:1:20]
// Free space beside the cards, on each side
side = 0.6; // [0.3:0.1:1]
// Floor above the base, at the axle
floor_h = 46; // [44:1:60]
// Middle of the hopper switch, before the axle
switch_x = -42; // [-58:1:-36]

/* [Printer] */
// Smallest side of the bed
bed = 200; // [120:10:400]
// Between parts that slide or are pushed together
fit = 0.25; // [0.1:0.05:0.4]
// Printed holes come out smaller by this
hole = 0.2; // [0:0.05:0.4]

/* [Hidden] */
$fa = 6;
$fs = 0.6;
eps = 0.01;

// Screws: clearance hole, head, nut across flats, nut height, hole that the screw cuts its own thread into.
m3 = 3 + 0.2 + hole;
m3_head = 6.2;
m3_nut = 5.5 + fit;
m3_nut_h = 2.4 + 0.3;
m3_lock_h = 4 + 0.4;  // nut with a nylon ring
m3_tap = 2.5 + hole;
m25_tap = 2.05 + hole;
m2 = 2 + 0.2 + hole;
m2_tap = 1.6 + hole;

// 608 ball bearing, ISO 15: 8 × 22 × 7.
bearing_d = 22;
bearing_bore = 8;
bearing_h = 7;

// Light parts: 5 mm LED: body 5.0, flange 5.8, 8.6 long; 3 mm LED: body 3.0, flange 3.8, 5.3 long (usual drawings).
led_body = led_d + 0.1 + hole;
led_flange = led_d + 0.8 + 0.4 + hole;
led_l = led_d == 5 ? 9 : 5.6;

// Subminiature switch with a lever (Omron SS data sheet): 19.8 × 10.2 × 6.4, two 2.35 holes 9.5 apart, 2.9 above
// the lower edge. From the holes' line the lever is 13.6 up at most when free and 8.8 ± 0.8 where it switches.
switch_l = 19.8;
switch_h = 10.2;
switch_t = 6.4;
switch_pitch = 9.5;
switch_foot = 2.9;
switch_free = 13.6;
switch_on = 8.8;

// N20 gear motor (Pololu, "Micro Metal Gearmotors" data sheet): 10 × 12, gearbox 9, motor 15 long; D shaft 3.0, 2.5 over the
// flat, 9 long; two M1.6 threads 9 apart.
n20_w = 12;
n20_h = 10;
n20_l = 24;
n20_shaft = 9;

// 130 motor (as Mabuchi's FA-130): 20.1 over the round sides, 15.1 over the flats, 25 long; boss 6.2; shaft 2.0, 9.4
// out of the face. Makers differ: measure yours.
m130_d = 20.1;
m130_flat = 15.1;
m130_l = 25;
m130_shaft = 9.4;

// What follows from these.
wall = 2.4;                              // six lines of a 0.4 nozzle
cheek_t = 5;
inner_w = card_w + 2 * side;             // between the cheeks
groove_d = ring_id * (1 + ring_stretch / 100);
cord = ring_cord / sqrt(1 + ring_stretch / 100);   // a stretched cord is thinner
wheel_r = groove_d / 2 + cord;           // over the rubber
core_r = wheel_r - 0.48 * cord;          // of the plastic: a little less than half the cord stands out
axle_z = crown - wheel_r;
gear_m = 0.8;                            // module
gear_teeth = 50;
pinion_teeth = 10;
gear_gap = (gear_teeth + pinion_teeth) * gear_m / 2;   // between the two axles
gear_w = 7;

gate_x = -3;                             // the hopper's face of the separator
front_x = gate_x - 0.3;                  // the front wall above it
back_x = front_x - card_l - 1.5;         // the rear wall
rear_x = back_x - 10;                    // end of floor and cheeks
exit_x = 38;                             // where the slot ends
roof_z = 5;                              // the slot's roof
bridge_z = 42;                           // top of the separator's block
top_z = 47;                              // top of the cheeks
deck_t = 5;
rail_z = -14;                            // lower edge of the floor's rails
boss_h = bearing_h + 3;                  // cheek around the bearing
stub_y = boss_h + 0.5 + gear_w + 0.5;    // end of the axle, from the cheek's inner face
guard_h = stub_y + 1 - cheek_t;          // between cheek and motor plate
plate_t = 3;
base_t = 4;

// How high the wheel's rubber is at x.
function rubber(x) = axle_z + sqrt(wheel_r * wheel_r - x * x);
nose_z = rubber(gate_ahead) + gap;

// Where the launcher is screwed together: [x, z] in the card's frame.
deck_screws = [[rear_x + 8, -7], [-45, -7], [33, -7]];
back_screws = [[back_x - 5, 8], [back_x - 5, 30]];
bridge_screws = [[12.5, 18], [2, 36]];
lid_pivot = [rear_x + 4, top_z - 4];
lid_switch = [-30, 33];
guard_screws = [for (a = [12, 168, 236, 304]) [25.5 * cos(a), axle_z + 25.5 * sin(a)]];
pinion_deg = 202;
pinion_at = [gear_gap * cos(pinion_deg), gear_gap * sin(pinion_deg)];   // from the axle

// … and to the base: [x, z above it] in the table's frame, 0 above the roller's axle on the floor.
base_screws = [[-96, 8], [-50, 8], [26, 8]];
// Electronics: two rows of holes, this far apart; the Pi's tray takes the first and last pair, the Pico's the first two.
tray_w = 64;
tray_row = 54;
tray_long = 150;
tray_short = 85;

// The toy's beam: width and thickness of its post, heights of the two screws in it, how far they can be moved.
post = [14, 8];
arm_h = 16;
arm_screws = [opening + 4, opening + 12];
arm_travel = 6;

// How far off its axis the receiver sees at most.
view_deg = atan(aperture / tunnel);

// Limits.
assert(switch_x >= -58 && switch_x <= -36, "The hopper switch must lie between the wheels and the middle of a card.");
assert(opening >= 10 && opening <= 36, "The arms' opening must be 10 to 36 mm: less catches cards, more is too far for the beam.");
assert(out - opening * tan(beam_tilt) > led_flange / 2 + 0.8, "With so wide an opening the tilted beam would run into the toy: raise out or lower beam_tilt.");
assert(reach >= card_w / 2 + 2, "The post would stand in the cards' way: raise reach.");
assert(screw_pitch > 0 && spring_d <= 5, "A spring thicker than 5 mm leaves too little of the separator.");
assert(gap > card_t, "The separator's gap must be more than one card, or no card passes: raise gap.");
assert(gap < 2 * card_t, "The separator's gap must be less than two cards, or two pass at once: lower gap.");
assert(screw_pitch / knob_lines <= card_t / 5, "One line of the knob must move the separator by a fifth of a card or less: take a finer pitch or more lines.");
assert(gate_ahead >= 0 && gate_ahead <= 2, "The separator must stand over the wheels: gate_ahead is 0 to 2 mm.");
assert(ring_stretch >= 2 && ring_stretch <= 10, "An O-ring wants 2 to 10 % of stretch: less slips off, more tears.");
assert(crown >= 0.8 && crown <= 2.5, "The wheels must stand 0.8 to 2.5 mm out of the floor.");
assert(core_r + 0.8 < wheel_r, "The rubber must stand out of the wheel by 0.8 mm or more: take a thicker O-ring.");
assert(wheel_r > 12 && wheel_r < 19, "The wheels must measure 24 to 38 mm over the rubber, or motor and floor don't fit.");
assert(floor_deg >= 5 && floor_deg <= 20, "The floor must fall by 5 to 20 degrees: cards lag behind or press on the separator.");
assert(beam_ahead >= 13 && beam_ahead <= 20, "The beam must be 13 to 20 mm from the axle: nearer is no room, farther no measured launcher.");
assert(led_d == 3 || led_d == 5, "Emitter and receiver are 3 or 5 mm.");
assert(aperture <= led_d, "The tunnel in front of the receiver must not be wider than the receiver.");
assert(view_deg <= 35, "The receiver sees too much: a longer or narrower tunnel, please.");
assert(beam_ahead + roof_z * tan(view_deg - beam_tilt) < exit_x - 4, "The receiver looks out of the slot: lower beam_ahead, or more beam_tilt.");
assert(side >= 0.3 && side <= 1, "Cards need 0.3 to 1 mm on each side: less jams, more lets them turn.");
assert(pile * card_t * 1.1 < bridge_z - 2, "The hopper isn't high enough for so many cards.");
assert(inner_w + 2 * (cheek_t + guard_h + plate_t + 26) < bed, "Too wide for the bed.");
assert(wheel_y + 3.5 < card_w / 2 - 6, "The wheels must lie well inside the card.");
