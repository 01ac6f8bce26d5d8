// Hands at a simulated launcher: its lid, its hopper, and everything that can go wrong.
import { el, fill } from "../../dom.js";
import { sentence, t } from "../../i18n.js";
import { choice, sheet } from "../../sheet.js";

const FAULTS = {
  double: () => t("sim.double"),
  slip: () => t("sim.slip"),
  jam: () => t("sim.jam"),
  hopper_end: () => t("sim.hopper-end"),
  weak_spring: () => t("sim.weak-spring"),
  sag: () => t("sim.sag"),
  dead_motor: () => t("sim.dead-motor"),
  chatter: () => t("sim.chatter"),
  spikes: () => t("sim.spikes"),
  lost_edges: () => t("sim.lost-edges"),
  repeated_edges: () => t("sim.repeated-edges"),
  dead_beam: () => t("sim.dead-beam"),
  dark_beam: () => t("sim.dark-beam"),
  sunlight: () => t("sim.sunlight"),
  stuck_button: () => t("sim.stuck-button"),
  bouncing_button: () => t("sim.bouncing-button"),
  noise: () => t("sim.noise"),
};

async function tell(app, path, body) {
  try {
    await app.api.post(`/api/simulated/${path}`, body);
  } catch (error) {
    app.say(error.status ? sentence(error.sentence) : t("shell.no_answer"), "refused");
  }
}

const hands = (app, does) => tell(app, "hands", { do: does });

export async function open(app) {
  const act = (key, text) => choice({ class: "wide-button", "data-key": key, text, onclick: () => hands(app, key) });
  const faults = el("div", { class: "faults" });
  const lid = el("div", { class: "acts" });
  sheet({
    title: t("sim.title"), bound: false, wide: true,
    content: [lid, el("section", { class: "part" }, el("h3", { text: t("sim.faults") }), faults)],
  });
  const now = await app.api.get("/api/simulated").catch(() => null);
  if (!now) return;
  fill(lid,
    now.lid_open ? act("close-lid", t("sim.close-lid")) : act("open-lid", t("sim.open-lid")),
    now.sticking && act("take-card", t("sim.take-card")),
    act("empty", t("sim.empty")),
    act("reload", t("sim.reload")));
  fill(faults, Object.entries(now.faults).map(([fault, on]) => {
    const box = el("input", { type: "checkbox", "data-key": fault, checked: on, onchange: () => tell(app, "faults", { fault, on: box.checked }) });
    return el("label", { class: "fault" }, box, el("span", { text: FAULTS[fault]?.() ?? fault }));
  }));
}
