import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { told } from "../../../uno_launcher/web/static/told.js";
import { speaker } from "../../../uno_launcher/web/static/words.js";

const words = JSON.parse(readFileSync(new URL("../../../uno_launcher/web/static/lang/en.json", import.meta.url)));
const say = (move, more = {}) => told({ move, ...more }, speaker(words, "en"), (word) => `[${word}]`);

const sentences = [
  [{ turn_up: "red 5" }, "Turned up: [red 5]"],
  [{ turn_up: "number" }, "Turned up: a number"],
  [{ play: "hit-2", by: "Ann" }, "Ann lays [hit-2]"],
  [{ play: "number", by: "Ann" }, "Ann lays a number"],
  [{ play: "wild-attack-attack", by: "Ann", colour: "blue", target: "Bo" }, "Ann lays [wild-attack-attack] · blue · → Bo"],
  [{ play: "discard-all", by: "Ann", discards: 3, uno: true }, "Ann lays [discard-all] · 3 more along · UNO!"],
  [{ play: "skip", by: "Ann", late: true }, "Ann lays [skip] · tapped late"],
  [{ play: "skip" }, "Somebody lays [skip]"],
  [{ choose: { colour: "red" }, by: "Cy" }, "Cy picks · red"],
  [{ choose: { target: "Bo", colour: "red" }, by: "Cy" }, "Cy picks · red · → Bo"],
  [{ play: "skip", late: true }, "Laid before that press: [skip]"],
  [{ stop: true, by: "Cy" }, "Cy stops there"],
  [{ stop: true }, "Nobody needs to press on any more"],
  [{ uno: "Ann" }, "Ann calls UNO"],
  [{ catch: "Ann", by: "Bo" }, "Bo catches Ann without UNO"],
  [{ suggested: "Bo" }, "Bo suggested a card"],
  [{ reloaded: true }, "The launcher is reloaded"],
  [{ reloaded: 60 }, "The launcher is reloaded: 60 cards"],
  [{ hand: { Bo: ["red 7", "wild"] } }, "Bo holds 2 cards · [7] · [wild]"],
  [{ hand: { Bo: [] } }, "Bo holds 0 cards"],
  [{ points: { Bo: 57, Cy: 1 } }, "Bo holds 57 points; Cy holds 1 point"],
  [{ came_out: 1 }, "Put right: 1 card came out"],
  [{ press_was: "Bo" }, "Put right: the press was Bo's"],
  [{ turn: "Cy" }, "Put right: Cy is up"],
  [{ correct: { Bo: 5 } }, "Put right: Bo holds 5 cards"],
  [{ mode: "stack" }, "Now without names: only hits are counted"],
  [{ next_round: true }, "The next round begins"],
  [{ undo: true }, "The move before is taken back"],
  [{ something: "else" }, ""],
];

for (const [move, sentence] of sentences) {
  test(`${JSON.stringify(move)} is told as: ${sentence}`, () => assert.equal(say(move), sentence));
}

test("a stop that nobody made is told with whose presses were left", () => {
  assert.equal(say({ stop: true }, { who: "Cy" }), "Cy needn't press on any more");
});

test("a press is told with whose it was and what it brought in the end", () => {
  assert.equal(say({ press: 3, by: "Cy" }, { who: "Bo", cards: 4 }), "Bo presses: 4 cards");
  assert.equal(say({ press: 0, by: "Cy" }, { who: "Cy", cards: 0 }), "Cy presses: nothing");
  assert.equal(say({ press: 0 }), "Somebody presses: nothing");
  assert.equal(say({ failed_press: 1, by: "Cy" }, { who: "Cy", cards: 1 }), "Cy's press broke off after 1 card");
});
