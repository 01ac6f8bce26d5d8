// Putting right what nobody tapped, or what was tapped wrongly: each in two taps, this sheet being the first.
import { el } from "../../dom.js";
import { t } from "../../i18n.js";
import { choice, numbers, sheet } from "../../sheet.js";
import { lay, people } from "./ask.js";
import { cardButton } from "./card.js";
import { cardsFor, offers, playing } from "./offers.js";

const part = (title, ...content) => el("section", { class: "part" }, el("h3", { text: title }), ...content);

/** A card that lay there before the last press. `who` null: the table works out whose it was. */
export function late(app, who = null) {
  const state = app.state();
  const stack = state.table.mode === "stack";
  const cards = stack ? [...offers(state).cards, { card: "+1" }] : [{ card: "number" }, ...cardsFor(state, who)];
  return part(t("fix.late"), el("div", { class: "cards small" }, cards.map((card) =>
    cardButton(card.card, { onclick: () => lay(app, stack ? "stack" : "play", who, card, { late: true }) }))));
}

/** `first`: "reloaded" puts that part first. */
export function open(app, first = "") {
  const state = app.state();
  const { table, setup } = state;
  const game = table.mode === "game";
  const running = game && ["play", "owing", "choose"].includes(table.phase);
  const press = table.mode === "toy" ? null : table.last_press;
  const reload = part(t("fix.reloaded"), choice({ class: "wide-button", "data-key": "reloaded", text: t("fix.all-in"), onclick: () => app.move({ reloaded: true }) }), counted(app));
  const parts = [
    press && part(press.who ? t("fix.came-out", { who: press.who }) : t("fix.came-out-all"),
      numbers(0, 12, (came_out) => app.move({ came_out }), { now: press.cards })),
    press && game && part(t("fix.press-was"), people(playing(state), (press_was) => app.move({ press_was }), press.who)),
    press && late(app),
    running && part(t("fix.turn"), people(playing(state), (turn) => app.move({ turn }))),
    game && part(t("fix.hand"), el("p", { class: "hint", text: t("fix.hand-hint") })),
    reload,
    game && setup.house.suggestion_penalty > 0 && part(t("fix.suggested", { n: setup.house.suggestion_penalty }),
      people(playing(state), (suggested) => app.move({ suggested }))),
  ];
  const shown = parts.filter(Boolean);
  if (first) shown.unshift(...shown.splice(shown.indexOf(reload), 1));
  sheet({ title: t("fix.title"), content: shown, wide: true });
}

function counted(app) {
  const field = el("input", { type: "number", inputmode: "numeric", min: 0, max: 999, required: true, id: "reloaded-count" });
  const form = el("form", { class: "more" }, el("label", { for: "reloaded-count", text: t("fix.count") }), field, el("button", { class: "chip", text: t("shell.ok") }));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    app.move({ reloaded: field.valueAsNumber });
  });
  return form;
}
