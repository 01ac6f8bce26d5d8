// Pure: what people set up an evening with, and what of it goes to the server.

export const FEWEST = 2;
export const MOST = 10;
export const LONGEST_NAME = 24;

const CUSTOM = { presses: 0, target: "next", until_cards: false };

/** The form as it opens: the last evening's, or nobody and the box in play. */
export function begun(choices, playing) {
  const last = choices.last ?? {};
  const box = choices.boxes.find((one) => one.name === (last.box ?? playing)) ?? choices.boxes[0];
  const players = last.players ?? [];
  return {
    box: box.name,
    players: [...players],
    dealer: nextDealer(players, last.dealer),
    scoring: last.scoring ?? "standard",
    target: last.target ?? 500,
    house: { ...box.house, ...(box.name === last.box ? last.house : {}) },
    custom: { ...CUSTOM, ...last.custom },
    profile: null,
  };
}

/** 7.7: the one to the left of the last dealer; the last seat where nobody has dealt. */
const nextDealer = (players, dealer) =>
  players.includes(dealer) ? players[(players.indexOf(dealer) + 1) % players.length] : players.at(-1) ?? null;

/** Another box brings its own house rules. */
export const withBox = (form, box) => ({ ...form, box: box.name, house: { ...box.house } });

/** Why this name can't take a seat: a key of words, or "" where it can. */
export function unseatable(name, players) {
  const same = (text) => text.trim().normalize("NFC").toLocaleLowerCase();
  if (!name.trim()) return "setup.name-empty";
  if (players.some((other) => same(other) === same(name))) return "setup.name-twice";
  return players.length >= MOST ? "setup.table-full" : "";
}

export function seated(form, name) {
  const players = [...form.players, name.trim()];
  return { ...form, players, dealer: form.dealer ?? players[0] };
}

export function unseated(form, name) {
  const players = form.players.filter((other) => other !== name);
  return { ...form, players, dealer: form.dealer === name ? players.at(-1) ?? null : form.dealer };
}

/** The same people with the one on seat `from` on seat `to` instead; a seat that isn't there changes nothing. */
export function moved(players, from, to) {
  if (!(to in players) || !(from in players)) return players;
  const order = [...players];
  order.splice(to, 0, ...order.splice(from, 1));
  return order;
}

/**
 * Minutes that a game with this profile lasts, on average, with the box and the players of the form. Null:
 * nobody knows yet. `profile` as in GET /api/setup.
 */
export const lasts = ({ box, players }, profile) => profile?.minutes[box]?.[players.length - FEWEST] ?? null;

/** What must be seen to before anybody can deal: keys of words with their values, in the order of the page. */
export function wrong(form, box) {
  const found = [];
  if (form.players.length < FEWEST) found.push(["setup.too-few", { n: FEWEST - form.players.length }]);
  if (form.players.length * form.house.cards_dealt >= box.cards) found.push(["setup.too-many-cards", { n: box.cards }]);
  if (!(form.target >= 1 && form.target <= 999_999)) found.push(["setup.target-wrong", {}]);
  return found;
}

/** The set-up to post: of the house rules only what the box has otherwise. */
export function posted(form, box) {
  const house = Object.fromEntries(Object.entries(form.house).filter(([rule, value]) => value !== box.house[rule]));
  const { box: name, players, dealer, scoring, target } = form;
  return {
    box: name, players, dealer, scoring, target: Number(target), house, mode: "game",
    ...(box.custom && { custom: form.custom.until_cards ? { ...form.custom, presses: 0 } : form.custom }),
    ...(form.profile && { profile: form.profile }),
  };
}
