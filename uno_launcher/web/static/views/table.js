// The live table. Being built.
import { el } from "../dom.js";

export function mount(root, app) {
  const text = el("pre");
  root.append(text);
  return { update: (state) => (text.textContent = JSON.stringify(state.table)), unmount() {} };
}
