// Small pictures drawn from numbers: odds of a profile, a receipt's promise, the roller's health.
import { svg } from "./dom.js";
import { t, when } from "./i18n.js";

const picture = (width, height, kind, label, ...children) =>
  svg("svg", { viewBox: `0 0 ${width} ${height}`, class: `picture ${kind}`, role: "img", "aria-label": label }, ...children);

const text = (x, y, words, anchor = "middle") => svg("text", { x, y, "text-anchor": anchor, text: String(words) });

/**
 * A profile: above, how many of 20 presses bring cards (little cards face up); below, how many cards come then.
 * `dry` is a share, `sizes` maps cards to their share of the launches.
 */
export function odds({ dry, sizes }) {
  const launches = Math.round((1 - dry) * 20);
  const cards = Array.from({ length: 20 }, (_, i) =>
    svg("rect", { x: 1.5 + (i % 10) * 11.8, y: i < 10 ? 1 : 14, width: 8.6, height: 11, rx: 2, class: i < launches ? "full" : "dry" }));
  const most = Math.max(...Object.keys(sizes).map(Number), 8);
  const top = Math.max(...Object.values(sizes));
  const wide = 118 / most;
  const bars = Object.entries(sizes).map(([size, share]) => {
    const high = Math.max(0.8, (share / top) * 34);
    return svg("rect", { x: 1 + (size - 1) * wide, y: 68 - high, width: wide * 0.8, height: high, rx: Math.min(1.4, wide / 4), class: "full" });
  });
  const ticks = [1, 5, 10, 20, 30].filter((size) => size <= most).map((size) => text(1 + (size - 0.6) * wide, 77, size));
  const label = t("picture.odds", { often: Math.round((1 - dry) * 100), few: Object.keys(sizes)[0], many: Object.keys(sizes).at(-1) });
  return picture(120, 79, "odds", label, ...cards, svg("path", { d: "M1 68.4H119", class: "ground" }), ...bars, ...ticks);
}

const WILDEST = 5;
const BURST = "M10 0l2.6 5.6 5-2.7-1.8 5.4 4.2.6-3.7 3.2 2.9 5-5.6-1.4-1.4 4.3-2.6-3.9-4.6 3.9.5-5.3L0 14.2l4.2-3.4L.6 6l5.2.5z";

/** How wild a profile is, 0 to 5: so many bursts are full, the others hollow. */
export const wildness = (wild) =>
  picture(WILDEST * 22 - 2, 20, "wildness", t("picture.wildness", { n: wild, most: WILDEST }),
    ...Array.from({ length: WILDEST }, (_, i) =>
      svg("path", { d: BURST, transform: `translate(${i * 22} 0)`, class: i < wild ? "full" : "dry" })));

/**
 * A receipt's line: the bar is what 19 evenings in 20 bring, the tick their mean, the card what came.
 * `most` is the right end, the same for everybody, so that lines can be compared.
 */
export function promised({ low, high, cards: mean }, came, most, who) {
  const x = (cards) => 8 + (cards / Math.max(1, most)) * 284;
  const inside = came >= low && came <= high;
  return picture(300, 40, "promised", t("picture.promised", { who, low, high, came }),
    svg("path", { d: "M8 22H292", class: "ground" }),
    svg("rect", { x: x(low) - 3, y: 16, width: x(high) - x(low) + 6, height: 12, rx: 6, class: "span" }),
    svg("path", { d: `M${x(mean)} 12V32`, class: "mean" }),
    svg("rect", { x: x(came) - 7, y: 11, width: 14, height: 22, rx: 3, class: inside ? "brought" : "brought far" }));
}

const day = ({ day: date }) => when(date, { day: "numeric", month: "short", timeZone: "UTC" });

/** Milliseconds a card took, day by day, with the days of jams marked. `days` as GET /api/health gives them. */
export function health(days) {
  const timed = days.filter((day) => day.card_ms !== null);
  const slowest = Math.max(40, ...timed.map((day) => day.card_ms));
  const x = (i) => 24 + (i * 268) / Math.max(1, days.length - 1);
  const y = (ms) => 74 - (ms / slowest) * 62;
  const points = days.flatMap((day, i) => (day.card_ms === null ? [] : [[x(i), y(day.card_ms)]]));
  const label = t("picture.health", { from: Math.round(timed[0]?.card_ms ?? 0), to: Math.round(timed.at(-1)?.card_ms ?? 0) });
  return picture(300, 104, "health", label,
    ...[0, slowest / 2, slowest].flatMap((ms) => [
      svg("path", { d: `M24 ${y(ms)}H292`, class: "ground" }), text(20, y(ms) + 3, Math.round(ms), "end")]),
    text(24, 100, day(days[0]), "start"), text(292, 100, day(days.at(-1)), "end"),
    svg("polyline", { points: points.map((point) => point.join()).join(" "), class: "line" }),
    ...points.map(([cx, cy]) => svg("circle", { cx, cy, r: 3, class: "full" })),
    ...days.flatMap((day, i) => (day.jams ? [svg("path", { d: `M${x(i) - 4} 78l8 8m0 -8l-8 8`, class: "jam" })] : [])));
}
