// Pure: the moves of an evening as sentences.

/** A number in a hand was handed in with any colour. */
const counted = (word) => word.replace(/^[a-z]+ (?=\d$)/, "");

/**
 * What somebody did, in words. `entry` is a row of GET /api/evenings/{n}; `t` and `cardName` speak.
 * "" where there is nothing to tell.
 */
export function told(entry, t, cardName) {
  const { move, cards } = entry;
  const who = move.by ?? entry.who ?? t("told.somebody");
  const chosen = ({ colour, target }) => [colour && t(`colour.${colour}`), target && `→ ${target}`].filter(Boolean);
  const card = (word) => (word === "number" ? t("told.number") : cardName(word));
  const first = (group) => Object.entries(group)[0] ?? ["", 0];
  if ("turn_up" in move) return t("told.turn_up", { card: card(move.turn_up) });
  if ("play" in move) {
    const late = move.late && !move.by; // whose it was, the table has worked out for itself
    return [
      late ? t("told.play-late", { card: card(move.play) }) : t("told.play", { who, card: card(move.play) }),
      move.discards && t("told.discards", { n: move.discards }),
      ...chosen(move),
      move.uno && "UNO!",
      move.late && !late && t("told.late"),
    ].filter(Boolean).join(" · ");
  }
  if ("choose" in move) return [t("told.choose", { who }), ...chosen(move.choose)].join(" · ");
  if ("press" in move || "failed_press" in move) {
    const out = cards ?? move.press ?? move.failed_press;
    const key = "press" in move ? (out ? "told.press" : "told.dry") : "told.failed_press";
    return t(key, { who: entry.who ?? who, n: out });
  }
  if ("uno" in move) return t("told.uno", { who: move.uno });
  if ("catch" in move) return t("told.catch", { who: move.by ?? t("told.somebody"), caught: move.catch });
  if ("suggested" in move) return t("told.suggested", { who: move.suggested });
  if ("reloaded" in move) {
    return move.reloaded === true ? t("told.reloaded") : t("told.reloaded-with", { n: move.reloaded });
  }
  if ("hand" in move) {
    return Object.entries(move.hand).map(([name, held]) =>
      [t("told.hand", { who: name, n: held.length }), ...held.map(counted).map(cardName)].join(" · ")).join("; ");
  }
  if ("points" in move) {
    return Object.entries(move.points).map(([name, n]) => t("told.points", { who: name, n })).join("; ");
  }
  if ("came_out" in move) return t("told.came_out", { n: move.came_out });
  if ("press_was" in move) return t("told.press_was", { who: move.press_was });
  if ("turn" in move) return t("told.turn", { who: move.turn });
  if ("correct" in move) {
    const [name, n] = first(move.correct);
    return t("told.correct", { who: name, n });
  }
  if ("mode" in move) return t(`told.mode-${move.mode}`);
  if ("stop" in move) {
    if (move.by) return t("told.stop", { who });
    return entry.who ? t("told.stop-itself", { who }) : t("told.stop-nobody");
  }
  if ("next_round" in move) return t("told.next_round");
  return "undo" in move ? t("told.undo") : "";
}
