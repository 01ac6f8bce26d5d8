// What people choose with: cards to pick one of, a switch, plus and minus. Native inputs under the drawing.
import { el } from "./dom.js";
import { t } from "./i18n.js";

let count = 0;
const unique = (word) => `${word}-${++count}`;

/**
 * Pick one of several. `options`: [{value, label, hint, picture, more}], `more` further elements; `onpick(value)`.
 * The fieldset that comes back has `class` besides its own; `titled`: its legend is read on the page already.
 */
export function choices({ legend, titled, hint: more, options, chosen, onpick, class: own = "" }) {
  const name = unique("choice");
  return el("fieldset", { class: `choices ${own}` },
    el("legend", { class: titled && "sr", text: legend }),
    more && el("p", { class: "hint", text: more }),
    ...options.map(({ value, label, hint, picture, more: further = [] }) => {
      const input = el("input", { attrs: { type: "radio", name, value }, onchange: () => onpick(value) });
      input.checked = value === chosen;
      return el("label", { class: "choice" },
        input,
        picture && el("span", { class: "pictured" }, picture),
        el("span", { class: "name", text: label }),
        hint && el("span", { class: "hint", text: hint }),
        further);
    }));
}

/**
 * A sheet that opens; on a large screen it is open. `now()` says in a few words what is chosen in it, `told()`
 * says it again after a change.
 */
export function folded(title, now, ...content) {
  const said = el("span", { class: "hint", text: now() });
  const node = el("details", { class: "sheet folded", open: matchMedia("(min-width: 700px)").matches },
    el("summary", {}, el("h2", { text: title }), said), ...content);
  return { node, told: () => (said.textContent = now()) };
}

/** On or off. */
export function toggle({ label, hint, on, onflip }) {
  const input = el("input", { attrs: { type: "checkbox", role: "switch" }, onchange: () => onflip(input.checked) });
  input.checked = on;
  return el("label", { class: "setting" },
    el("span", {}, el("span", { class: "name", text: label }), hint && el("span", { class: "hint", text: hint })),
    input);
}

/**
 * A number by plus and minus. `none`: what stands there for null, which comes below `least`.
 * `onstep(value)` gets a number, or null.
 */
export function stepper({ label, hint, value, least, most, none, onstep }) {
  const id = unique("number");
  const shown = el("output", { class: "value" });
  const button = (sign, words, by) =>
    el("button", { class: "step", text: sign, attrs: { type: "button", "aria-label": t(words, { what: label }) }, onclick: () => change(by) });
  const less = button("−", "control.less", -1);
  const more = button("+", "control.more", 1);
  const show = () => {
    shown.textContent = value ?? none;
    shown.classList.toggle("word", value === null);
    less.disabled = value === null || (none === undefined && value <= least);
    more.disabled = value >= most;
  };
  function change(by) {
    if (value === null) value = by > 0 ? least : null;
    else value = Math.min(most, value + by);
    if (value !== null && value < least) value = none === undefined ? least : null;
    show();
    onstep(value);
  }
  show();
  return el("div", { class: "setting", attrs: { role: "group", "aria-labelledby": id } },
    el("span", {}, el("span", { class: "name", text: label, attrs: { id } }), hint && el("span", { class: "hint", text: hint })),
    el("span", { class: "stepper" }, less, shown, more));
}

/** A line that says what went wrong; screen readers hear it. "" empties it. */
export function complaint() {
  const line = el("p", { class: "complaint", attrs: { role: "alert" } });
  return { line, say: (words) => (line.textContent = words) };
}
