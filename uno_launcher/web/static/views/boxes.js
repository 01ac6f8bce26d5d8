// A box as it stands on the shelf, with the cards that make it special looking out of it.
import { el } from "../dom.js";
import { face } from "./table/card.js";

const SPECIAL = {
  "attack-2005": ["hit-2", "trade-hands", "wild-all-hit", "wild-hit-fire"],
  "attack-2010": ["hit-2", "wild-attack-attack", "wild-custom", "wild-hit-4"],
  "mega-hit-2020": ["hit-1", "hit-2", "discard-all", "wild-attack-attack"],
};

export function boxFront(name) {
  const cards = SPECIAL[name] ?? ["wild"];
  return el("span", { class: "box", "aria-hidden": "true" },
    el("span", { class: "faces", vars: { of: cards.length } }, cards.map((card, i) => {
      const drawn = face(card);
      drawn.style.setProperty("--i", i);
      return drawn;
    })),
    el("span", { class: "front" }));
}
