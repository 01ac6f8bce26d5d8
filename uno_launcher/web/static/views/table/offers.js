// Pure: what can be tapped at the table right now, and which moves it makes.

const NUMBER = "number";

/** Who plays in this round, in seat order. */
export const playing = ({ setup, table }) => setup.players.filter((name) => !table.eliminated.includes(name));

/** Everybody whom `who` may pick. */
export const others = (state, who) => playing(state).filter((name) => name !== who);

/**
 * What can be tapped now:
 * - `kind`: "toy", "stack", "first" (card), "choose", "play", "answer" (a hit), "goon" (whoever comes next, since
 *   the one before may stop), "press" (nothing but the button), or "over";
 * - `who` lays, or chooses; null: nobody in particular;
 * - `cards` as the server lists them, each with `asks`: "colour", "target", "discards"; `number`: a number card fits;
 * - `stop`: the move by which somebody stops pressing, or null;
 * - `choosing`: what is to be chosen.
 */
export function offers(state) {
  const { table } = state;
  const none = { kind: "toy", who: null, cards: [], number: false, stop: null, choosing: [] };
  if (table.mode === "toy") return none;
  const owed = table.owes[0];
  const stop = owed?.may_stop ? { stop: true, ...(table.up && { by: table.up }) } : null;
  const laying = (kind, who, fits) => ({ ...none, kind, who, stop, ...fitting(state, kind, who, fits) });
  if (table.mode === "stack") return laying("stack", null, (card) => card.stack);
  switch (table.phase) {
    case "turn-up":
      return laying("first", null, (card) => card.first);
    case "choose":
      return { ...none, kind: "choose", who: table.up, choosing: table.choosing };
    case "play":
      return laying("play", table.up, () => true);
    case "owing":
      if (owed.may_answer) return laying("answer", table.up, (card) => card.answers);
      if (stop && table.next && table.owes.length === 1) return laying("goon", table.next, () => true);
      return { ...none, kind: "press", who: table.up, stop };
    default:
      return { ...none, kind: "over" };
  }
}

/** Cards that `who` may lay, whatever the table waits for. */
export const cardsFor = (state, who) => fitting(state, "play", who, () => true).cards;

function fitting(state, kind, who, fits) {
  const last = who !== null && state.table.hands[who] === 1;
  const able = state.cards.filter((card) => fits(card) && !(last && !card.last));
  return {
    cards: able.filter((card) => card.card !== NUMBER).map((card) => ({ ...card, asks: asked(card, kind, last) })),
    number: able.some((card) => card.card === NUMBER),
  };
}

function asked(card, kind, last) {
  if (kind === "stack" || kind === "first") return [];
  return card.discards && !last ? ["discards"] : card.wants;
}

/** The move that lays `card`; `chosen` may hold colour, target and discards. */
export function laid(kind, who, card, chosen = {}) {
  if (kind === "first") return { turn_up: card };
  return { play: card, ...(who && { by: who }), ...chosen };
}

/**
 * Who should have laid a card before `who` can: those from whoever is up, in the direction of play. Null where
 * it's not that somebody forgot to tap: `who` is up, or somebody has to press or to choose first.
 */
export function skipped(state, who) {
  const { kind, who: up } = offers(state);
  if (!["play", "goon"].includes(kind) || who === up) return null;
  const order = state.table.direction === "left" ? playing(state) : playing(state).reverse();
  const [from, to] = [order.indexOf(up), order.indexOf(who)];
  return to > from ? order.slice(from, to) : [...order.slice(from), ...order.slice(0, to)];
}
