import assert from "node:assert/strict";
import { test } from "node:test";
import { cardsFor, laid, offers, others, skipped } from "../../../uno_launcher/web/static/views/table/offers.js";
import { owing, state } from "./states.mjs";

const names = ({ cards }) => cards.map(({ card }) => card);
const asks = (cards, name) => cards.find(({ card }) => card === name)?.asks;

test("on a turn every card of the box can be tapped, a number card with one wide button", () => {
  const now = offers(state());
  assert.equal(now.kind, "play");
  assert.equal(now.who, "Ann");
  assert.equal(now.number, true);
  assert.deepEqual(names(now), ["reverse", "skip", "hit-1", "hit-2", "discard-all", "trade-hands", "wild", "wild-all-hit", "wild-attack-attack"]);
});

test("colour and player are asked only of cards that want them", () => {
  const { cards } = offers(state());
  assert.deepEqual(asks(cards, "skip"), []);
  assert.deepEqual(asks(cards, "wild"), ["colour"]);
  assert.deepEqual(asks(cards, "wild-attack-attack"), ["colour", "target"]);
  assert.deepEqual(asks(cards, "discard-all"), ["discards"]);
});

test("whoever holds one card is offered none that can't be the last, and takes no others along", () => {
  const { cards } = offers(state({ table: { hands: { Ann: 1, Bo: 7, Cy: 7, Di: 7 } } }));
  assert.equal(asks(cards, "trade-hands"), undefined);
  assert.deepEqual(asks(cards, "discard-all"), []);
});

test("while a hit may be answered the pad shows what answers, and no number (5.1)", () => {
  const now = offers(state({ table: { phase: "owing", up: "Bo", owes: [owing("Bo", 2, { may_answer: true })] } }));
  assert.equal(now.kind, "answer");
  assert.deepEqual(names(now), ["hit-1", "hit-2", "wild-attack-attack"]);
  assert.equal(now.number, false);
  assert.equal(now.stop, null);
});

test("who may stop can, and the next one may lay a card instead (4.2)", () => {
  const now = offers(state({ table: { phase: "owing", up: "Bo", next: "Cy", owes: [owing("Bo", 1, { may_stop: true })] } }));
  assert.equal(now.kind, "goon");
  assert.equal(now.who, "Cy");
  assert.deepEqual(now.stop, { stop: true, by: "Bo" });
});

test("with a further debt behind it, a stop lets nobody lay a card", () => {
  const table = { phase: "owing", up: "Bo", next: "Cy", owes: [owing("Bo", 1, { may_stop: true }), owing("Cy", 1)] };
  const now = offers(state({ table }));
  assert.equal(now.kind, "press");
  assert.deepEqual(now.stop, { stop: true, by: "Bo" });
});

test("who must press is offered no card", () => {
  const now = offers(state({ table: { phase: "owing", up: "Bo", owes: [owing("Bo", 2)] } }));
  assert.equal(now.kind, "press");
  assert.deepEqual(now.cards, []);
});

test("stack mode offers hits and nothing else, and asks nothing", () => {
  const now = offers(state({ table: { mode: "stack", phase: "owing", up: null, next: null, owes: [owing(null, 2, { may_stop: true })] } }));
  assert.deepEqual(names(now), ["hit-1", "hit-2", "wild-attack-attack"]);
  assert.ok(now.cards.every((card) => card.asks.length === 0));
  assert.deepEqual(now.stop, { stop: true });
  assert.equal(now.number, false);
});

test("toy mode offers nothing", () => {
  assert.deepEqual(offers(state({ table: { mode: "toy" } })).cards, []);
});

test("a card that is put back can't be turned up (2.4)", () => {
  const now = offers(state({ table: { phase: "turn-up", up: null } }));
  assert.equal(now.kind, "first");
  assert.ok(!names(now).includes("wild-all-hit"));
  assert.ok(now.cards.every((card) => card.asks.length === 0));
});

test("a choice that is waited for is offered to whoever chooses", () => {
  const now = offers(state({ table: { phase: "choose", up: "Ann", choosing: ["colour"] } }));
  assert.equal(now.kind, "choose");
  assert.deepEqual(now.choosing, ["colour"]);
});

test("a move names what was laid, by whom, and what was chosen", () => {
  assert.deepEqual(laid("play", "Ann", "wild", { colour: "blue" }), { play: "wild", by: "Ann", colour: "blue" });
  assert.deepEqual(laid("stack", null, "hit-1"), { play: "hit-1" });
  assert.deepEqual(laid("first", null, "number"), { turn_up: "number" });
});

test("for a player further on, those from whoever is up have forgotten to tap", () => {
  assert.deepEqual(skipped(state(), "Cy"), ["Ann", "Bo"]);
  assert.equal(skipped(state(), "Ann"), null);
});

test("against the clock the others lie between, and who is out lies nowhere", () => {
  assert.deepEqual(skipped(state({ table: { direction: "right" } }), "Cy"), ["Ann", "Di"]);
  assert.deepEqual(skipped(state({ table: { eliminated: ["Bo"] } }), "Cy"), ["Ann"]);
  assert.deepEqual(skipped(state({ table: { up: "Di" } }), "Bo"), ["Di", "Ann"]);
});

test("nobody has forgotten anything while somebody must press or choose", () => {
  assert.equal(skipped(state({ table: { phase: "owing", up: "Bo", owes: [owing("Bo", 2)] } }), "Cy"), null);
  assert.equal(skipped(state({ table: { phase: "choose", choosing: ["colour"] } }), "Cy"), null);
});

test("who plays on is anybody but oneself and those who are out", () => {
  assert.deepEqual(others(state({ table: { eliminated: ["Di"] } }), "Ann"), ["Bo", "Cy"]);
});

test("a late card may be any of the box, with what it asks", () => {
  assert.deepEqual(asks(cardsFor(state(), null), "wild"), ["colour"]);
});
