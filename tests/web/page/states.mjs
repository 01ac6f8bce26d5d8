// States as the server gives them, for tests: a game of Ann, Bo, Cy and Di with the mega-hit box.

const card = (name, more = {}) => ({
  card: name, numbers: [], hits: false, answers: false, wants: [], discards: false, last: true, first: true, stack: false, points: 20, ...more,
});

export const CARDS = [
  card("number", { numbers: [1, 2, 3, 4, 5, 6, 7, 8, 9], points: null }),
  card("reverse"),
  card("skip"),
  card("hit-1", { hits: true, answers: true, stack: true }),
  card("hit-2", { hits: true, answers: true, stack: true }),
  card("discard-all", { discards: true }),
  card("trade-hands", { wants: ["target"], last: false, first: false }),
  card("wild", { wants: ["colour"] }),
  card("wild-all-hit", { hits: true, wants: ["colour"], first: false }),
  card("wild-attack-attack", { hits: true, answers: true, stack: true, wants: ["colour", "target"] }),
];

export const owing = (who, presses, more = {}) => ({ who, presses, until_cards: false, may_stop: false, may_answer: false, ...more });

/** A state with these keys of its table, its launcher, and of itself otherwise. */
export function state({ table = {}, launcher = {}, ...more } = {}) {
  return {
    n: 4, evening: 1, simulated: false, backend: "gpio", resting: false, armed: false, quiet: false, hopper: 83,
    launcher: { state: "ready", why: "ready", advice: "", hopper: 83, number: 7, counted: 0, last: null, tension: 0, refused: 0, refusal: "", refusing: false, button_stuck: false, ...launcher },
    table: {
      mode: "game", phase: "play", up: "Ann", next: "Bo", direction: "left", top: "red 7", colour: "red", owes: [], stack: 0,
      hands: { Ann: 7, Bo: 7, Cy: 7, Di: 7 }, hopper: 83, eliminated: [], winner: null, choosing: [], pile: 1, out: null, dealer: "Di", last_press: null, ...table,
    },
    setup: { players: ["Ann", "Bo", "Cy", "Di"] },
    cards: CARDS, did: null, stopping: null, problems: [], ...more,
  };
}
