// Pure: what is left in a hand when the round is over, tapped card by card or typed as a sum.

/** The cards to tap in hands: each number, then the others of the box, with what they are worth. */
export function tappable(cards) {
  return cards.flatMap(({ card, points, numbers }) =>
    card === "number"
      ? numbers.map((value) => ({ card: String(value), word: `red ${value}`, points: value }))
      : [{ card, word: card, points }],
  );
}

export const sum = (tapped) => tapped.reduce((points, { points: more }) => points + more, 0);

/** The move that hands this hand in. A colour is worth nothing, so a number has any. */
export const handMove = (name, tapped) => ({ hand: { [name]: tapped.map(({ word }) => word) } });

/** How the tapped cards stand to the counted ones: a key of words and its values. */
export function compared(counted, tapped) {
  const values = { n: tapped, counted };
  if (tapped === counted) return ["round.all-tapped", values];
  return [tapped < counted ? "round.fewer-tapped" : "round.more-tapped", values];
}

/** Whose hands are counted at the end of this round: everybody's who played and didn't lay the last card. */
export const holders = ({ hands, eliminated, out }) =>
  Object.keys(hands).filter((name) => name !== out && !eliminated.includes(name));
