// A box as it stands on the shelf, with its special cards in front of it.
import { el } from "../dom.js";
import { cardName } from "../i18n.js";

/** `box`: one of GET /api/setup. */
export const boxFront = ({ kinds = [] }) =>
  el("span", { class: "box", "aria-hidden": "true" },
    kinds.map(({ card, count }, i) =>
      el("span", { class: card.startsWith("wild") ? "mini wild" : `mini colour-${i % 4}` },
        el("b", { text: cardName(card) }), el("i", { text: `${count}×` }))));
