// The pad: the cards of this box as buttons, and whatever else may be tapped right now.
import { el, fill, fitted, onChange } from "../../dom.js";
import { t } from "../../i18n.js";
import { numbers, sheet } from "../../sheet.js";
import { both, colours, lay, people } from "./ask.js";
import { art, cardButton } from "./card.js";
import { offers, others } from "./offers.js";

/** Type what came out of the old toy. */
export function typeCards(app) {
  const { table } = app.state();
  const by = table.mode === "game" && table.up ? { by: table.up } : {};
  sheet({ title: t("pad.how-many"), content: numbers(0, 12, (press) => app.move({ press, ...by })) });
}

const INLINE = 4; // players whom the pad has room for, each with four colours

/** As many lamps as presses are left. */
const lamps = (times) =>
  times > 0 && el("div", { class: `todo ${times > 6 ? "many" : ""}`, "aria-hidden": "true" }, Array.from({ length: Math.min(times, 24) }, () => el("i")));

/** `press` presses a simulated launcher's button. */
export function pad(app, press) {
  const root = el("section", { class: "pad", "aria-label": t("pad.pad") });
  const wide = (props, ...children) => el("button", { type: "button", class: "wide-button", ...props }, ...children);

  const title = (text) => el("h2", { class: "pad-title", text });
  const stop = (move, who) =>
    wide({ class: "wide-button stop", "data-key": "stop", text: who ? t("pad.stops", { who }) : t("pad.stop"), onclick: () => app.move(move) });
  const next = (kind, who) =>
    wide({ class: "wide-button next", "data-key": "number", onclick: () => lay(app, kind, who, { card: "number" }) },
      el("span", { class: "mini" }, art("number")),
      el("span", { class: "two" }, who && fitted(who), el("span", { text: kind === "first" ? t("pad.number-first") : t("pad.number") })));
  const pressed = (who) =>
    wide({ class: "wide-button pressed", "data-key": "pressed", text: who ? t("pad.who-pressed", { who }) : t("pad.pressed"), onclick: () => typeCards(app) });

  function grid(kind, who, cards) {
    const all = kind === "stack" ? [...cards, { card: "+1" }] : cards;
    return el("div", { class: `cards ${all.length > 4 ? "" : "few"}` }, all.map((card) =>
      cardButton(card.card, { onclick: () => lay(app, kind, who, card) })));
  }

  function choosing(what, who) {
    const pick = (choose) => app.move({ choose, by: who });
    const names = others(app.state(), who);
    if (what.length === 2 && names.length > INLINE) {
      const ask = () => sheet({ title: t("table.picks-both"), content: both(names, pick), wide: true });
      return wide({ class: "wide-button round", "data-key": "pick", text: t("table.picks-both"), onclick: ask });
    }
    if (what.length === 2) return both(names, pick);
    return what[0] === "colour" ? colours(pick) : people(names, (target) => pick({ target }));
  }

  const PLAIN = {
    toy: () => [el("p", { class: "hint big", text: t("pad.toy") })],
    press: (times) => [el("div", { class: "hint big" }, lamps(times), app.state().simulated
      ? wide({ class: "wide-button tap", "data-key": "tap", text: t("sim.tap"), onclick: press })
      : el("p", { text: t("pad.press-hint") }))],
    over: (_, phase) => [wide({ class: "wide-button round", "data-key": "round", text: ROUND[phase](), onclick: () => app.go("round") })],
  };
  const ROUND = { scoring: () => t("pad.round"), "round-over": () => t("pad.next-round"), "game-over": () => t("pad.winner") };
  const TITLES = { stack: () => t("pad.title-stack"), answer: (who) => t("pad.title-answer", { who }) };

  const draw = onChange(({ now, typed, times, phase }) => {
    const { kind, who, cards, number, choosing: what } = now;
    root.dataset.kind = kind;
    const heading = TITLES[kind]?.(who);
    const rows = [
      typed && kind !== "over" && pressed(kind === "goon" ? now.stop.by : who),
      now.stop && stop(now.stop, now.stop.by),
      number && kind !== "stack" && next(kind, who),
    ].filter(Boolean);
    fill(root,
      ...(PLAIN[kind]?.(times, phase) ?? []),
      kind === "choose" && choosing(what, who),
      heading && title(heading),
      rows.length && el("div", { class: "row" }, rows),
      cards.length || kind === "stack" ? grid(kind, who, cards) : null);
  });

  return {
    root,
    update(state) {
      const now = offers(state);
      const times = state.table.owes[0]?.presses ?? 0;
      draw({ now, typed: state.backend === "none" && !["first", "choose"].includes(now.kind), times, phase: state.table.phase });
      const waits = ["launching", "settling"].includes(state.launcher.state);
      root.toggleAttribute("inert", waits);
      root.classList.toggle("waits", waits);
    },
  };
}
