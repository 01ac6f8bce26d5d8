// The live table: what is to be done, who sits where, the launcher among them, and the pad.
import { el } from "../dom.js";
import { sentence, t } from "../i18n.js";
import { outdated } from "../sheet.js";
import { sound, speak, wakeSound } from "../sound.js";
import { bar } from "./table/bar.js";
import { flights } from "./table/flight.js";
import { happened, spoken } from "./table/happened.js";
import { headline, heard, words } from "./table/headline.js";
import { launcher } from "./table/launcher.js";
import { open } from "./table/later.js";
import { pad, typeCards } from "./table/pad.js";
import { remembered } from "./table/past.js";
import { facing } from "./table/places.js";
import { saying, stopping } from "./table/saying.js";
import { seats } from "./table/seats.js";
import { lastMove, strip } from "./table/strip.js";

let past = null; // outlives the view: an undo can say what it took back

export function mount(root, app) {
  let before = null;
  let earlier = null; // what was said of that state
  const head = headline();
  const facts = strip(app);
  const people = seats((name) => open("person", app, name));
  const machine = launcher(() => (app.state().simulated ? pressed() : typeCards(app)));
  const scene = el("section", { class: "scene", "aria-label": t("table.scene") });
  const air = flights(scene);
  const cards = pad(app, pressed);
  const calls = bar(app);
  scene.append(machine.root, people.root, air.root);
  root.append(el("div", { class: "table" }, head.root, facts.root, scene, cards.root, calls.root));

  async function pressed() {
    try {
      await app.api.post("/api/simulated/press");
    } catch (error) {
      app.say(error.status ? sentence(error.sentence) : t("shell.no_answer"), "refused");
    }
  }

  /** Turn the launcher to whoever is up; to this side of the screen where nobody is. */
  function turn() {
    const seat = before?.table.up && people.of(before.table.up);
    const middle = ({ left, top, width, height }) => ({ x: left + width / 2, y: top + height / 2 });
    const place = seat ? middle(seat.getBoundingClientRect()) : null;
    machine.face(place ? facing(middle(machine.root.getBoundingClientRect()), place) : 180);
  }

  function show(state, now) {
    const what = happened(before, state);
    // Cards fly to whoever pressed, from where the launcher stood.
    const whose = what.landed?.who ?? before?.table.up;
    const seat = whose ? people.of(whose) : null;
    if (what.pressed || what.changed) air.clear();
    if (what.flew) air.fly(what.flew, machine.root, machine.angle, seat);
    if (what.landed) air.count(what.landed.cards);
    if (what.refusal) {
      machine.shake();
      app.say(sentence(what.refusal), "refused");
    }
    if (what.changed && outdated() && !app.moving) app.say(t("shell.quicker"));
    past = remembered(past, state);
    if (what.landed && state.launcher.last?.certain === false) app.say(t("table.unsure", { n: what.landed.cards }));
    if (past.gone) app.say(t("table.undone", { who: state.did.by ?? t("told.somebody"), what: lastMove({ did: past.gone, table: {} }) }));
    else if (what.changed && state.did?.undo) app.say(t("table.undone-last"));
    sounds(state, what);
    const said = spoken(what, earlier, now);
    if (said && before) speak(Array.isArray(said) && said[0] === "table.press-times" ? heard(now) : words(said));
  }

  function sounds({ launcher: view, quiet, table }, what) {
    if (what.pressed) sound("press", 0, quiet);
    if (what.flew) sound("cards", what.flew, quiet);
    else if (what.landed) view.tension ? sound("tension", view.tension, quiet) : sound("dry", 0, quiet);
    if (what.refusal) sound("refused", 0, quiet);
    if (what.changed && !what.landed && before?.table.up !== table.up) sound("turn", 0, quiet);
  }

  const resized = new ResizeObserver(turn);
  resized.observe(scene);
  const first = new AbortController();
  for (const event of ["pointerup", "keydown"]) addEventListener(event, wakeSound, { signal: first.signal });

  return {
    update(state) {
      const now = saying(state);
      show(state, now);
      const stops = stopping(state, (performance.now() - state.came) / 1000);
      head.update({ now, stops, top: state.table.mode === "game" ? state.table.top : null, colour: state.table.colour, counted: state.launcher.counted });
      facts.update(state, past.eased);
      people.update(state, app.me);
      machine.update(state);
      cards.update(state);
      calls.update(state);
      [before, earlier] = [state, now];
      turn();
    },
    unmount() {
      resized.disconnect();
      first.abort();
    },
  };
}
