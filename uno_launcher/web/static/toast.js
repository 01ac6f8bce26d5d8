// Short messages that go away by themselves.
import { el } from "./dom.js";

const STAY_MS = 4500;
const AT_MOST = 3;

/** Say something to whoever looks at this phone. `kind`: "" or "refused". */
export function toast(text, kind = "") {
  const box = document.querySelector("#toasts");
  [...box.children].filter((old) => old.textContent === text).forEach((old) => old.remove());
  const note = el("p", { class: `toast ${kind}`, text });
  box.append(note);
  while (box.children.length > AT_MOST) box.firstChild.remove();
  setTimeout(() => note.remove(), STAY_MS + 40 * text.length);
}
