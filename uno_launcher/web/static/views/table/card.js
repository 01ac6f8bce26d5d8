// Card faces, drawn: cream stock, a dark printed field, one symbol for each kind. Wilds show the four colours.
import { el, fitted, svg } from "../../dom.js";
import { cardName } from "../../i18n.js";
import { strokes } from "./digits.js";

/** Each colour has a shape, so that nobody has to tell red from green. Box: 20 × 20. */
const SHAPES = {
  red: "M10 1l9 9-9 9-9-9z",
  yellow: "M10 1.5L19.5 18h-19z",
  green: "M10 1a9 9 0 1 0 .1 0z",
  blue: "M2 2h16v16H2z",
};

/** A colour's shape in its colour, as a drawing of its own. */
export const shape = (colour, kind = "shape") =>
  svg("svg", { class: `${kind} ${colour}`, viewBox: "0 0 20 20", "aria-hidden": "true" }, svg("path", { d: SHAPES[colour] }));

const line = (d) => svg("path", { class: "line", d });
const solid = (d) => svg("path", { class: "solid", d });
const BURST = "M36 5l5 13 12-8-4 14 15-1-11 10 13 8-15 2 5 14-13-7-3 15-8-13-11 10 2-15-14 3 9-12-14-7 15-4-7-13 14 5z";

function printed(text, size, y) {
  const { paths, wide } = strokes(text);
  const scale = size / 100;
  return svg("g", { class: "print", transform: `translate(${36 - (wide * scale) / 2 + 1} ${y}) scale(${scale})` }, ...paths);
}

const burst = (text) => [svg("path", { class: "burst", d: BURST }), printed(text, 30, 22)];
const corners = () =>
  [["red", 3, 3], ["yellow", 55, 3], ["green", 3, 55], ["blue", 55, 55]].map(([colour, x, y]) =>
    svg("path", { class: colour, d: SHAPES[colour], transform: `translate(${x} ${y}) scale(.7)` }));
const little = (x, y, turn) =>
  svg("rect", { class: "little", x: x - 9, y: y - 13, width: 18, height: 26, rx: 3, transform: `rotate(${turn} ${x} ${y})` });

/** Symbols in a box 72 × 72. */
const ART = {
  number: () => [printed("123", 34, 19)],
  reverse: () => [line("M20 46V30a9 9 0 0 1 9-9h18M38 12l10 9-10 9"), line("M52 26v16a9 9 0 0 1-9 9H25M34 60l-10-9 10-9")],
  skip: () => [line("M12 48C16 12 54 12 59 46M48 39l11 9 5-13"), solid("M36 44a8 8 0 1 0 .1 0z")],
  "hit-1": () => burst("1"),
  "hit-2": () => burst("2"),
  "discard-all": () => [little(20, 27, -24), little(36, 23, 0), little(52, 27, 24), line("M36 42v20M27 54l9 9 9-9")],
  "trade-hands": () => [little(18, 38, -14), little(54, 34, -14), line("M22 15h26M41 8l8 7-8 7"), line("M50 58H24M31 51l-8 7 8 7")],
  wild: () =>
    [["red", 15, 12], ["yellow", 38, 12], ["green", 15, 37], ["blue", 38, 37]].map(([colour, x, y]) =>
      svg("path", { class: colour, d: SHAPES[colour], transform: `translate(${x} ${y})` })),
  "wild-attack-attack": () => [...corners(), line("M36 17a19 19 0 1 0 .1 0zM36 9v10M36 53v10M9 36h10M53 36h10"), printed("2", 22, 25)],
  "wild-hit-4": () => [...corners(), ...burst("4")],
  "wild-all-hit": () => [...corners(), line("M36 20V8M36 52v12M20 36H8M52 36h12M30 13l6-6 6 6M30 59l6 6 6-6M13 30l-6 6 6 6M59 30l6 6-6 6"), printed("1", 24, 24)],
  "wild-hit-fire": () => [...corners(), svg("path", { class: "burst", d: "M38 6c3 14 18 20 18 38a20 20 0 0 1-40 2c0-11 7-15 9-24 6 4 7 8 7 12 6-7 8-16 6-28z" }), solid("M36 60a9 9 0 0 1-9-9c0-8 7-9 9-17 3 8 9 10 9 17a9 9 0 0 1-9 9z")],
  "wild-custom": () => [...corners(), line("M22 50l2-10 22-22 8 8-22 22zM41 23l8 8")],
  "+1": () => [printed("+1", 44, 14)],
};
const UNKNOWN = () => [line("M24 27c0-18 26-17 25-1-1 10-13 9-13 20M36 58v1")];

/** The printed field of a card. */
export const art = (kind) =>
  svg("svg", { class: `art ${kind.startsWith("wild") ? "wild" : ""}`, viewBox: "0 0 72 72", "aria-hidden": "true" }, ...(ART[kind] ?? UNKNOWN)());

/** A card that can be tapped. `props` as for `el`. */
export const cardButton = (kind, props = {}) =>
  el("button", { class: "card", type: "button", "data-key": kind, ...props }, art(kind), el("span", { class: "label" }, fitted(cardName(kind))));

/** A small picture of a card that lies there, with its colour where that is known. `word`: "red hit-2", "wild". */
export function face(word, colour) {
  const kind = word.replace(/^(red|yellow|green|blue) /, "");
  const drawn = /^\d$/.test(kind)
    ? svg("svg", { class: "art", viewBox: "0 0 72 72", "aria-hidden": "true" }, printed(kind, 54, 9))
    : art(kind);
  return el("span", { class: `face ${colour ?? ""}` }, drawn, colour && shape(colour));
}

/** The back of a card, as it flies. */
export const back = () =>
  svg("svg", { class: "card-back", viewBox: "0 0 56 87", "aria-hidden": "true" },
    svg("rect", { class: "stock", x: 1, y: 1, width: 54, height: 85, rx: 7 }),
    svg("rect", { class: "field", x: 6, y: 6, width: 44, height: 75, rx: 5 }),
    svg("path", { class: "mark", d: "M28 24l12 19.5L28 63 16 43.5z" }));
