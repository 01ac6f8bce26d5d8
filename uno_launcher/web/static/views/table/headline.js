// The line that everybody reads first, as big as it goes: "CY: PRESS 3×".
import { el, fill, measured, onChange } from "../../dom.js";
import { capital, cardName, sentence, t } from "../../i18n.js";
import { digits } from "./digits.js";
import { face } from "./card.js";

/** Words of `saying`. */
export const words = (what) => (Array.isArray(what) ? t(...what) : capital(sentence(what.sentence)));

/** "Cy: press 3 times", for those who hear the page. */
export function heard({ who, what, times }) {
  if (times && times !== "until") return t("table.press-times", { who: who ?? t("table.all"), n: times });
  return who ? `${who}: ${words(what)}` : words(what);
}

/** How wide a name is: two words may stand on two lines. */
function letters(who) {
  const { word, whole, lines } = measured(who);
  return Math.max(4, word - 1, lines > 1 ? (whole - 1) * 0.75 : 0);
}

export function headline() {
  const root = el("div", { class: "headline", role: "status", "aria-atomic": "true" });
  const said = el("div", { class: "said" });
  const side = el("div", { class: "shown" });
  const runs = el("div", { class: "runs-out", "aria-hidden": "true" });
  root.append(said, side, runs);
  const say = onChange((now) => {
    const { tone, who, what, lines } = now;
    root.dataset.tone = tone;
    const text = words(what);
    fill(said,
      el("h1", {},
        el("span", { class: "sr", text: `${heard(now)}. ` }),
        who && el("span", { class: "who", "aria-hidden": "true", text: who, vars: { letters: letters(who) } }),
        el("span", { class: `what ${text.length > 24 ? "long" : ""}`, "aria-hidden": "true", text, vars: { letters: Math.max(8, text.length) } })),
      ...lines.slice(0, 3).map((line, i) => el("p", { class: i || tone === "trouble" ? "more" : "line", text: words(line) })));
  });
  const show = onChange(({ now: { tone, times }, counted, top, colour }) => fill(side, shown(tone, times, counted, top, colour)));
  return {
    root,
    /** `stops` as `stopping` gives it. */
    update({ stops, ...all }) {
      say(all.now);
      show(all);
      fill(runs, stops && el("i", { vars: { left: stops.left, share: stops.share } }));
    },
  };
}

function shown(tone, times, counted, top, colour) {
  if (tone === "trouble") return el("span", { class: "sign", "aria-hidden": "true", text: "!" });
  if (tone === "out") return el("span", { class: "big-card out" }, digits(counted));
  if (times === "until") return el("span", { class: "big-card" }, digits("1+"));
  if (times) return el("span", { class: "big-card", vars: { wide: String(times).length + 1 } }, digits(`${times}×`));
  return top && el("span", { class: "top-card" }, face(top, colour), el("span", { class: "sr", text: t("table.top", { card: cardName(top) }) }));
}
