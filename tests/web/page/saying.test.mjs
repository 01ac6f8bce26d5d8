import assert from "node:assert/strict";
import { test } from "node:test";
import { saying, stopping } from "../../../uno_launcher/web/static/views/table/saying.js";
import { owing, state } from "./states.mjs";

const keys = (now) => now.lines.map(([key]) => key);

test("who owes is told to press, how often, and to whom the launcher is turned (3.6)", () => {
  const now = saying(state({ table: { phase: "owing", up: "Cy", owes: [owing("Cy", 3, { may_answer: true })] } }));
  assert.deepEqual([now.tone, now.who, now.what, now.times], ["press", "Cy", ["table.press"], 3]);
  assert.deepEqual(keys(now), ["table.turn-it", "table.may-answer"]);
});

test("until cards come there is no number", () => {
  const debt = owing("Cy", 0, { until_cards: true });
  assert.equal(saying(state({ table: { phase: "owing", up: "Cy", owes: [debt] } })).times, "until");
});

test("several who owe are told in turn", () => {
  const now = saying(state({ table: { phase: "owing", up: "Bo", owes: [owing("Bo", 1), owing("Cy", 1)] } }));
  assert.deepEqual(now.lines.at(-1), ["table.then", { who: "Cy" }]);
});

test("trouble comes first, with what to do, and says who owes after it", () => {
  const launcher = { state: "jammed", why: "card stuck", advice: "open the lid" };
  const now = saying(state({ launcher, table: { phase: "owing", up: "Cy", owes: [owing("Cy", 2)] } }));
  assert.equal(now.tone, "trouble");
  assert.deepEqual(now.what, { sentence: "card stuck" });
  assert.deepEqual(now.lines, [{ sentence: "open the lid" }, ["table.still-owes", { who: "Cy", n: 2 }]]);
});

test("without a launcher there is no trouble with one", () => {
  assert.equal(saying(state({ backend: "none", launcher: { state: "stopped", why: "off" } })).tone, "play");
});

test("a running burst says who pressed and nothing about what it brings", () => {
  const now = saying(state({ launcher: { state: "launching" }, table: { phase: "owing", up: "Cy", owes: [owing("Cy", 2)] } }));
  assert.deepEqual([now.tone, now.who, now.times], ["out", "Cy", 0]);
});

test("a resting launcher asks to wait first (3.4)", () => {
  assert.equal(keys(saying(state({ resting: true })))[0], "table.wait");
});

test("an armed loading check says whose card it is", () => {
  assert.deepEqual(saying(state({ armed: true })).what, ["table.armed"]);
});

test("stack mode names nobody", () => {
  const now = saying(state({ table: { mode: "stack", up: null, owes: [owing(null, 4, { may_answer: true })] } }));
  assert.equal(now.who, null);
  assert.deepEqual(keys(now), ["table.may-add"]);
});

test("the end of a round and of the game say who won, a tie names all of them", () => {
  assert.equal(saying(state({ table: { phase: "scoring", out: "Di" } })).who, "Di");
  assert.deepEqual(saying(state({ table: { phase: "game-over", winner: ["Ann", "Bo"] } })).what, ["table.tie", { who: "Ann, Bo" }]);
});

test("the bar of who may stop runs out by itself, and shows what is left of it to a phone that looks later (4.2)", () => {
  const owed = state({ stopping: { left_s: 4, of_s: 5 } });
  assert.deepEqual(stopping(owed, 0), { left: 4, share: 0.8 });
  assert.deepEqual(stopping(owed, 3), { left: 1, share: 0.2 });
  assert.deepEqual(stopping(owed, 9), { left: 0, share: 0 });
});

test("nothing runs out where nobody may stop, or nobody could press on", () => {
  const at = { left_s: 4, of_s: 5 };
  assert.equal(stopping(state({ stopping: null }), 0), null);
  assert.equal(stopping(state({ stopping: at, launcher: { state: "jammed" } }), 0), null);
  assert.equal(stopping(state({ stopping: at, armed: true }), 0), null);
});
