import assert from "node:assert/strict";
import { test } from "node:test";
import { compared, handMove, holders, sum, tappable } from "../../../uno_launcher/web/static/hands.js";

const cards = [
  { card: "number", points: null, numbers: [0, 1, 9] },
  { card: "hit-2", points: 40, numbers: [] },
  { card: "wild", points: 50, numbers: [] },
];

test("the pad has every number by itself, worth its face, then the others", () => {
  assert.deepEqual(tappable(cards).map(({ card, points }) => [card, points]), [["0", 0], ["1", 1], ["9", 9], ["hit-2", 40], ["wild", 50]]);
});

test("a hand is handed in as words that the rules know, a number in any colour", () => {
  const [, one, nine, hit, wild] = tappable(cards);
  const tapped = [nine, wild, one, one, hit];
  assert.equal(sum(tapped), 101);
  assert.deepEqual(handMove("Bo", tapped), { hand: { Bo: ["red 9", "wild", "red 1", "red 1", "hit-2"] } });
});

test("the tapped cards are compared with the counted hand", () => {
  assert.deepEqual(compared(5, 4), ["round.fewer-tapped", { n: 4, counted: 5 }]);
  assert.deepEqual(compared(5, 5), ["round.all-tapped", { n: 5, counted: 5 }]);
  assert.deepEqual(compared(5, 6), ["round.more-tapped", { n: 6, counted: 5 }]);
});

test("hands are counted of everybody but who laid the last card and who is out (7.4)", () => {
  const table = { hands: { Ann: 0, Bo: 5, Cy: 0, Di: 2 }, out: "Ann", eliminated: ["Cy"] };
  assert.deepEqual(holders(table), ["Bo", "Di"]);
});
