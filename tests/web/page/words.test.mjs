import assert from "node:assert/strict";
import { test } from "node:test";
import { filled, speaker, translator } from "../../../uno_launcher/web/static/words.js";

test("a text's gaps are filled, also with 0, and an unknown gap stays to be seen", () => {
  assert.equal(filled("{who} has {n} of {all}", { who: "Ann", n: 0 }), "Ann has 0 of {all}");
});

test("a value that looks like a gap isn't filled again", () => {
  assert.equal(filled("{a} and {b}", { a: "{b}", b: "Bo" }), "{b} and Bo");
});

test("the number chooses the plural, and a form that a language lacks is the other one", () => {
  const t = speaker({ cards: { one: "{n} carte", other: "{n} cartes" } }, "fr");
  assert.deepEqual([0, 1, 2, 1_000_000].map((n) => t("cards", { n })), [
    "0 carte", "1 carte", "2 cartes", "1000000 cartes",
  ]);
});

test("a key that isn't there comes back as it is", () => {
  assert.equal(speaker({}, "en")("scores.title"), "scores.title");
});

const pairs = {
  "It's {0}'s turn.": "{0} est en piste.",
  "{0} owes {1} first{2}.": "{0} doit d'abord {1}{2}.",
  ", or stops": ", ou s'arrête",
  "{0} press": "{0} coup",
  "{0} presses": "{0} coups",
  "A {0} doesn't go on a {1}.": "La carte {0} ne va pas sur {1}.",
  "{0} in {1}": "{0}, couleur {1}",
  "What came since would not fit: {0}": "La suite ne colle plus : {0}",
  "card stuck": "carte coincée",
  "open the lid, {0}, close the lid{1}": "ouvre le couvercle, {0}, referme{1}",
  "pull it out": "retire-la",
  "two players are called {0}": "deux joueurs s'appellent {0}",
  ": ": " : ",
};
const say = translator(pairs, (text) => ({ wild: "Joker", blue: "bleu", "red 7": "7 rouge" })[text]);

test("a sentence's gaps are translated where they are sentences, presses or cards themselves", () => {
  assert.equal(say("Bo owes 2 presses first."), "Bo doit d'abord 2 coups.");
  assert.equal(say("Bo owes 1 press first, or stops."), "Bo doit d'abord 1 coup, ou s'arrête.");
  assert.equal(say("A red 7 doesn't go on a wild in blue."), "La carte 7 rouge ne va pas sur Joker, couleur bleu.");
  assert.equal(
    say("What came since would not fit: It's Cy's turn."), "La suite ne colle plus : Cy est en piste.");
});

test("two sentences that the server joined are translated each", () => {
  assert.equal(
    say("card stuck: open the lid, pull it out, close the lid"),
    "carte coincée : ouvre le couvercle, retire-la, referme");
});

test("a mistake that the server made a sentence of is known again", () => {
  assert.equal(say("Two players are called Ann."), "Deux joueurs s'appellent Ann.");
  assert.equal(say("Card stuck."), "Carte coincée.");
});

test("what nobody translated stays as it came, also where half of it is known", () => {
  assert.equal(say("The moon is full."), "The moon is full.");
  assert.equal(say("card stuck: call a friend"), "card stuck: call a friend");
  assert.equal(say(""), "");
  assert.equal(say(undefined), "");
});

test("names stay names, whatever signs they hold", () => {
  assert.equal(say("It's A.*{0}$&'s turn."), "A.*{0}$& est en piste.");
  assert.equal(say("blue in red 7"), "blue in red 7"); // means something only inside a sentence
});
