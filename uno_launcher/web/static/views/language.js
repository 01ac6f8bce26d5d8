// Which language this phone speaks.
import { el, fill } from "../dom.js";
import { language, languages, setLanguage, t } from "../i18n.js";

/** The chooser, for a menu. Whoever shows words hears "languagechanged" on the window. */
export function mount(root) {
  const pick = async (code) => {
    await setLanguage(code).then(() => dispatchEvent(new Event("languagechanged")), () => {});
  };
  fill(root, el("div", { class: "chips languages", role: "group", "aria-label": t("language.title") },
    Object.entries(languages).map(([code, name]) => el("button", {
      class: "chip", type: "button", text: name, lang: code, "aria-pressed": String(code === language), "data-key": code,
      onclick: () => pick(code),
    }))));
  return { update() {}, unmount() {} };
}
