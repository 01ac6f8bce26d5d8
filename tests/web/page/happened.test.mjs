import assert from "node:assert/strict";
import { test } from "node:test";
import { happened, spoken } from "../../../uno_launcher/web/static/views/table/happened.js";
import { saying } from "../../../uno_launcher/web/static/views/table/saying.js";
import { owing, state } from "./states.mjs";

const last = (number, counted) => ({ number, counted });

test("the first state that a phone sees tells of nothing", () => {
  const what = happened(null, state({ launcher: { last: last(7, 4) } }));
  assert.deepEqual([what.flew, what.landed, what.refusal], [0, null, ""]);
});

test("each card flies once, however the states come", () => {
  const before = state();
  const one = state({ launcher: { state: "launching", number: 8, counted: 1 } });
  const three = state({ launcher: { state: "launching", number: 8, counted: 3 } });
  const over = state({ n: 5, launcher: { number: 8, last: last(8, 4) }, table: { last_press: { who: "Ann", cards: 4 } } });
  assert.equal(happened(before, one).pressed, true);
  assert.deepEqual([happened(before, one).flew, happened(one, three).flew, happened(three, over).flew], [1, 2, 1]);
  assert.equal(happened(before, over).flew, 4); // a phone that missed what came between
  assert.deepEqual(happened(three, over).landed, { who: "Ann", cards: 4 });
});

test("a dry press lands with no card", () => {
  const over = state({ n: 5, launcher: { number: 8, last: last(8, 0) }, table: { last_press: { who: "Ann", cards: 0 } } });
  assert.deepEqual([happened(state(), over).flew, happened(state(), over).landed], [0, { who: "Ann", cards: 0 }]);
});

test("the same refusal twice is told twice", () => {
  const once = state({ launcher: { refused: 1, refusal: "Wait." } });
  const twice = state({ launcher: { refused: 2, refusal: "Wait." } });
  assert.equal(happened(once, twice).refusal, "Wait.");
  assert.equal(happened(twice, twice).refusal, "");
});

test("what was typed without a launcher flies as well", () => {
  const after = state({ n: 5, backend: "none", did: { press: 3 }, table: { last_press: { who: "Ann", cards: 3 } } });
  assert.deepEqual(happened(state({ backend: "none" }), after).landed, { who: "Ann", cards: 3 });
});

test("another evening is no news of this one", () => {
  const what = happened(state(), state({ evening: 2, launcher: { number: 9, last: last(9, 5) } }));
  assert.deepEqual([what.flew, what.landed, what.changed], [0, null, true]);
});

const told = (before, after) => spoken(happened(before, after), saying(before), saying(after));
const owes = (n, presses, more) => state({ n, table: { phase: "owing", up: "Cy", owes: [owing("Cy", presses)], ...more } });

test("a voice says what is owed, then what is left", () => {
  assert.deepEqual(told(state(), owes(5, 3)), ["table.press-times", { who: "Cy", n: 3 }]);
  assert.deepEqual(told(owes(5, 3), owes(6, 2)), ["table.say-left", { n: 2 }]);
  assert.equal(told(owes(6, 2), owes(6, 2)), null);
});

test("a voice says whose turn it is, and what is wrong", () => {
  assert.deepEqual(told(state(), state({ n: 5, table: { up: "Bo" } })), ["table.say-turn", { who: "Bo" }]);
  assert.deepEqual(told(state(), state({ launcher: { state: "jammed", why: "card stuck" } })), { sentence: "card stuck" });
});
