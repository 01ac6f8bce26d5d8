// The fairness receipt: what the presses of an evening brought everybody, against what was promised.
import { el, fill } from "../dom.js";
import { capital, named, number, sentence, t, when } from "../i18n.js";
import { promised } from "../pictures.js";

export function mount(root, app) {
  const page = el("div", { class: "page" });
  root.append(page);
  let gone = false;
  const asked = location.hash.split("/")[1] ?? app.state()?.evening;
  const empty = (words) => gone || fill(page, el("p", { class: "empty", text: words }));
  if (asked === null || asked === undefined) empty(t("receipt.none"));
  else {
    app.api.get(`/api/evenings/${encodeURIComponent(asked)}/fairness`).then(
      (receipt) => gone || fill(page, paper(receipt)),
      (error) => empty(sentence(error.sentence) || t("shell.no_answer")));
  }
  return { update() {}, unmount: () => (gone = true) };
}

function paper(receipt) {
  const lines = [...receipt.players, receipt.unnamed].filter(Boolean);
  const most = Math.max(...lines.flatMap((line) => [line.cards, line.promise?.high ?? 0]), 1);
  const profiles = receipt.profiles.map((name) => named(`profile.${name}`, name)).join(", ");
  return el("article", { class: "receipt" },
    el("h2", { text: t("receipt.title") }),
    el("p", { class: "hint", text: [when(receipt.begun_at), profiles].filter(Boolean).join(" · ") }),
    receipt.runs > 0 && el("p", { class: "legend" },
      el("span", { class: "span", text: t("receipt.mostly") }), el("span", { class: "mean", text: t("receipt.mean") }),
      el("span", { class: "brought", text: t("receipt.came") })),
    el("ul", {}, lines.map((line) => player(line, most))),
    lines.length > 1 && player(receipt.total, Math.max(receipt.total.cards, receipt.total.promise?.high ?? 1), t("receipt.everybody")),
    el("footer", {}, receipt.notes.map((note) => el("p", { text: sentence(note) }))));
}

function player(line, most, everybody) {
  const who = everybody ?? line.who ?? t("receipt.unnamed");
  return el(everybody ? "div" : "li", { class: everybody ? "all line" : "line" },
    el("h3", {}, el("span", { class: "who", text: who }), el("span", { text: t("receipt.cards", { n: line.cards }) })),
    line.promise && promised(line.promise, line.cards, most, who),
    line.presses > 0 && el("p", { class: "hint", text: t("receipt.presses", { n: line.presses, launches: line.launches, mean: number(line.promise?.cards ?? 0) }) }),
    el("p", { class: `verdict ${line.verdict}`, text: capital(sentence(line.sentence)) }));
}
