// Short messages that go away by themselves.
import { el } from "./dom.js";

const STAY_MS = 4500;
const AT_MOST = 3;

/** Above any sheet that is open: those lie over everything but what came up later. */
function raise(box) {
  if (!box.showPopover) return;
  box.popover = "manual";
  box.hidePopover();
  box.showPopover();
}

/** What was refused was about how things stood: it goes when that changes. */
export const forgetRefusals = () => document.querySelectorAll("#toasts .refused").forEach((note) => note.remove());

/** Say something to whoever looks at this phone. `kind`: "" or "refused". */
export function toast(text, kind = "") {
  const box = document.querySelector("#toasts");
  [...box.children].filter((old) => old.textContent === text).forEach((old) => old.remove());
  const note = el("p", { class: `toast ${kind}`, text });
  box.append(note);
  raise(box);
  while (box.children.length > AT_MOST) box.firstChild.remove();
  setTimeout(() => note.remove(), STAY_MS + 40 * text.length);
}
