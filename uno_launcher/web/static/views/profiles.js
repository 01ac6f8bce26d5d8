// A luck profile as a card to choose: its odds, how wild it is, how long a game with it lasts.
import { el } from "../dom.js";
import { named, t } from "../i18n.js";
import { lasts } from "../laying.js";
import { odds, wildness } from "../pictures.js";

export const profileName = (name) => named(`profile.${name}`, name ?? "");

/** "about 45 minutes", or "" where nobody knows. `form` has the box and the players. */
export function lasting(form, profile) {
  const n = lasts(form, profile);
  return n ? t("setup.lasts", { n }) : "";
}

/** Cards for `choices`, and `told(form)` that says again how long a game lasts. `profiles` as in GET /api/setup. */
export function profileCards(profiles) {
  const long = profiles.map(() => el("span", { class: "long" }));
  const options = profiles.map((one, i) => (
    { value: one.name, label: profileName(one.name), picture: odds(one), more: [wildness(one.wild), long[i]] }));
  return { options, told: (form) => profiles.forEach((one, i) => (long[i].textContent = lasting(form, one))) };
}
