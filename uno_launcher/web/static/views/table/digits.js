// Numbers as they are printed on our cards: one thick round stroke.
import { svg } from "../../dom.js";

const STROKES = {
  0: "M30 14C12 14 12 36 12 50s0 36 18 36 18-22 18-36 0-36-18-36z",
  1: "M16 28L34 14V86",
  2: "M12 32C12 6 50 8 48 34 47 52 24 66 12 86H50",
  3: "M12 14H47L28 42C60 42 56 86 28 86 18 86 12 81 10 75",
  4: "M34 14L10 64H52M40 42V86",
  5: "M46 14H18L14 46C22 38 50 36 50 63 50 90 17 92 10 76",
  6: "M42 13C22 24 11 44 11 62 11 94 49 94 49 63 49 37 15 39 12 58",
  7: "M10 14H50L24 86",
  8: "M30 47C6 41 8 14 30 14S54 41 30 47C3 53 4 86 30 86S57 53 30 47z",
  9: "M18 87C38 76 49 56 49 38 49 6 11 6 11 37 11 63 45 61 48 42",
  "×": "M14 40L44 74M44 40L14 74",
  "+": "M30 32V72M10 52H50",
  "–": "M14 52H46",
};
const WIDE = { 1: 48, "×": 58, "–": 60 };

/** The strokes of `text` (digits, ×, + and –) side by side, in a box 100 high; `wide` is the box's width. */
export function strokes(text) {
  let x = 0;
  const paths = [...text].map((sign) => {
    const path = svg("path", { d: STROKES[sign], transform: `translate(${x} 0)` });
    x += WIDE[sign] ?? 62;
    return path;
  });
  return { paths, wide: x };
}

/** A drawn number. It says nothing to a screen reader: whoever shows it says it in words. */
export function digits(text, kind = "") {
  const { paths, wide } = strokes(String(text));
  return svg("svg", { class: `digits ${kind}`, viewBox: `0 0 ${wide} 100`, "aria-hidden": "true" }, ...paths);
}
