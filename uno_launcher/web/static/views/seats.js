// Who sits where: rows that are dragged by finger or mouse, moved by arrow keys, or by a tap on "up".
import { el } from "../dom.js";
import { t } from "../i18n.js";
import { moved } from "../laying.js";

/**
 * The list of `players`. `change({players, dealer})` is called once somebody has sat down elsewhere or deals;
 * `leave(name)` when somebody leaves.
 */
export function seats({ players, dealer, change, leave, say }) {
  const list = el("ol", { class: "order" });
  const rows = players.map((name, seat) => row(name, seat));
  list.append(...rows);
  return list;

  function row(name, seat) {
    const place = (to) => {
      if (!(to in players)) return;
      change({ players: moved(players, seat, to), dealer }, name);
      say(t("setup.sits-at", { who: name, n: to + 1 }));
    };
    const grip = el("button", {
      class: "grip", text: "⠿",
      attrs: { type: "button", "aria-label": t("setup.drag", { who: name }) },
      onkeydown: (event) => {
        const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (by) {
          event.preventDefault();
          place(seat + by);
        }
      },
      onpointerdown: (event) => drag(event, seat),
    });
    const deals = el("button", {
      class: "deals", attrs: { type: "button", "aria-pressed": String(name === dealer), "aria-label": t("setup.deals", { who: name }) },
      onclick: () => change({ players, dealer: name }, name),
    }, el("span", { text: t("setup.dealer") }));
    const up = el("button", {
      class: "up", text: "↑", attrs: { type: "button", "aria-label": t("setup.up", { who: name }) }, onclick: () => place(seat - 1),
    });
    up.disabled = seat === 0;
    const out = el("button", {
      class: "leave", text: "×", attrs: { type: "button", "aria-label": t("setup.leaves", { who: name }) }, onclick: () => leave(name),
    });
    const item = el("li", { class: "place-card" }, grip, el("span", { class: "who", text: name }), deals, up, out);
    item.dataset.name = name;
    return item;
  }

  /** Follow the pointer: the row goes with it, the others make room; let go and it stays there. */
  function drag(event, seat) {
    if (event.button) return;
    event.preventDefault();
    const held = rows[seat];
    const heights = rows.map((each) => each.offsetHeight);
    const step = rows.length > 1 ? Math.abs(rows[1].offsetTop - rows[0].offsetTop) : heights[0];
    const from = event.clientY;
    let to = seat;
    held.classList.add("held");
    event.target.setPointerCapture(event.pointerId);
    const follow = ({ clientY }) => {
      const by = Math.max(-seat * step, Math.min((rows.length - 1 - seat) * step, clientY - from));
      held.style.translate = `0 ${by}px`;
      to = seat + Math.round(by / step);
      rows.forEach((each, i) => {
        if (i === seat) return;
        const aside = i > seat && i <= to ? -1 : i < seat && i >= to ? 1 : 0;
        each.style.translate = `0 ${aside * step}px`;
      });
    };
    const drop = (ended) => {
      event.target.removeEventListener("pointermove", follow);
      for (const kind of ["pointerup", "pointercancel"]) event.target.removeEventListener(kind, drop);
      held.classList.remove("held");
      rows.forEach((each) => (each.style.translate = ""));
      if (ended.type === "pointerup" && to !== seat) change({ players: moved(players, seat, to), dealer }, players[seat]);
    };
    event.target.addEventListener("pointermove", follow);
    for (const kind of ["pointerup", "pointercancel"]) event.target.addEventListener(kind, drop);
  }
}
