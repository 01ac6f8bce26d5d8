// Pure: what has happened between two states, for everything that moves, sounds or speaks.

const NOTHING = { pressed: false, flew: 0, landed: null, refusal: "", changed: false };

/**
 * - `pressed`: a press was accepted; `flew`: cards that have come out since `before`;
 * - `landed`: {who, cards} of a press that is over now; `refusal`: why a push didn't count, or "";
 * - `changed`: the table has moved on.
 */
export function happened(before, after) {
  if (!before || before.evening !== after.evening) return { ...NOTHING, changed: Boolean(before) };
  const [was, is] = [before.launcher, after.launcher];
  const changed = after.n !== before.n;
  const refusal = is.refused > was.refused ? is.refusal : "";
  if (after.backend === "none") return { ...NOTHING, ...typed(after, changed), changed };
  const pressed = is.number > was.number;
  const shown = pressed ? 0 : was.counted;
  const over = is.last !== null && is.last.number > (was.last?.number ?? 0);
  const out = over ? is.last.counted : is.counted;
  const landed = over ? { who: changed ? after.table.last_press?.who ?? null : null, cards: is.last.counted } : null;
  return { pressed, flew: over || is.counted ? Math.max(0, out - shown) : 0, landed, refusal, changed };
}

function typed(after, changed) {
  const cards = changed ? after.did?.press : undefined;
  return cards === undefined ? {} : { pressed: true, flew: cards, landed: { who: after.table.last_press?.who ?? null, cards } };
}

/**
 * What a voice says about it: words as for `t`, or null. `earlier` and `now` are what `saying` makes of the
 * states, `earlier` null at first.
 */
export function spoken(what, earlier, now) {
  if (now.tone === "trouble") return earlier?.what.sentence === now.what.sentence ? null : now.what;
  if (now.tone === "out") return null;
  const sameWho = earlier?.who === now.who;
  if (now.tone === "press" && now.times !== "until") {
    if (sameWho && earlier.tone === "press") {
      if (now.times < earlier.times) return ["table.say-left", { n: now.times }];
      if (now.times === earlier.times && !what.landed) return null;
    }
    return ["table.press-times", { who: now.who ?? "", n: now.times }];
  }
  if (!what.changed || !now.who) return null;
  if (sameWho && earlier.tone === now.tone) return null;
  const [key] = now.what;
  return [key === "table.lays" ? "table.say-turn" : key, { who: now.who }];
}
