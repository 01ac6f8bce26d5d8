// The menu: where else to go, how to play, and what this phone does.
import { el } from "./dom.js";
import { t } from "./i18n.js";
import { languageChooser } from "./language.js";
import { phone, setPhone } from "./phone.js";
import { choice, closeSheet, sheet } from "./sheet.js";
import { speak, wakeSound } from "./sound.js";

const PLACES = {
  setup: () => t("shell.setup"),
  scores: () => t("shell.scores"),
  history: () => t("shell.history"),
  receipt: () => t("shell.receipt"),
  join: () => t("shell.join"),
  parent: () => t("shell.parent"),
};

function modes(app) {
  const { table, setup } = app.state();
  const words = { toy: [t("shell.toy"), t("shell.toy-what")], stack: [t("shell.stack"), t("shell.stack-what")], game: [t("shell.game"), t("shell.game-what")] };
  return el("div", { class: "modes" }, Object.entries(words).map(([mode, [name, what]]) => {
    const able = mode !== "game" || setup.players.length > 0;
    const go = () => (able ? app.move({ mode }) : app.go("setup"));
    return choice({ class: "mode", "data-key": mode, "aria-pressed": String(table.mode === mode), onclick: () => table.mode !== mode && go() },
      el("b", { text: name }), el("span", { text: what }));
  }));
}

function toggle(key, text, then = () => {}) {
  const box = el("input", { type: "checkbox", role: "switch", "data-key": key, checked: phone[key], onchange: () => {
    setPhone({ [key]: box.checked });
    wakeSound();
    then();
  } });
  return el("label", { class: "switch" }, box, el("span", { text }));
}

function mine(app) {
  const { players } = app.state().setup;
  if (!players.length) return null;
  const names = el("select", { id: "me", onchange: () => {
    setPhone({ me: names.value || null });
    app.redraw();
  } }, el("option", { value: "", text: t("shell.nobody") }), players.map((name) => el("option", { value: name, text: name, selected: name === app.me })));
  return el("div", { class: "switch" }, el("label", { for: "me", text: t("shell.whose") }), names);
}

export function open(app) {
  const part = (title, ...content) => el("section", { class: "part" }, el("h3", { text: title }), ...content);
  sheet({
    title: t("shell.menu"), bound: false, wide: true,
    content: [
      el("nav", { class: "places", "aria-label": t("shell.menu") }, Object.entries(PLACES).map(([name, title]) =>
        el("a", { class: "place", href: `#${name}`, "data-key": name, text: title(), onclick: () => closeSheet() }))),
      part(t("shell.mode"), modes(app)),
      part(t("shell.this-phone"),
        toggle("sounds", t("shell.sounds")),
        toggle("speech", t("shell.speech"), () => speak(t("table.say-hello"))),
        mine(app)),
      part(t("language.title"), languageChooser()),
    ],
  });
}
