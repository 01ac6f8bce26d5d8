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

/** What a voice says about it: words as for `t`, or null. `now` and `then` are what `saying` makes of the states. */
export function spoken(what, then, now) {
  if (now.tone === "trouble") return then?.what.sentence === now.what.sentence ? null : now.what;
  if (now.tone === "out") return null;
  const same = then && then.who === now.who && then.tone === "press";
  if (now.tone === "press" && now.times !== "until") {
    if (same && now.times < then.times) return ["table.say-left", { n: now.times }];
    return same && now.times === then.times && !what.landed ? null : ["table.press-times", { who: now.who ?? "", n: now.times }];
  }
  return what.changed && now.who && (then?.who !== now.who || then.tone !== now.tone) ? [now.what[0].replace("table.lays", "table.say-turn"), { who: now.who }] : null;
}
