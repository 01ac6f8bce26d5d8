// Cards that fly out of the drawn launcher, and the number that has come out.
import { el } from "../../dom.js";
import { t } from "../../i18n.js";
import { back } from "./card.js";
import { digits } from "./digits.js";

const FLIGHT_MS = 620;
const APART_MS = 90;
const AT_MOST = 16;
const STAY_MS = 2600;

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const middle = (node) => {
  const box = node.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2, r: box.height / 2 };
};

/** `scene` is the felt they fly over. */
export function flights(scene) {
  const sky = el("div", { class: "sky", "aria-hidden": "true" });

  function one(from, to, i) {
    const card = el("span", { class: "flying" }, back());
    sky.append(card);
    const origin = scene.getBoundingClientRect();
    const at = (point, turn, size) => `translate(${point.x - origin.left}px, ${point.y - origin.top}px) translate(-50%, -50%) rotate(${turn}deg) scale(${size})`;
    const heading = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI + 90;
    const spin = heading + 200 + ((i * 67) % 160);
    const over = { x: (from.x + to.x) / 2 + ((i * 37) % 30) - 15, y: (from.y + to.y) / 2 - 18 };
    const keys = [
      { transform: at(from, heading, 0.7), opacity: 1 },
      { transform: at(over, (heading + spin) / 2, 1.15), opacity: 1, offset: 0.55 },
      { transform: at(to, spin, 0.8), opacity: 0.9 },
    ];
    card.animate(keys, { duration: FLIGHT_MS, delay: i * APART_MS, easing: "cubic-bezier(.2,.7,.3,1)", fill: "both" })
      .finished.then(() => card.remove(), () => card.remove());
  }

  return {
    root: sky,
    /** `cards` fly from the launcher's mouth to `seat`; without one, out of the picture at the bottom. */
    fly(cards, turret, angle, seat) {
      if (still()) return;
      const centre = middle(turret);
      const turn = (angle * Math.PI) / 180;
      const from = { x: centre.x + Math.sin(turn) * centre.r * 0.8, y: centre.y - Math.cos(turn) * centre.r * 0.8 };
      const to = seat ? middle(seat) : { x: centre.x, y: scene.getBoundingClientRect().bottom };
      for (let i = 0; i < Math.min(cards, AT_MOST); i++) one(from, to, i);
    },
    /** What a press has brought, big, for a moment. */
    count(cards) {
      this.clear();
      const came = el("span", { class: `came ${cards ? "" : "dry"}` }, cards ? digits(`+${cards}`) : el("b", { text: t("table.nothing") }));
      sky.append(came);
      setTimeout(() => came.remove(), STAY_MS);
    },
    /** It's about something else by now. */
    clear: () => sky.querySelector(".came")?.remove(),
  };
}
