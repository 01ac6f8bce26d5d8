// Pure: what the last moves were, as far as this phone has seen them, so that an undo can say what it took back.

const DEPTH = 50;

/**
 * `past` {evening, n, moves} after the table has come to `state`; `gone` is the move that was taken back, if known,
 * and `eased` who needn't press on any more, where time stopped them.
 */
export function remembered(past, state) {
  const up = state.table?.up ?? null;
  return { ...moved(past, state), up, eased: eased(past, state) };
}

function eased(past, { evening, n, did }) {
  if (!did?.stop || did.by || past?.evening !== evening) return null;
  if (n === past.n) return past.eased;
  return n === past.n + 1 ? past.up : null;
}

function moved(past, { evening, n, did }) {
  if (!past || past.evening !== evening || n < past.n) return { evening, n, moves: did ? [did] : [], gone: null };
  if (n === past.n || !did) return { ...past, gone: null };
  const missed = n > past.n + 1; // what came between, this phone slept through
  const known = missed ? [] : past.moves;
  if (!("undo" in did)) return { evening, n, moves: [...known, did].slice(-DEPTH), gone: null };
  return { evening, n, moves: known.slice(0, -1), gone: known.at(-1) ?? null };
}
