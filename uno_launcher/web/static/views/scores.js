// The scores: the race to the target as a picture, then round by round.
import { el, fill, onChange } from "../dom.js";
import { t } from "../i18n.js";

export function mount(root, app) {
  const page = el("div", { class: "page" });
  root.append(page);
  let gone = false;
  const load = onChange(({ evening }) =>
    app.api.get(`/api/evenings/${evening}`).then(
      ({ rounds }) => gone || draw(rounds),
      () => gone || draw([])));
  let state;
  const draw = (rounds) => fill(page, ...scores(state, rounds));
  return {
    update(now) {
      state = now;
      if (now.evening === null || !now.setup.players.length) {
        return fill(page, el("p", { class: "empty", text: t("scores.none") }));
      }
      load({ evening: now.evening, scores: now.table.scores });
    },
    unmount: () => (gone = true),
  };
}

/** What there is to show of scores: the end of a round shows the same. */
export function scores({ setup, table }, rounds) {
  return [
    el("p", { class: "hint", text: t(`scores.${setup.scoring}`, { n: setup.target }) }),
    race(setup, table),
    rounds.length > 0 && sheet(setup.players, rounds, table.scores),
  ].filter(Boolean);
}

/** A lane for everybody, a card that has come so far, and the line at the target. */
export function race({ players, target }, { scores: points, eliminated, winner }) {
  const winners = [winner ?? []].flat();
  return el("ol", { class: "race" }, ...players.map((name) =>
    el("li", {
      class: winners.includes(name) ? "lane first" : eliminated.includes(name) ? "lane out" : "lane",
      vars: { at: Math.min(1, points[name] / target) },
    },
    el("span", { class: "who", text: name }),
    el("span", { class: "points", text: t("scores.points", { n: points[name] }) }),
    el("span", { class: "track", "aria-hidden": "true" }, el("span", { class: "token", text: [...name][0] })))));
}

/** A row for everybody, a column for every round; name and total stay in sight. */
function sheet(players, rounds, totals) {
  const cell = (round, name) => {
    const points = round.points[name] ?? 0;
    return el("td", { class: round.out === name ? "laid-last" : "", text: points ? String(points) : "–" });
  };
  const scroll = el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("scores.by-round") }, el("table", { class: "scores" },
      el("thead", {}, el("tr", {},
        el("td"),
        rounds.map((_, i) => el("th", { scope: "col", text: String(i + 1) })),
        el("th", { scope: "col", text: t("scores.total") }))),
      el("tbody", {}, players.map((name) => el("tr", {},
        el("th", { scope: "row" }, el("span", { text: name })),
        rounds.map((round) => cell(round, name)),
        el("td", { class: "total", text: String(totals[name]) }))))));
  requestAnimationFrame(() => (scroll.scrollLeft = scroll.scrollWidth)); // the last rounds first
  return el("section", { class: "sheet rounds" }, el("h2", { text: t("scores.by-round") }), scroll);
}
