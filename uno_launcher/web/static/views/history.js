// The evenings that were played, and what happened in one of them, move by move.
import { el, fill } from "../dom.js";
import { cardName, named, sentence, t, when } from "../i18n.js";
import { told } from "../told.js";

export function mount(root, app) {
  const page = el("div", { class: "page history" });
  root.append(page);
  let gone = false;
  let asked = 0;

  /** The list, or with #history/3 that evening. */
  async function show() {
    const mine = ++asked;
    const [view, number] = location.hash.slice(1).split("/");
    if (view !== "history") return;
    const path = number ? `/api/evenings/${encodeURIComponent(number)}` : "/api/evenings";
    const words = await app.api.get(path).then(
      (found) => (number ? evening(found) : list(found)),
      (error) => [el("p", { class: "empty", text: sentence(error.sentence) || t("shell.no_answer") })]);
    if (!gone && mine === asked) fill(page, ...words);
  }

  addEventListener("hashchange", show);
  show();
  return {
    update() {},
    unmount() {
      gone = true;
      removeEventListener("hashchange", show);
    },
  };
}

const listed = (winner) => [winner].flat().join(", ");

function list(evenings) {
  if (!evenings.length) return [el("p", { class: "empty", text: t("history.none") })];
  return [el("ol", { class: "evenings" }, evenings.map((one) => el("li", {},
    el("a", { class: "sheet evening", href: `#history/${one.number}` },
      el("b", { text: when(one.begun_at) || t("history.evening", { n: one.number }) }),
      el("span", { text: one.players.join(", ") || t("told.mode-stack") }),
      el("span", { class: "hint", text: [named(`box.${one.box}`, one.box), t("history.rounds", { n: one.rounds })].join(" · ") }),
      one.winner && el("span", { class: "won", text: t("round.winner", { who: listed(one.winner) }) })))))];
}

function evening({ number, begun_at, setup, winner, moves }) {
  const rounds = Map.groupBy ? Map.groupBy(moves, (move) => move.round) : grouped(moves);
  return [
    el("p", { class: "lead", text: [when(begun_at), named(`box.${setup.box}`, setup.box), setup.players.join(", ")].filter(Boolean).join(" · ") }),
    winner && el("p", { class: "won", text: t("round.winner", { who: listed(winner) }) }),
    el("p", {}, el("a", { class: "plain", href: `#receipt/${number}`, text: t("shell.receipt") }), " ",
      el("a", { class: "plain", href: "#history", text: t("history.all") })),
    ...[...rounds].map(([round, made]) => el("details", { class: "sheet moves", open: rounds.size === 1 || round === rounds.size },
      el("summary", {}, el("h2", { text: t("history.round", { n: round }) }), el("span", { class: "hint", text: t("history.moves", { n: made.length }) })),
      el("ol", {}, made.map(line)))),
  ];
}

function grouped(moves) {
  const rounds = new Map();
  for (const move of moves) rounds.set(move.round, [...(rounds.get(move.round) ?? []), move]);
  return rounds;
}

/** One move; what was taken back is struck through, and said so. */
function line(entry) {
  const words = told(entry, t, cardName);
  const time = el("time", { datetime: entry.at, text: when(entry.at, { timeStyle: "short" }) });
  if (entry.counts) return el("li", {}, time, el("span", { text: words }));
  return el("li", { class: "undone" }, time, el("s", { text: words }), el("span", { class: "hint", text: t("history.undone") }));
}
