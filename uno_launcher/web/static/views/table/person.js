// One player's sheet: what they laid, called or hold. A tap on their seat opens it.
import { el } from "../../dom.js";
import { t } from "../../i18n.js";
import { choice, numbers, sheet } from "../../sheet.js";
import { lay } from "./ask.js";
import { callUno, caught } from "./bar.js";
import { cardButton } from "./card.js";
import { late } from "./fix.js";
import { cardsFor } from "./offers.js";

export function open(app, who) {
  const state = app.state();
  const { table } = state;
  if (table.eliminated.includes(who)) return;
  const running = ["play", "owing", "choose"].includes(table.phase);
  const held = table.hands[who];
  const cards = cardsFor(state, who);
  const act = (key, text, onclick) => choice({ class: "wide-button", "data-key": key, text, onclick });
  const content = [
    running && el("div", { class: "cards small" }, [{ card: "number" }, ...cards].map((card) =>
      cardButton(card.card, { onclick: () => lay(app, "play", who, card) }))),
    el("div", { class: "acts" },
      running && act("uno", t("pad.calls-uno", { who }), () => callUno(app, who)),
      running && act("caught", t("pad.catch", { who }), () => caught(app, who)),
      running && table.up !== who && act("turn", t("fix.is-up", { who }), () => app.move({ turn: who })),
      table.last_press && table.last_press.who !== who && act("press-was", t("fix.was-theirs", { who }), () => app.move({ press_was: who }))),
    el("section", { class: "part" }, el("h3", { text: t("fix.holds", { who }) }),
      numbers(1, Math.max(14, held + 4), (n) => app.move({ correct: { [who]: n } }), { now: held })),
    running && table.last_press && late(app, who),
  ];
  sheet({ title: running ? t("pad.who-laid", { who }) : who, content, wide: true });
}
