// The launcher seen from above: a black turret with a red lid that turns to whoever is up, and looks at them.
import { el, fill, onChange, svg } from "../../dom.js";
import { t } from "../../i18n.js";
import { turned } from "./places.js";

const part = (name, d, more = {}) => svg("path", { class: name, d, ...more });

/** It faces up; a turn is made by the sheet. */
function drawing() {
  return svg("svg", { class: "turret", viewBox: "0 0 200 200", "aria-hidden": "true" },
    svg("ellipse", { class: "shadow", cx: 100, cy: 112, rx: 86, ry: 84 }),
    part("body", "M66 14h68l12 40a82 82 0 1 1-92 0z"),
    part("rim", "M100 44a74 74 0 1 1-.1 0z"),
    part("mouth", "M70 8h60a6 6 0 0 1 6 6l4 22H60l4-22a6 6 0 0 1 6-6z"),
    part("stuck", "M78 -10h44v34H78z"),
    part("slit", "M76 18h48v7H76z"),
    svg("g", { class: "inside" }, part("pit", "M62 74h76v66H62z"), part("pile", "M70 80h60v52H70z"), part("pile-line", "M76 92h48M76 106h48M76 120h48")),
    svg("g", { class: "lid" }, part("cover", "M60 70q40-14 80 0v66q-40 12-80 0z"), part("shine", "M68 76q20-7 40-6")),
    svg("g", { class: "eyes" },
      ...[74, 126].map((x) => svg("g", { transform: `translate(${x} 54)` },
        svg("circle", { class: "eye", r: 13 }), svg("circle", { class: "pupil", r: 6, cy: -4 }), part("blink", "M-9-9L9 9M9-9L-9 9")))),
    svg("g", { class: "knob" }, svg("circle", { class: "knob-base", cx: 100, cy: 158, r: 23 }), svg("circle", { class: "knob-top", cx: 100, cy: 158, r: 16 })));
}

/** Chevrons that run round the launcher in the direction of play. */
const ring = () =>
  svg("svg", { class: "ring", viewBox: "0 0 240 240", "aria-hidden": "true" },
    Array.from({ length: 12 }, (_, i) => part("way", "M112 8l10 8-10 8", { transform: `rotate(${i * 30} 120 120)` })));

/** `press` is given where the drawn button can be pressed. */
export function launcher(press) {
  let angle = 180;
  let pressable;
  const turret = drawing();
  const simulated = el("span", { class: "simulated", "aria-hidden": "true", text: t("sim.simulated") });
  const root = el("div", { class: "launcher" });

  function build(can) {
    if (can === pressable) return;
    pressable = can;
    fill(root, ring(), can
      ? el("button", { class: "machine", type: "button", "data-key": "launcher", onclick: press }, turret)
      : el("div", { class: "machine", role: "img" }, turret), simulated);
  }

  const draw = onChange(({ state, lit, direction, tension, simulation, name, label }) => {
    build(name !== "");
    root.dataset.state = state;
    root.dataset.direction = direction;
    root.classList.toggle("lit", lit);
    root.style.setProperty("--tension", tension / 100);
    simulated.hidden = !simulation;
    root.querySelector(".machine").setAttribute("aria-label", name || label);
  });

  return {
    root,
    update({ launcher: view, table, simulated: simulation, resting, backend, armed }) {
      const none = backend === "none";
      const lit = armed || (!resting && (none || view.state === "ready"));
      draw({
        state: none ? "ready" : view.state, lit, direction: table.mode === "game" ? table.direction : "", tension: view.tension, simulation,
        name: simulation ? t("sim.press") : none ? t("pad.pressed") : "", label: t("table.launcher"),
      });
    },
    /** Turn to this many degrees clockwise from "up". */
    face(next) {
      angle = turned(angle, next);
      root.style.setProperty("--angle", `${angle}deg`);
    },
    get angle() {
      return angle;
    },
    /** A push that doesn't count. */
    shake() {
      root.classList.remove("shaken");
      void root.offsetWidth; // the same movement begins anew
      root.classList.add("shaken");
    },
  };
}
