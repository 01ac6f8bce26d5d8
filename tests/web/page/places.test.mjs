import assert from "node:assert/strict";
import { test } from "node:test";
import { facing, places, seated, turned } from "../../../uno_launcher/web/static/views/table/places.js";

const WIDE = 0.31 / (1 - 0.31); // a seat's width, as a share of the way its left edge can go
const HIGH = 0.21 / (1 - 0.21);

for (let count = 2; count <= 10; count++) {
  test(`${count} people sit apart from one another`, () => {
    const seats = places(count);
    assert.equal(seats.length, count);
    for (const [i, a] of seats.entries()) {
      for (const b of seats.slice(i + 1)) {
        assert.ok(Math.abs(a.x - b.x) >= WIDE || Math.abs(a.y - b.y) >= HIGH, `${JSON.stringify(a)} ${JSON.stringify(b)}`);
      }
    }
  });

  test(`${count} people sit clockwise, the first at the bottom`, () => {
    const angles = places(count).map(({ x, y }) => (facing({ x: 0.5, y: 0.5 }, { x, y }) + 180 + 360) % 360);
    assert.equal(angles[0], 0);
    assert.deepEqual(angles, [...angles].sort((a, b) => a - b));
  });
}

test("whose phone it is sits nearest, the others keep their order", () => {
  assert.deepEqual(seated(["Ann", "Bo", "Cy"], "Cy"), ["Cy", "Ann", "Bo"]);
  assert.deepEqual(seated(["Ann", "Bo", "Cy"], null), ["Ann", "Bo", "Cy"]);
});

test("the launcher turns the shorter way", () => {
  assert.equal(turned(170, -170), 190);
  assert.equal(turned(0, 90), 90);
  assert.equal(turned(720, -90), 630);
});
