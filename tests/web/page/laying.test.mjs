import assert from "node:assert/strict";
import { test } from "node:test";
import {
  begun, lasts, moved, posted, seated, unseatable, unseated, withBox, wrong,
} from "../../../uno_launcher/web/static/laying.js";

const mega = { name: "mega-hit-2020", cards: 112, custom: false, house: { stacking: true, cards_dealt: 7 } };
const older = { name: "attack-2010", cards: 112, custom: true, house: { stacking: false, cards_dealt: 7 } };
const boxes = [mega, older];
const last = {
  box: "attack-2010", players: ["Ann", "Bo", "Cy"], dealer: "Cy", scoring: "low", target: 300,
  house: { cards_dealt: 5 }, custom: { presses: 3, target: "chosen" },
};

test("the first evening begins with the box in play and nobody at the table", () => {
  const form = begun({ boxes, last: null }, "attack-2010");
  assert.deepEqual([form.box, form.players, form.dealer, form.target], ["attack-2010", [], null, 500]);
  assert.equal(begun({ boxes, last: null }, "a box file").box, "mega-hit-2020");
});

test("the next evening begins as the last one was, with the next dealer (7.7)", () => {
  const form = begun({ boxes, last });
  assert.deepEqual(posted(form, older), {
    ...last, dealer: "Ann", mode: "game", custom: { presses: 3, target: "chosen", until_cards: false },
  });
});

test("a box that isn't there any more leaves the players, not its rules", () => {
  const form = begun({ boxes: [mega], last });
  assert.deepEqual([form.box, form.players, form.house], ["mega-hit-2020", ["Ann", "Bo", "Cy"], mega.house]);
});

test("another box brings its own house rules, and only what differs from them is posted", () => {
  const form = withBox(begun({ boxes, last }), mega);
  assert.deepEqual(posted(form, mega).house, {});
  assert.deepEqual(posted({ ...form, house: { ...form.house, stacking: false } }, mega).house, { stacking: false });
});

test("nothing is written on cards that the box doesn't have, and until cards come is no number", () => {
  const form = { ...begun({ boxes, last }), custom: { presses: 3, target: "next", until_cards: true } };
  assert.equal("custom" in posted(form, mega), false);
  assert.deepEqual(posted(form, older).custom, { presses: 0, target: "next", until_cards: true });
});

test("a profile is posted only where somebody chose one", () => {
  const form = begun({ boxes, last });
  assert.equal("profile" in posted(form, older), false);
  assert.equal(posted({ ...form, profile: "gentle" }, older).profile, "gentle");
});

test("a seat is for a name that nobody there bears, up to ten of them", () => {
  assert.equal(unseatable("Di", ["Ann"]), "");
  assert.equal(unseatable("  ", []), "setup.name-empty");
  assert.equal(unseatable(" ann ", ["Ann"]), "setup.name-twice");
  assert.equal(unseatable("Jose\u0301", ["José"]), "setup.name-twice");
  assert.equal(unseatable("Di", [..."ABCDEFGHIJ"]), "setup.table-full");
});

test("the first to sit down deals, and whoever leaves passes the dealing on", () => {
  let form = begun({ boxes, last: null });
  for (const name of ["Ann", " Bo "]) form = seated(form, name);
  assert.deepEqual([form.players, form.dealer], [["Ann", "Bo"], "Ann"]);
  form = unseated(form, "Ann");
  assert.deepEqual([form.players, form.dealer], [["Bo"], "Bo"]);
  assert.equal(unseated(form, "Bo").dealer, null);
});

test("somebody moves to another seat and the others close up", () => {
  assert.deepEqual(moved(["A", "B", "C", "D"], 0, 2), ["B", "C", "A", "D"]);
  assert.deepEqual(moved(["A", "B", "C", "D"], 3, 0), ["D", "A", "B", "C"]);
  assert.deepEqual(moved(["A", "B"], 0, -1), ["A", "B"]);
  assert.deepEqual(moved(["A", "B"], 1, 2), ["A", "B"]);
});

test("what keeps from dealing is said: too few, more cards than there are, no target", () => {
  const form = begun({ boxes, last });
  assert.deepEqual(wrong(form, older), []);
  assert.deepEqual(wrong({ ...form, players: ["Ann"] }, older), [["setup.too-few", { n: 1 }]]);
  assert.deepEqual(wrong({ ...form, house: { cards_dealt: 38 } }, older), [["setup.too-many-cards", { n: 112 }]]);
  assert.deepEqual(wrong({ ...form, house: { cards_dealt: 37 } }, older), []);
  for (const target of ["", 0, 1_000_000]) {
    assert.deepEqual(wrong({ ...form, target }, older), [["setup.target-wrong", {}]]);
  }
});

test("how long a game lasts goes by the box and by how many play", () => {
  const profile = { minutes: { "mega-hit-2020": [115, 80, 55], "attack-2010": [130, 90, 60] } };
  const form = begun({ boxes, last });
  assert.equal(lasts(form, profile), 90);
  assert.equal(lasts(withBox(form, mega), profile), 80);
  assert.equal(lasts(seated(form, "Di"), profile), 60);
});

test("nobody knows how long a game of one lasts, nor with a profile or a box that isn't there", () => {
  const profile = { minutes: { "mega-hit-2020": [115] } };
  assert.equal(lasts({ box: "mega-hit-2020", players: ["Ann"] }, profile), null);
  assert.equal(lasts({ box: "mega-hit-2020", players: [] }, profile), null);
  assert.equal(lasts({ box: "a box file", players: ["Ann", "Bo"] }, profile), null);
  assert.equal(lasts({ box: "mega-hit-2020", players: ["Ann", "Bo"] }, undefined), null);
});
