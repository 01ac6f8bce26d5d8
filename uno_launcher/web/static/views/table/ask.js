// What a card asks of whoever lays it: a colour, a player, both in one tap, or how many go along.
import { el, fitted } from "../../dom.js";
import { cardName, t } from "../../i18n.js";
import { choice, numbers, sheet } from "../../sheet.js";
import { shape } from "./card.js";
import { laid, others, skipped } from "./offers.js";

const COLOURS = ["red", "yellow", "green", "blue"];

/** Four big buttons. */
export const colours = (chosen) =>
  el("div", { class: "colours" }, COLOURS.map((colour) =>
    choice({ class: `colour ${colour}`, "data-key": colour, onclick: () => chosen({ colour }) },
      shape(colour), el("span", { text: t(`colour.${colour}`) }))));

/** A button for each player. */
export const people = (names, chosen, now) =>
  el("div", { class: "people" }, names.map((name) =>
    choice({ class: "person", "data-key": name, "aria-pressed": now === undefined ? undefined : String(name === now), onclick: () => chosen(name) }, fitted(name))));

/** Player and colour at once: a row for each player, with the four colours in it. */
export const both = (names, chosen) =>
  el("div", { class: "both" }, names.map((name) =>
    el("div", { class: "both-row", role: "group", "aria-label": name },
      fitted(name, "both-name"),
      COLOURS.map((colour) =>
        choice({ class: `dot ${colour}`, "data-key": `${name} ${colour}`, "aria-label": `${name}, ${t(`colour.${colour}`)}`, onclick: () => chosen({ target: name, colour }) }, shape(colour))))));

/** Ask what `card` wants to know of `who`; `chosen` gets {colour, target, discards}, as far as asked. */
function ask(state, who, card, chosen) {
  const title = cardName(card.card);
  const wants = card.asks;
  if (wants.includes("discards")) {
    const most = Math.max(9, (state.table.hands[who] ?? 1) - 1);
    sheet({ title: t("pad.go-along", { card: title }), content: numbers(0, most, (discards) => chosen(discards ? { discards } : {}), { more: false }) });
  } else if (wants.length > 1) {
    sheet({ title: t("pad.who-and-colour", { card: title }), content: both(others(state, who), chosen), wide: true });
  } else if (wants[0] === "colour") {
    sheet({ title: t("pad.which-colour", { card: title }), content: colours(chosen) });
  } else {
    sheet({ title: t("pad.which-player", { card: title }), content: people(others(state, who), (target) => chosen({ target })) });
  }
}

/**
 * Lay a card for `who`, asking what it takes. Where others come first by the turn, somebody forgot to tap: did
 * each of them lay a card? `more` goes with the move.
 */
export function lay(app, kind, who, card, more = {}) {
  const state = app.state();
  const forgot = who && !more.late ? skipped(state, who) : null;
  const send = async (before, chosen) => {
    for (const move of before) if (!(await app.move(move))) return;
    await app.move({ ...laid(kind, who, card.card, chosen), ...more });
  };
  const go = (before) => (card.asks?.length ? ask(state, who, card, (chosen) => send(before, chosen)) : send(before, {}));
  if (!forgot?.length) {
    go([]);
    return;
  }
  sheet({
    title: t("pad.did-each", { n: forgot.length, who: listed(forgot) }),
    content: el("div", { class: "answers" },
      choice({ class: "wide-button yes", "data-key": "yes", text: t("pad.yes-each", { n: forgot.length }), onclick: () => go(forgot.map((name) => laid("play", name, "number"))) }),
      choice({ class: "wide-button", "data-key": "no", text: t("pad.no-turn", { who }), onclick: () => go([{ turn: who }]) })),
  });
}

/** "Ann, Bo and Cy". */
export const listed = (names) =>
  names.length < 2 ? names.join("") : t("pad.and", { some: names.slice(0, -1).join(", "), last: names.at(-1) });
