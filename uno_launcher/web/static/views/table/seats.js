// The people round the table: whose turn, who owes what, how many cards they hold. A tap on a seat opens it.
import { el, fill, fitted, onChange } from "../../dom.js";
import { t } from "../../i18n.js";
import { digits } from "./digits.js";
import { places, seated } from "./places.js";

/** Cards in a hand as a small fan: as many as there are, up to seven. */
const fan = (cards) =>
  cards > 0 && el("span", { class: "fan", vars: { cards: Math.min(cards, 7) } },
    Array.from({ length: Math.min(cards, 7) }, (_, i) => el("i", { vars: { i } })));

const owed = (debt) => (debt.until_cards ? "1+" : `${debt.presses}×`);

/** What follows the name, for those who hear the page. */
function described(name, { table }, debt) {
  if (table.eliminated.includes(name)) return `, ${t("table.eliminated")}`;
  const parts = ["", t("table.holds", { n: table.hands[name] })];
  if (debt) parts.push(debt.until_cards ? t("table.owes-until") : t("table.owes", { n: debt.presses }));
  else if (table.up === name) parts.push(t("table.is-up"));
  else if (table.next === name) parts.push(t("table.is-next"));
  return parts.join(", ");
}

/** `tapped(name)`: somebody's seat was tapped. */
export function seats(tapped) {
  const root = el("div", { class: "seats", role: "group", "aria-label": t("table.seats") });

  function seat(name, place, state, me) {
    const { table } = state;
    const debt = table.owes.find((one) => one.who === name);
    const classes = ["seat", table.up === name && "up", table.next === name && "next", debt && "owes",
      table.eliminated.includes(name) && "gone", me === name && "me", place.x < 0.5 && "west"];
    return el("button", {
      class: classes.filter(Boolean).join(" "), type: "button", "data-key": `seat-${name}`, "data-seat": name,
      vars: { x: place.x, y: place.y },
      onclick: () => tapped(name),
    },
      fitted(name, "name"),
      el("span", { class: "sr", text: described(name, state, debt) }),
      el("span", { class: "hand", "aria-hidden": "true" }, fan(table.hands[name]), el("b", { text: table.hands[name] }),
        debt && el("span", { class: "debt" }, digits(owed(debt)))));
  }

  const draw = onChange(({ state, me }) => {
    const names = state.table.mode === "game" ? seated(state.setup.players, me) : [];
    const at = places(names.length);
    root.dataset.count = names.length;
    fill(root, names.map((name, i) => seat(name, at[i], state, me)));
  });

  return {
    root,
    /** What of the state shows here. */
    update({ table, setup }, me) {
      const { mode, hands, owes, up, next, eliminated } = table;
      draw({ state: { table: { mode, hands, owes, up, next, eliminated }, setup: { players: setup.players } }, me });
    },
    of: (name) => root.querySelector(`[data-seat="${CSS.escape(name)}"]`),
  };
}
