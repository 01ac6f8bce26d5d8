import assert from "node:assert/strict";
import { test } from "node:test";
import { remembered } from "../../../uno_launcher/web/static/views/table/past.js";

const ann = { play: "hit-2", by: "Ann" };
const bo = { play: "skip", by: "Bo" };
const undo = { undo: true };
const after = (moves, from = 0) => moves.reduce((past, did, i) => remembered(past, { evening: 1, n: from + i, did }), null);

test("an undo says which move it took back, and one more the move before that", () => {
  assert.deepEqual(after([ann, bo, undo]).gone, bo);
  assert.deepEqual(after([ann, bo, undo, undo]).gone, ann);
});

test("the same state again takes nothing back", () => {
  const past = after([ann, bo, undo]);
  assert.equal(remembered(past, { evening: 1, n: 2, did: undo }).gone, null);
});

test("what a phone slept through is not made up", () => {
  const past = after([ann, bo]);
  assert.equal(remembered(past, { evening: 1, n: 5, did: undo }).gone, null);
});

test("another evening has its own past", () => {
  const past = remembered(after([ann, bo]), { evening: 2, n: 1, did: null });
  assert.equal(remembered(past, { evening: 2, n: 2, did: undo }).gone, null);
});

test("where time stops somebody, it's whoever was up before; where that was missed, nobody knows", () => {
  const stop = { evening: 1, n: 2, did: { stop: true }, table: { up: "Cy" } };
  const before = (n, up) => remembered(null, { evening: 1, n, did: ann, table: { up } });
  const past = remembered(before(1, "Bo"), stop);
  assert.equal(past.eased, "Bo");
  assert.equal(remembered(past, stop).eased, "Bo"); // the same state again
  assert.equal(remembered(before(0, "Bo"), stop).eased, null);
  assert.equal(remembered(before(1, "Bo"), { ...stop, did: { stop: true, by: "Bo" } }).eased, null);
});
