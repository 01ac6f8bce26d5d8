// Boot: the stream of states, the way between views, and what every view is given (`app`).
import * as api from "./api.js";
import { keepAwake } from "./awake.js";
import { el, fill, settle } from "./dom.js";
import { preferred, sentence, setLanguage, t } from "./i18n.js";
import { phone } from "./phone.js";
import { closeSheet } from "./sheet.js";
import { forgetRefusals, toast } from "./toast.js";

const VIEWS = ["table", "setup", "round", "scores", "history", "receipt", "parent", "join"];
const LAID_MS = 600;
const LINK_MS = 800; // a shorter break is nobody's business

let state = null;
let shown = { name: null, view: null };
let lost;
let moving = 0; // moves of this phone that are on their way
let out = false; // this phone isn't at the table

const newer = (a, b) => !b || (a.evening === b.evening ? a.n > b.n : a.evening > b.evening);

/**
 * What a view is given. Views take `update(state)` after every change and `unmount()` before another one
 * comes; the shell gives all but the table a heading (h1) and the way back.
 */
const app = {
  state: () => state,
  api,
  say: toast,
  go: (name) => (location.hash = name),
  move,
  /** A move of this phone is on its way: what changes may be its own doing. */
  get moving() {
    return moving > 0;
  },
  wake: () => wake(),
  /** Show the same state again: a setting of this phone has changed. */
  redraw: () => shown.view?.update(state),
  /** The player whose phone this is, or null. */
  get me() {
    return state?.setup.players.includes(phone.me) ? phone.me : null;
  },
};

/** Make a move at the table as it's shown. True: it was taken. What was refused is said. */
async function move(what) {
  settle();
  if ("play" in what) settle("laid", LAID_MS);
  const seen = { seen: state.n, evening: state.evening };
  moving += 1;
  try {
    show(await api.post("/api/moves", { ...what, ...seen }));
    return true;
  } catch (error) {
    const now = error.body?.state;
    if (now) show(now);
    if (error.status === 401) app.go("join");
    else if (now && (now.n !== seen.seen || now.evening !== seen.evening)) toast(t("shell.quicker"));
    else toast(error.status ? sentence(error.sentence) : t("shell.no_answer"), "refused");
    return false;
  } finally {
    moving -= 1;
  }
}

/** An answer may come after the stream has told of what followed it: what's older isn't shown. */
function show(answered) {
  if (newer(answered, state)) take(answered);
}

function take(now) {
  if (state && state.evening !== now.evening) toast(t("shell.new-evening"));
  if (state && (state.n !== now.n || state.launcher.state !== now.launcher.state)) forgetRefusals();
  state = now;
  state.came = performance.now(); // what counts down in it counts from here
  shown.view?.update(state);
  route(); // somebody may have asked for a view before there was anything to show
}

function linked(link) {
  clearTimeout(lost);
  if (out !== (link === "out")) {
    out = link === "out";
    if (shown.name === "join") route(true);
  }
  if (out) app.go("join");
  const tell = () => {
    document.documentElement.classList.toggle("lost", link === "down");
    fill(document.querySelector("#link"), link === "down" && el("p", { text: t("shell.looking") }));
  };
  if (link === "down") lost = setTimeout(tell, LINK_MS);
  else tell();
}

const TITLES = {
  setup: () => t("shell.setup"),
  round: () => t("shell.round"),
  scores: () => t("shell.scores"),
  history: () => t("shell.history"),
  receipt: () => t("shell.receipt"),
  parent: () => t("shell.parent"),
  join: () => t(out ? "shell.come-in" : "shell.join"),
};

/** Show the view that the address names; `again` even where it's shown already. */
async function route(again = false) {
  const asked = location.hash.slice(1).split("/")[0];
  const name = VIEWS.includes(asked) ? asked : "table";
  if ((!state && name !== "join") || (name === shown.name && shown.view && !again)) return;
  shown.view?.unmount();
  const mine = (shown = { name, view: null });
  const { mount } = await import(`./views/${name}.js`);
  if (mine !== shown) return; // somebody went on meanwhile
  settle();
  const root = document.querySelector("#view");
  const top = document.querySelector("#top");
  document.body.dataset.view = name;
  root.replaceChildren();
  top.hidden = name === "table";
  fill(top, name !== "table" && [
    !out && el("a", { class: "back", href: "#table", text: t("shell.back") }),
    el("h1", { text: TITLES[name]() }),
  ]);
  document.title = name === "table" ? "UNO Launcher" : `${TITLES[name]()} – UNO Launcher`;
  mine.view = mount(root, app);
  if (state) mine.view.update(state);
  if (name !== "table") window.scrollTo(0, 0);
}

/** A held key is one press. */
function ignoreRepeats(event) {
  if (event.repeat && ["Enter", " "].includes(event.key) && event.target.closest("button, a")) event.preventDefault();
}

if (location.search) history.replaceState(null, "", location.pathname + location.hash); // the code has done its work
await setLanguage(preferred()).catch(() => setLanguage("en")).catch(() => {});
const wake = api.stream(take, linked);
for (const event of ["pageshow", "online", "focus"]) addEventListener(event, wake);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && wake());
document.addEventListener("keydown", ignoreRepeats, true);
addEventListener("hashchange", () => {
  wake();
  route();
});
addEventListener("languagechanged", () => {
  closeSheet();
  route(true);
});
keepAwake();
route();
