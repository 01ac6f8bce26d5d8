// The parent's page: how lucky and how loud the launcher is, whether it's well, and who may join.
import { choice, sheet } from "../sheet.js";
import { choices, complaint, stepper, toggle } from "../controls.js";
import { el, fill, onChange } from "../dom.js";
import { number, sentence, t } from "../i18n.js";
import { health } from "../pictures.js";
import { profileCards } from "./profiles.js";

const LOADED = ["parent.loading-none", "parent.loading-fine"];

export function mount(root, app) {
  const page = el("div", { class: "page parent" });
  root.append(page);
  let gone = false;
  let told = () => {}; // what the open page does with a new state
  const failed = (error) => sentence(error.sentence) || t("shell.no_answer");

  async function show() {
    let words;
    try {
      const { open } = await app.api.get("/api/parent");
      words = open ? await inside() : [locked()];
    } catch (error) {
      words = [el("p", { class: "empty", text: failed(error) })];
    }
    if (gone) return;
    fill(page, ...words);
    told(app.state());
  }

  /** Whatever is asked for when the quarter of an hour is over leads back to the PIN. */
  async function ask(request, wrong) {
    try {
      const answer = await request;
      wrong.say("");
      return answer ?? true;
    } catch (error) {
      if (error.status === 403) show();
      else wrong.say(failed(error));
      return undefined;
    }
  }

  function locked() {
    told = () => {};
    const wrong = complaint();
    const pin = el("input", {
      id: "pin", class: "code", type: "password", inputmode: "numeric", pattern: "[0-9]*", autocomplete: "off", maxlength: 12, required: true,
    });
    return el("form", {
      class: "sheet ticket",
      onsubmit: async (event) => {
        event.preventDefault();
        try {
          await app.api.post("/api/parent", { pin: pin.value });
          show();
        } catch (error) {
          if (error.status === 401) return app.go("join"); // the code has changed meanwhile
          wrong.say(failed(error));
          pin.value = "";
          pin.focus();
        }
      },
    },
    el("p", { class: "lead", text: t("parent.locked") }),
    el("label", { class: "name", for: "pin", text: t("parent.pin") }), pin, wrong.line,
    el("button", { class: "deal", text: t("parent.open") }));
  }

  async function inside() {
    const [setup, found] = await Promise.all([
      app.api.get("/api/setup").catch(() => ({ profiles: [] })), app.api.get("/api/health").catch(() => null),
    ]);
    return [settings(setup.profiles), app.state().backend === "none" ? null : loading(), found && condition(found), code(),
      el("button", { class: "plain", type: "button", text: t("parent.close"), onclick: () => app.api.del("/api/parent").then(show, show) })];
  }

  function settings(profiles) {
    const { profile, most_cards, quiet, setup } = app.state();
    const cards = profileCards(profiles);
    cards.told(setup);
    const wrong = complaint();
    let wanted = { profile: profile.name, most_cards, quiet };
    const set = (changes) => ask(app.api.put("/api/settings", (wanted = { ...wanted, ...changes })), wrong);
    const says = el("p", { class: "hint", "aria-live": "polite", text: sentence(profile.says) });
    return el("section", { class: "sheet" },
      choices({
        legend: t("setup.profile"), hint: t("setup.profile-hint"), class: "profiles", chosen: profile.name,
        options: cards.options,
        onpick: (name) => {
          says.textContent = sentence(profiles.find((one) => one.name === name).says);
          set({ profile: name });
        },
      }),
      says,
      stepper({
        label: t("parent.most-cards"), hint: t("parent.most-cards-hint"), value: most_cards, least: 1, most: 99, none: t("house.no-limit"),
        onstep: (value) => set({ most_cards: value }),
      }),
      toggle({ label: t("parent.quiet"), hint: t("parent.quiet-hint"), on: quiet, onflip: (on) => set({ quiet: on }) }),
      wrong.line);
  }

  /** The network moves nothing: whoever is at the launcher presses. */
  function loading() {
    const wrong = complaint();
    const status = el("p", { class: "armed", role: "status" });
    const arm = el("button", {
      class: "deal", type: "button", text: t("parent.check"), onclick: () => ask(app.api.post("/api/loading-check"), wrong),
    });
    let armed = false;
    let before = null; // the last press before it was armed; afterwards the next is its answer
    told = (state) => {
      if (!state) return;
      const { last, state: now } = state.launcher;
      if (state.armed) before = last?.number ?? 0;
      const answered = before !== null && (last?.number ?? 0) > before && !state.armed;
      if (answered) {
        before = null;
        status.textContent = t(LOADED[last.counted] ?? "parent.loading-more", { n: last.counted });
        refresh();
      } else if (state.armed !== armed) {
        status.textContent = state.armed ? t("parent.armed") : "";
      }
      if (["empty", "jammed"].includes(now) && !state.armed && before !== null) {
        before = null;
        status.textContent = t("parent.loading-none");
      }
      armed = state.armed;
      arm.disabled = armed;
    };
    return el("section", { class: "sheet" },
      el("h2", { text: t("parent.loading") }), el("p", { class: "hint", text: t("parent.loading-hint") }), arm, status, wrong.line);
  }

  /** The numbers anew, after a press has changed them. */
  async function refresh() {
    const found = await app.api.get("/api/health").catch(() => null);
    if (found && !gone) page.querySelector(".condition")?.replaceWith(condition(found));
  }

  function condition(found) {
    const timed = found.days.some((day) => day.card_ms !== null);
    return el("section", { class: "sheet condition" },
      el("h2", { text: t("parent.health") }),
      found.advice ? el("p", { class: "advice", text: sentence(found.advice) }) : timed && el("p", { text: t("parent.roller-fine") }),
      el("dl", { class: "figures" },
        [["parent.presses", found.presses], ["parent.cards", found.cards], ["parent.jams", found.jams_per_100]].map(([key, value]) =>
          el("div", {}, el("dt", { text: t(key) }), el("dd", { text: number(value, Number.isInteger(value) ? 0 : 1) })))),
      timed ? [el("h3", { text: t("parent.speed") }), health(found.days), el("p", { class: "hint", text: t("parent.jam-days") })] : el("p", { class: "hint", text: t("parent.nothing-timed") }));
  }

  function code() {
    const wrong = complaint();
    const fresh = el("p", { class: "fresh", role: "status" });
    const make = async () => {
      const made = await ask(app.api.post("/api/code"), wrong);
      if (made) fill(fresh, t("parent.is-code"), " ", el("b", { class: "code", text: made.code }));
    };
    return el("section", { class: "sheet" },
      el("h2", { text: t("parent.code") }), el("p", { class: "hint", text: t("parent.code-hint") }),
      el("button", {
        class: "plain", type: "button", text: t("parent.new-code"),
        onclick: () => sheet({
          title: t("parent.new-code-sure"), bound: false,
          content: el("div", { class: "answers" },
            choice({ "data-key": "new-code", text: t("parent.new-code"), onclick: make }),
            choice({ "data-key": "keep-code", text: t("parent.keep-code"), onclick: () => {} })),
        }),
      }),
      fresh, wrong.line);
  }

  show();
  return { update: (state) => told(state), unmount: () => (gone = true) };
}
