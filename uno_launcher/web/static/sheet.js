// A sheet of card stock that comes up from the edge and asks something.
import { el, settle } from "./dom.js";
import { t } from "./i18n.js";

let open = null;

/**
 * Show a sheet with a title and content. `wide`: it needs room. `bound`: it's about the table as it stands, so
 * it goes when the table moves on. Only one is open at a time.
 */
export function sheet({ title, content, wide = false, bound = true }) {
  closeSheet();
  settle();
  const opener = document.activeElement?.dataset?.key;
  const dialog = el("dialog", { class: wide ? "ask wide" : "ask", "aria-labelledby": "ask-title" },
    el("div", { class: "ask-head" },
      el("h2", { id: "ask-title", text: title }),
      el("button", { class: "close", type: "button", "aria-label": t("shell.close"), text: "✕", onclick: () => closeSheet() })),
    el("div", { class: "ask-body" }, content));
  dialog.addEventListener("click", (event) => event.target === dialog && closeSheet()); // beside the sheet
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (open?.dialog === dialog) open = null;
    if (!document.activeElement || document.activeElement === document.body) {
      const back = opener && document.querySelector(`[data-key="${CSS.escape(opener)}"]`);
      (back || document.querySelector("#view")).focus({ preventScroll: true });
    }
  });
  document.body.append(dialog);
  open = { dialog, bound };
  dialog.showModal();
  dialog.querySelector(".ask-body button:not([disabled]), .ask-body a, .ask-body input")?.focus();
}

export function closeSheet() {
  if (!open) return;
  settle();
  open.dialog.close();
}

/** The table has moved on: a sheet about how it stood says nothing any more. True: there was one. */
export function outdated() {
  if (!open?.bound) return false;
  closeSheet();
  return true;
}

/** A button for a sheet that closes it and then does something. */
export const choice = (props, ...children) => {
  const { onclick, ...others } = props;
  const act = () => {
    closeSheet();
    onclick();
  };
  return el("button", { type: "button", class: "wide-button", ...others, onclick: act }, ...children);
};

/** Whole numbers to tap, from `first` to `last`, then a field for more. */
export function numbers(first, last, chosen, { now, more = true } = {}) {
  const chips = Array.from({ length: last - first + 1 }, (_, i) => first + i).map((n) =>
    choice({ class: "chip", text: n, "aria-pressed": now === undefined ? undefined : String(n === now), onclick: () => chosen(n) }));
  if (!more) return el("div", { class: "chips" }, chips);
  const field = el("input", { type: "number", inputmode: "numeric", min: first, max: 999, required: true, "aria-label": t("shell.more-than", { n: last }), placeholder: `${last + 1}…` });
  const form = el("form", { class: "more" }, field, el("button", { class: "chip", text: t("shell.ok") }));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    closeSheet();
    chosen(field.valueAsNumber);
  });
  return el("div", { class: "chips" }, chips, form);
}
