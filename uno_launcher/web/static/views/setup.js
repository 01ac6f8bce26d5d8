// Set up an evening: who plays, with which box, for what, and how lucky the launcher is. Then deal.
import { el, fill } from "../dom.js";
import { cardName, named, sentence, t } from "../i18n.js";
import * as laying from "../laying.js";
import { choice, sheet } from "../sheet.js";
import { choices, complaint, folded, stepper, toggle } from "../controls.js";
import { boxFront } from "./boxes.js";
import { lasting, profileCards, profileName } from "./profiles.js";
import { seats } from "./seats.js";

const TARGETS = [200, 300, 500, 1000];
const PENALTY = { least: 0, most: 12 };

export function mount(root, app) {
  let gone = false;
  app.api.get("/api/setup").then(
    (found) => gone || lay(root, app, found),
    (error) => gone || fill(root, el("p", { class: "empty", text: sentence(error.sentence) || t("shell.no_answer") })),
  );
  return { update() {}, unmount: () => (gone = true) };
}

function lay(root, app, found) {
  let form = laying.begun(found, app.state()?.setup.box);
  const box = () => found.boxes.find((one) => one.name === form.box);
  const set = (changes) => {
    form = { ...form, ...changes };
    check();
  };

  const players = el("section", { class: "sheet", "aria-labelledby": "who-plays" });
  const rules = el("div", { class: "rules" });
  const heard = el("p", { class: "sr", role: "status" });
  const custom = el("div");
  const trouble = complaint();
  const deal = el("button", { class: "deal", type: "button", text: t("setup.deal"), onclick: begin });

  /** Seats, then everybody who played lately, then somebody new. `on`: whose row keeps the focus. */
  function showPlayers(on) {
    const seat = seats({
      players: form.players,
      dealer: form.dealer,
      say: (words) => (heard.textContent = words),
      change: (changes, name) => {
        set(changes);
        showPlayers(name);
      },
      leave: (name) => {
        const seat = form.players.indexOf(name);
        form = laying.unseated(form, name);
        check();
        showPlayers(form.players[seat] ?? form.players.at(-1));
      },
    });
    const input = el("input", {
      id: "new-player", maxlength: laying.LONGEST_NAME, autocomplete: "off", autocapitalize: "words", enterkeyhint: "done",
      "data-key": "new-player",
    });
    const wrong = complaint();
    const sit = (name, on) => {
      const reason = laying.unseatable(name, form.players);
      if (reason) return wrong.say(t(reason));
      form = laying.seated(form, name);
      check();
      showPlayers(on);
    };
    const others = found.players.filter((name) => !laying.unseatable(name, form.players));
    fill(players,
      el("h2", { id: "who-plays", text: t("setup.players") }),
      form.players.length > 1 && el("p", { class: "hint", text: t("setup.order") }),
      seating(form),
      seat,
      others.length > 0 && el("div", { class: "chips" },
        ...others.map((name) => el("button", {
          class: "chip", type: "button", text: name, "aria-label": t("setup.sits-down", { who: name }), "data-key": `sit ${name}`, onclick: () => sit(name, name),
        }))),
      el("form", {
        class: "add",
        onsubmit: (event) => {
          event.preventDefault();
          sit(input.value);
        },
      },
      el("label", { class: "name", for: "new-player", text: t("setup.new-player") }), input,
      el("button", { class: "plain", text: t("setup.add") })),
      wrong.line);
    if (on) [...seat.children].find((row) => row.dataset.name === on)?.querySelector(".grip").focus({ preventScroll: true });
  }

  function showRules() {
    const { house } = form;
    const rule = (name) => (value) => set({ house: { ...form.house, [name]: value } });
    const words = (name) => ({ label: t(`house.${name}`), hint: t(`house.${name}-hint`) });
    const flip = (name) => toggle({ ...words(name), on: house[name], onflip: rule(name) });
    const count = (name, limits) => stepper({ ...words(name), value: house[name], ...limits, onstep: rule(name) });
    fill(rules,
      flip("stacking"),
      flip("stop_after_cards"),
      flip("again_after_skip_or_reverse"),
      count("uno_penalty", PENALTY),
      stepper({
        ...words("suggestion_penalty"), value: house.suggestion_penalty ?? 0, ...PENALTY,
        onstep: (value) => rule("suggestion_penalty")(value || null),
      }),
      count("cards_dealt", { least: 1, most: 30 }),
      count("max_cards_per_obligation", { least: 1, most: 99, none: t("house.no-limit") }),
      choices({
        legend: t("house.starts"), class: "row", chosen: house.starts, onpick: rule("starts"),
        options: ["left", "right"].map((side) => ({ value: side, label: t(`house.starts-${side}`) })),
      }));
  }

  function showCustom() {
    const written = (changes) => set({ custom: { ...form.custom, ...changes } });
    fill(custom, box().custom && el("section", { class: "sheet" },
      el("h2", { text: cardName("wild-custom") }),
      el("p", { class: "hint", text: t("setup.custom-hint") }),
      stepper({
        label: t("setup.custom-presses"), value: form.custom.until_cards ? null : form.custom.presses, least: 0, most: 12,
        none: t("setup.until-cards"),
        onstep: (value) => written(value === null ? { until_cards: true, presses: 0 } : { until_cards: false, presses: value }),
      }),
      choices({
        legend: t("setup.custom-target"), class: "row", chosen: form.custom.target,
        onpick: (target) => written({ target }),
        options: ["next", "chosen", "everyone else", "self"].map((target) => (
          { value: target, label: t(`setup.target-${target.replace(" ", "-")}`) })),
      })));
  }

  const boxes = choices({
    legend: t("setup.box"), class: "boxes", chosen: form.box,
    options: found.boxes.map((one) => ({
      value: one.name, label: named(`box.${one.name}`, one.name), picture: boxFront(one.name),
    })),
    onpick: (name) => {
      form = laying.withBox(form, found.boxes.find((one) => one.name === name));
      check();
      showRules();
      showCustom();
    },
  });

  const target = el("input", {
    id: "target", type: "number", inputmode: "numeric", min: 1, max: 999_999, list: "targets", value: form.target,
    oninput: () => set({ target: target.value }),
  });
  const scoring = folded(t("setup.scoring"), () => `${t(`scoring.${form.scoring}`)} · ${form.target}`,
    choices({
      legend: t("setup.scoring"), titled: true, chosen: form.scoring, onpick: (value) => set({ scoring: value }),
      options: found.scorings.map((one) => ({ value: one, label: t(`scoring.${one}`), hint: t(`scoring.${one}-hint`) })),
    }),
    el("div", { class: "setting" },
      el("label", { class: "name", for: "target", text: t("setup.target") }), target,
      el("datalist", { id: "targets" }, TARGETS.map((points) => el("option", { value: points })))));

  const says = el("p", { class: "hint", "aria-live": "polite" });
  const now = app.state()?.profile.name;
  const profiles = profileCards(found.profiles);
  const called = (name) => found.profiles.find((one) => one.name === name);
  const showProfile = (name) => (says.textContent = sentence(called(name)?.says ?? ""));
  const profile = folded(t("setup.profile"), () => {
    const chosen = form.profile ?? now;
    return [profileName(chosen), lasting(form, called(chosen))].filter(Boolean).join(" · ");
  },
    choices({
      legend: t("setup.profile"), titled: true, hint: t("setup.profile-hint"), class: "profiles", chosen: now,
      options: profiles.options,
      onpick: (name) => {
        set({ profile: name === now ? null : name });
        showProfile(name);
      },
    }),
    says);

  const house = folded(t("setup.house"), () => {
    const n = Object.keys(laying.posted(form, box()).house).length;
    return n ? t("setup.house-changed", { n }) : t("setup.house-hint");
  }, rules);

  function check() {
    const [first] = laying.wrong(form, box());
    trouble.say(first ? t(...first) : "");
    deal.disabled = Boolean(first);
    profiles.told(form);
    for (const part of [scoring, profile, house]) part.told();
  }

  async function post(body) {
    deal.disabled = true;
    try {
      const { n, evening } = app.state();
      await app.api.post("/api/evenings", { ...body, seen: n, evening });
      app.go("table");
    } catch (error) {
      deal.disabled = false;
      trouble.say(sentence(error.sentence) || t("shell.no_answer"));
    }
  }

  function begin() {
    unlessPlaying(() => post(laying.posted(form, box())));
  }

  /** A new evening ends the one that is going on, for everybody. */
  function unlessPlaying(go) {
    const { evening, setup, table } = app.state();
    if (evening === null || !setup.players.length || table.phase === "game-over") return go();
    sheet({
      title: t("setup.leave-evening"), bound: false,
      content: el("div", { class: "answers" },
        choice({ "data-key": "leave", text: t("setup.leave-it"), onclick: go }),
        choice({ class: "wide-button yes", "data-key": "stay", text: t("setup.stay"), onclick: () => app.go("table") })),
    });
  }

  const without = el("button", {
    class: "plain", type: "button", text: t("setup.without-names"),
    onclick: () => unlessPlaying(() => post({ box: form.box, players: [], mode: "stack" })),
  });

  showPlayers();
  showRules();
  showCustom();
  showProfile(now);
  check();
  fill(root, el("div", { class: "page setup" },
    players, el("section", { class: "sheet" }, boxes), custom, scoring.node, profile.node, house.node,
    el("div", { class: "dealing" }, heard, trouble.line, deal),
    el("p", { class: "hint aside" }, t("setup.nameless"), " ", without)));
}

/** The table from above, as they sit, clockwise; whoever deals is dark. */
const seating = ({ players, dealer }) => players.length > 1 && el("div", { class: "seating", "aria-hidden": "true" },
  players.map((name, i) => el("span", { class: name === dealer ? "dealer" : "", vars: { turn: i / players.length }, text: [...name][0] })));
