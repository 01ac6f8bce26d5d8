import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { filled, translator } from "../../../uno_launcher/web/static/words.js";

const pairs = (language) =>
  JSON.parse(readFileSync(new URL(`../../../uno_launcher/web/static/lang/sentences.${language}.json`, import.meta.url)));

const inside = /^[^A-Z]*$|^(A hand|Points|The (table|launcher|cards that came out))$/; // no sentence by itself

for (const language of ["fr", "de", "it", "es", "sv"]) {
  test(`no sentence is taken for another one in ${language}`, () => {
    const known = pairs(language);
    const say = translator(known);
    for (const [english, translation] of Object.entries(known)) {
      if (inside.test(english)) continue;
      const gaps = Object.fromEntries([...english.matchAll(/\{(\d)\}/g)].map(([, gap]) => [gap, `Zoë${gap}`]));
      assert.equal(say(filled(english, gaps)), filled(translation, gaps), english);
    }
  });
}

test("a sentence in a sentence, with presses, is said in the language", () => {
  const say = translator(pairs("de"));
  assert.equal(say("Bo owes 2 presses first, or stops."), "Bo hat erst noch 2× Drücken offen, oder hört auf.");
  assert.equal(say("What came since would not fit: It's Cy's turn."), "Was danach kam, passt dann nicht: Cy ist dran.");
  assert.equal(
    say("card stuck: open the lid, pull it out, close the lid, then press the button"),
    "Karte klemmt: öffne den Deckel, zieh sie heraus, schließe den Deckel, dann drücke den Knopf");
  assert.equal(
    say("unlucky: fewer than one evening in 400 brings as many cards"),
    "Pech: weniger als einer von 400 Abenden bringt so viele Karten");
  assert.equal(say("3 of 5 came out: a card got stuck; 2 more than the hopper should have held"),
    "3 von 5 kamen: eine Karte hat geklemmt; 2 mehr, als im Magazin sein sollten");
  assert.equal(say("Ann entered 1 card, but should hold 3 by the count."), "Ann hat 1 Karte eingegeben, sollte laut Zählung aber 3 haben.");
  assert.equal(
    say("Press 7 was interrupted, the power or the program went off: 2 cards or more came out, so it counts as a press."),
    "Das Drücken Nr. 7 wurde unterbrochen, Strom oder Programm fiel aus: 2 Karten oder mehr kamen heraus, also zählt es.");
});
