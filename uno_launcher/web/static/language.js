// Which language this phone speaks.
import { el } from "./dom.js";
import { language, languages, setLanguage, t } from "./i18n.js";

/** The chooser. Whoever shows words hears "languagechanged" on the window. */
export function languageChooser() {
  const pick = (code) => setLanguage(code).then(() => dispatchEvent(new Event("languagechanged")), () => {});
  return el("div", { class: "chips languages", role: "group", "aria-label": t("language.title") },
    Object.entries(languages).map(([code, name]) => el("button", {
      class: "chip", type: "button", text: name, lang: code, "aria-pressed": String(code === language), "data-key": code,
      onclick: () => pick(code),
    })));
}
