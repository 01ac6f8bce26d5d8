// What may be called out at any time, within a thumb's reach: undo, UNO, caught, put right, the menu.
import { el, fill, onChange, svg } from "../../dom.js";
import { t } from "../../i18n.js";
import { sheet } from "../../sheet.js";
import { people } from "./ask.js";
import { open } from "./later.js";
import { others, playing } from "./offers.js";

const ICONS = {
  undo: "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 0 12h-3",
  fix: "M5 23l1-5L18 6l4 4-12 12zM15 9l4 4",
  menu: "M5 8h18M5 14h18M5 20h18",
};
export const icon = (name) => svg("svg", { class: "icon", viewBox: "0 0 28 28", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));

/** Whoever laid the last card is asked for first: it's them, if anybody. */
function likely(state, names) {
  const last = state.did?.play ? state.did.by : null;
  return names.includes(last) ? [last, ...names.filter((name) => name !== last)] : names;
}

export function callUno(app, who = app.me) {
  if (who) app.move({ uno: who });
  else sheet({ title: t("pad.who-uno"), content: people(likely(app.state(), playing(app.state())), (name) => app.move({ uno: name })) });
}

/** Somebody forgot to call UNO. The page doesn't know who: people notice, or nobody does. */
export function caught(app, forgot) {
  const state = app.state();
  if (!forgot) {
    const names = likely(state, others(state, app.me));
    sheet({ title: t("pad.who-forgot"), content: people(names, (name) => caught(app, name)) });
  } else if (app.me && app.me !== forgot) {
    app.move({ catch: forgot, by: app.me });
  } else {
    sheet({ title: t("pad.who-caught", { who: forgot }), content: people(others(state, forgot), (by) => app.move({ catch: forgot, by })) });
  }
}

export const undo = (app) => app.move({ undo: true, ...(app.me && app.state().table.mode === "game" && { by: app.me }) });

export function bar(app) {
  const root = el("nav", { class: "bar", "aria-label": t("pad.bar") });
  const button = (key, text, act, picture) =>
    el("button", { type: "button", class: `bar-button ${key}`, "data-key": key, onclick: act }, picture && icon(picture), el("span", { text }));
  const draw = onChange(({ game }) =>
    fill(root,
      button("undo", t("pad.undo"), () => undo(app), "undo"),
      game && button("uno", t("pad.uno"), () => callUno(app)),
      game && button("caught", t("pad.caught"), () => caught(app)),
      button("fix", t("pad.fix"), () => open("fix", app), "fix"),
      button("menu", t("pad.menu"), () => open("menu", app), "menu")));
  return { root, update: ({ table }) => draw({ game: table.mode === "game" }) };
}
