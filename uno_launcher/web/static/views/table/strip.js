// One line of what is good to know: what happened last, which way play goes, what the hopper holds.
import { el, fill, onChange, svg } from "../../dom.js";
import { cardName, sentence, t } from "../../i18n.js";
import { sheet } from "../../sheet.js";
import { told } from "../../told.js";
import { open } from "./later.js";

/** The last move in words; a press with what it brought. */
export function lastMove({ did, table, launcher }, eased = null) {
  const press = did && ("press" in did || "failed_press" in did) ? table.last_press : null;
  if (did?.press && launcher?.last?.certain === false && press?.cards === launcher.last.counted) {
    return t("told.unsure", { who: press.who ?? t("told.somebody"), n: press.cards });
  }
  if (did?.play && !did.by && !did.late) return cardName(did.play); // in stack mode it's nobody's in particular
  return did ? told({ move: did, who: press?.who ?? eased, cards: press?.cards }, t, cardName) : "";
}

const stack = () =>
  svg("svg", { class: "icon", viewBox: "0 0 28 28", "aria-hidden": "true" }, svg("path", { d: "M6 5h11v17H6zM9 5V3h12v17h-3" }));
const way = (direction) =>
  svg("svg", { class: "icon", viewBox: "0 0 28 28", "aria-hidden": "true" },
    svg("path", { d: "M23 14a9 9 0 1 1-3-6.7M21 2v6h-6", transform: direction === "left" ? "" : "translate(28 0) scale(-1 1)" }));

export function strip(app) {
  const root = el("div", { class: "strip" });
  const draw = onChange(({ news, direction, cards, reload, pile, problems, simulated }) => {
    fill(root,
      el("button", { type: "button", class: "news", "data-key": "news", "aria-label": t("table.news", { news }), onclick: () => open("fix", app) },
        el("span", { text: news || t("table.welcome") })),
      problems.length > 0 && el("button", { type: "button", class: "pill problem", "data-key": "problems", "aria-label": t("table.problems", { n: problems.length }), text: "!", onclick: () => tell(problems) }),
      direction && el("span", { class: "pill way", role: "img", "aria-label": direction === "left" ? t("table.left") : t("table.right") }, way(direction)),
      el("button", { type: "button", class: `pill hopper ${reload ? "soon" : ""}`, "data-key": "hopper", onclick: () => open("fix", app, "reloaded") },
      stack(),
      el("b", { "aria-hidden": "true", text: cards ?? "?" }),
      el("span", { class: "sr", text: cards === null ? t("table.hopper-unknown") : t("table.hopper", { n: cards }) }),
      reload && el("span", { class: "reload", "aria-hidden": "true", text: t("table.reload-short") }),
      reload && el("span", { class: "sr", text: t("table.reload", { n: pile }) })),
      simulated && el("button", { type: "button", class: "pill sim", "data-key": "hands", "aria-label": t("sim.title"), text: "⋯", onclick: () => open("hands", app) }));
  });
  return {
    root,
    update(state, eased) {
      const { table, problems, simulated, launcher } = state;
      const cards = launcher.state === "empty" ? 0 : state.hopper;
      draw({
        news: lastMove(state, eased), direction: table.mode === "game" ? table.direction : "", cards, problems, simulated,
        reload: table.reload || cards === 0, pile: table.pile,
      });
    },
  };
}

const tell = (problems) =>
  sheet({ title: t("table.problems", { n: problems.length }), bound: false, wide: true, content: el("ul", { class: "problems" }, problems.map((text) => el("li", { text: sentence(text) }))) });
