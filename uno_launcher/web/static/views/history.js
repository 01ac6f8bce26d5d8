// What happened this evening, move by move, the newest first; and the evenings before.
import { el, fill, onChange } from "../dom.js";
import { cardName, named, sentence, t, when } from "../i18n.js";
import { told } from "../told.js";

export function mount(root, app) {
  const page = el("div", { class: "page history" });
  root.append(page);
  const opened = new Map(); // round → whether somebody opened or closed it
  let gone = false;
  let asked = 0;

  /** This evening, with #history/3 that one, with #history/all the list. */
  async function show() {
    const mine = ++asked;
    const [view, wanted = app.state()?.evening ?? "all"] = location.hash.slice(1).split("/");
    if (view !== "history") return;
    const all = wanted === "all";
    const words = await app.api.get(all ? "/api/evenings" : `/api/evenings/${encodeURIComponent(wanted)}`).then(
      (found) => (all ? list(found) : evening(found, opened)),
      (error) => [el("p", { class: "empty", text: sentence(error.sentence) || t("shell.no_answer") })]);
    if (!gone && mine === asked) fill(page, ...words);
  }

  const moved = onChange(show);
  addEventListener("hashchange", show);
  return {
    update: ({ n, evening }) => moved([n, evening]),
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
      el("span", { text: one.players.join(", ") || t("history.nameless") }),
      el("span", { class: "hint", text: [named(`box.${one.box}`, one.box), t("history.rounds", { n: one.rounds })].join(" · ") }),
      one.winner && el("span", { class: "won", text: t("round.winner", { who: listed(one.winner) }) })))))];
}

function evening({ number, begun_at, setup, winner, moves, troubles }, opened) {
  const rounds = new Map();
  for (const move of moves) rounds.set(move.round, [move, ...(rounds.get(move.round) ?? [])]);
  const facts = [when(begun_at), named(`box.${setup.box}`, setup.box), setup.players.join(", ")];
  return [
    el("p", { class: "lead", text: facts.filter(Boolean).join(" · ") }),
    winner && el("p", { class: "won", text: t("round.winner", { who: listed(winner) }) }),
    el("p", { class: "ways" },
      el("a", { class: "plain", href: `#receipt/${number}`, text: t("shell.receipt") }),
      el("a", { class: "plain", href: "#history/all", text: t("history.all") })),
    ...troubles.map((trouble) => el("p", { class: "hint", text: sentence(trouble) })),
    moves.length === 0 && el("p", { class: "empty", text: t("history.nothing") }),
    ...[...rounds].reverse().map(([round, made]) => el("details", {
      class: "sheet moves", open: opened.get(round) ?? round === rounds.size,
      ontoggle: (event) => opened.set(round, event.target.open),
    },
    el("summary", {}, el("h2", { text: t("history.round", { n: round }) }), el("span", { class: "hint", text: t("history.moves", { n: made.length }) })),
    el("ol", { reversed: true }, made.map(line)))),
  ];
}

/** One move; what was taken back is struck through, and said so. */
function line(entry) {
  const words = told(entry, t, cardName);
  const time = el("time", { datetime: entry.at, text: when(entry.at, { timeStyle: "short" }) });
  if (entry.counts) return el("li", {}, time, el("span", { text: words }));
  return el("li", { class: "undone" }, time, el("s", { text: words }), el("span", { class: "hint", text: t("history.undone") }));
}
