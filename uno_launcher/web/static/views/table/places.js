// Pure: where people sit on the screen, and where the launcher has to face.

// Rows and columns of seats for 2 to 10 people, clockwise from the one at the bottom. x and y go from 0 to 1
// between the seats that touch the edges, so that nobody sits half outside.
const SIDES = {
  2: { left: [], top: [0.5], right: [], bottom: 1 },
  3: { left: [0.35], top: [], right: [0.35], bottom: 1 },
  4: { left: [0.5], top: [0.5], right: [0.5], bottom: 1 },
  5: { left: [0.62], top: [0.16, 0.84], right: [0.62], bottom: 1 },
  6: { left: [0.78, 0.22], top: [0.5], right: [0.22, 0.78], bottom: 1 },
  7: { left: [0.76, 0.38], top: [0.1, 0.9], right: [0.38, 0.76], bottom: 1 },
  8: { left: [0.8, 0.4], top: [0, 0.5, 1], right: [0.4, 0.8], bottom: 1 },
  9: { left: [0.667, 0.333], top: [0.1, 0.9], right: [0.333, 0.667], bottom: 3 },
  10: { left: [0.667, 0.333], top: [0, 0.5, 1], right: [0.333, 0.667], bottom: 3 },
};

/** Seats of `count` people, {x, y} each: the first at the bottom, then clockwise as seen from above. */
export function places(count) {
  const sides = SIDES[count];
  if (!sides) return [];
  const at = (x) => (y) => ({ x, y });
  const bottom = { x: 0.5, y: 1 };
  return [
    bottom,
    ...(sides.bottom === 3 ? [{ x: 0, y: 1 }] : []),
    ...sides.left.map(at(0)),
    ...sides.top.map((x) => ({ x, y: 0 })),
    ...sides.right.map(at(1)),
    ...(sides.bottom === 3 ? [{ x: 1, y: 1 }] : []),
  ];
}

/** Players in the order of `places`: from this phone's own seat on, or from the first. */
export function seated(players, me) {
  const first = Math.max(0, players.indexOf(me));
  return [...players.slice(first), ...players.slice(0, first)];
}

/** Degrees clockwise from "up" under which `seat` is seen from `middle`, both {x, y} in pixels. */
export const facing = (middle, seat) =>
  (Math.atan2(seat.x - middle.x, middle.y - seat.y) * 180) / Math.PI;

/** The angle for a turn from `now` to `next` that takes the shorter way; it may leave 0 to 360. */
export const turned = (now, next) => now + (((next - now) % 360) + 540) % 360 - 180;
