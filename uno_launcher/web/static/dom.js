// Making elements. Whatever comes from people goes in as text, never as HTML.

const SVG = "http://www.w3.org/2000/svg";

function dress(node, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "class") node.setAttribute("class", value);
    else if (name === "text") node.textContent = value;
    else if (name === "attrs") dress(node, value, []);
    else if (name === "vars") Object.entries(value).forEach(([key, set]) => node.style.setProperty(`--${key}`, set));
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/**
 * An element: `el("button", {class: "card", text: "Hit 2", onclick: tap}, …children)`.
 *
 * `vars` are CSS variables, `attrs` further attributes, on… listeners. Null, undefined and false are left out.
 */
export const el = (tag, props = {}, ...children) => dress(document.createElement(tag), props, children);

/** The same for a part of a drawing. */
export const svg = (tag, props = {}, ...children) => dress(document.createElementNS(SVG, tag), props, children);

/** A name whose letters shrink until its longest word fits: names break between words alone. */
export function fitted(name, kind = "") {
  const { word, whole, lines } = measured(name);
  return el("span", { class: `fit ${kind}`, text: name, vars: { word, whole, lines } });
}

/** Letters of its longest word and of all of it, and the lines it takes where it breaks at every gap. */
export function measured(name) {
  const words = name.split(/[\s-]/);
  return { word: Math.max(...words.map((word) => word.length + 1)), whole: name.length + 1, lines: words.length };
}

/** New children for `node`. Where the focus was on a `data-key`, it's on the new one with that key. */
export function fill(node, ...children) {
  const key = node.contains(document.activeElement) ? document.activeElement.dataset?.key : undefined;
  node.replaceChildren(...children.flat().filter(Boolean));
  if (key !== undefined) node.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

/** Calls `draw` only with values that differ from the last ones (compared as JSON). */
export function onChange(draw) {
  let last;
  return (value) => {
    const now = JSON.stringify(value);
    if (now === last) return;
    last = now;
    draw(value);
  };
}

const SETTLE_MS = 350;
const settling = {};

/**
 * What was tapped moves something under the finger: until it has, a second tap of the same finger is none.
 * "laid": the same for the cards alone, of which nobody lays two at once.
 */
export function settle(what = "settling", ms = SETTLE_MS) {
  document.documentElement.classList.add(what);
  clearTimeout(settling[what]);
  settling[what] = setTimeout(() => document.documentElement.classList.remove(what), ms);
}
