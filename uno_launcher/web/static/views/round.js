// The end of a round: what is left in the hands, then the scores, then the next round or the winner.
import { complaint } from "../controls.js";
import { el, fill, onChange } from "../dom.js";
import { cardName, sentence, t } from "../i18n.js";
import { compared, handMove, holders, sum, tappable } from "../hands.js";
import { scores } from "./scores.js";
import { face, shape } from "./table/card.js";

const ENDS = ["scoring", "round-over", "game-over"];
const COLOURS = ["red", "yellow", "green", "blue"];

export function mount(root, app) {
  let gone = false;
  let holding = null; // whose hand is being counted here
  let awaited = false; // nobody had handed it in when that began
  let tapped = [];
  let known = {}; // what this phone handed in, by name
  const page = el("div", { class: "page round" });
  root.append(page);

  async function hand(move, name, points) {
    if (!(await app.move(move))) return;
    for (const warning of app.state().table.warnings) app.say(sentence(warning));
    known[name] = points;
    holding = null;
    draw(app.state());
  }

  function pick(name) {
    holding = name;
    awaited = app.state().table.missing.includes(name);
    tapped = [];
    draw(app.state());
    page.querySelector(".counting h2")?.focus();
  }

  /** Whose hands are there, and whose are still to come. */
  function hands(table) {
    return el("section", { "aria-label": t("round.hands") },
      el("p", { class: "lead", text: t("round.laid-last", { who: table.out }) }),
      el("p", { class: "hint", text: t("round.share") }),
      el("ul", { class: "holders" }, holders(table).map((name) => {
        const missing = table.missing.includes(name);
        const points = known[name] === undefined ? "✓" : t("scores.points", { n: known[name] });
        return el("li", {}, el("button", {
          class: missing ? "holder" : "holder there", type: "button", "data-key": name, onclick: () => pick(name),
        },
        el("span", { class: "who", text: name }),
        el("span", { class: "hint", text: missing ? t("round.holds", { n: table.hands[name] }) : points })));
      })));
  }

  /** One hand: its cards on the pad, or the sum by itself. */
  function counting(state) {
    const name = holding;
    const held = state.table.hands[name];
    const fan = el("div", { class: "spread" });
    const total = el("output", { class: "running" });
    const compare = el("p", { class: "hint", role: "status" });
    const wrong = complaint();
    const enter = el("button", { class: "deal", type: "button", onclick: () => hand(handMove(name, tapped), name, sum(tapped)) });
    const show = () => {
      fan.style.setProperty("--of", tapped.length);
      fill(fan, tapped.map((card, i) => el("button", {
        type: "button", "data-key": `tapped ${i}`, vars: { i },
        "aria-label": t("round.put-back", { card: cardName(card.card) }),
        onclick: () => {
          tapped.splice(i, 1);
          show();
        },
      }, face(card.word))));
      total.textContent = t("scores.points", { n: sum(tapped) });
      const [key, values] = compared(held, tapped.length);
      compare.textContent = t(key, values);
      compare.classList.toggle("off", tapped.length > 0 && tapped.length !== held);
      enter.textContent = t("round.enter", { n: sum(tapped) });
      enter.disabled = tapped.length === 0;
    };
    const tapping = (kind, fits) => el("div", { class: kind }, tappable(state.cards).filter(fits).map((card) => el("button", {
      class: "tap", type: "button", "aria-label": t("round.tap", { card: cardName(card.card), n: card.points }),
      onclick: () => {
        tapped.push(card);
        show();
      },
    },
    face(card.word), card.card.length > 1 && el("span", { text: cardName(card.card) }), " ", el("b", { text: String(card.points) }))));
    const points = el("input", { id: "points", type: "number", inputmode: "numeric", min: 0, max: 9999 });
    const typed = el("form", {
      class: "add",
      onsubmit: (event) => {
        event.preventDefault();
        if (points.value === "" || !points.checkValidity()) return wrong.say(t("round.no-sum"));
        hand({ points: { [name]: Number(points.value) } }, name, Number(points.value));
      },
    },
    el("label", { class: "name", for: "points", text: t("round.sum") }), points,
    el("button", { class: "plain", text: t("round.enter-sum") }));
    show();
    return el("section", { class: "counting sheet" },
      el("h2", { tabindex: "-1", text: t("round.whose", { who: name }) }),
      compare, fan, total,
      tapping("tapping", (card) => card.card.length === 1),
      tapping("tapping named", (card) => card.card.length > 1),
      enter, typed, wrong.line,
      el("button", {
        class: "plain", type: "button", text: t("round.back"),
        onclick: () => {
          holding = null;
          draw(app.state());
        },
      }));
  }

  /** The winner, or the next round. */
  function over({ table, setup }) {
    if (table.phase !== "game-over") {
      return el("button", { class: "deal", type: "button", text: t("round.next"), onclick: () => app.move({ next_round: true }) });
    }
    const winners = [table.winner].flat();
    return el("section", { class: "winner" },
      el("div", { class: "confetti", "aria-hidden": "true" }, Array.from({ length: 16 }, (_, i) =>
        el("i", { vars: { x: (i * 61) % 97, y: (i * 43) % 89, after: (i * 37) % 34 } }, shape(COLOURS[i % 4])))),
      el("div", { class: "trophy" },
        el("h2", { text: winners.length > 1 ? t("round.tie", { who: winners.join(", ") }) : t("round.winner", { who: winners[0] }) }),
        el("p", { text: t(`round.won-${setup.scoring}`, { n: table.scores[winners[0]] }) })),
      el("a", { class: "deal", href: "#setup", text: t("round.new-evening") }),
      el("a", { class: "plain", href: "#receipt", text: t("shell.receipt") }));
  }

  const rounds = onChange(({ evening }) =>
    app.api.get(`/api/evenings/${evening}`).then(
      (found) => {
        if (gone) return;
        past = found.rounds;
        draw(app.state());
      },
      () => {}));
  let past = [];

  function draw(state) {
    const { table } = state;
    if (table.phase === "scoring" || holding) return fill(page, holding ? counting(state) : hands(table));
    if (!ENDS.includes(table.phase)) {
      return fill(page, el("p", { class: "empty", text: t("round.running") }));
    }
    const ended = over(state);
    const counted = scores(state, past);
    fill(page, ...(table.phase === "game-over" ? [ended, ...counted] : [...counted, ended]), el("details", { class: "again" },
      el("summary", { text: t("round.correct") }), hands(table)));
  }

  const shown = onChange(() => {
    const { table, evening } = app.state();
    if (table.phase === "turn-up") return app.go("table");
    if (!ENDS.includes(table.phase)) holding = null;
    if (holding && awaited && !app.moving && !table.missing.includes(holding)) {
      holding = null;
      app.say(t("shell.quicker"));
    }
    if (table.phase !== "scoring") rounds({ evening, scores: table.scores });
    if (!holding) draw(app.state());
  });

  return {
    update(state) {
      const { phase, missing, out, scores: points, hands: held } = state.table;
      if (phase === "play") known = {};
      shown({ phase, missing, out, points, held, evening: state.evening });
    },
    unmount: () => (gone = true),
  };
}
