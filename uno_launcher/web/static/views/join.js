// The way in: type the table's code, or let others in with the picture that their phones read.
import { complaint } from "../controls.js";
import { el, fill } from "../dom.js";
import { sentence, t } from "../i18n.js";

export function mount(root, app) {
  const page = el("div", { class: "page join" });
  root.append(page);
  let gone = false;

  async function show() {
    const found = await app.api.get("/api/join").catch((error) => error);
    if (gone) return;
    if (found.address) fill(page, ...inside(found.address));
    else if (found.status === 401) fill(page, outside());
    else fill(page, el("p", { class: "empty", text: sentence(found.sentence) || t("shell.no_answer") }));
  }

  function inside(address) {
    const shown = new URL(address);
    const code = shown.searchParams.get("code");
    return [
      el("p", { class: "lead", text: t("join.scan") }),
      el("figure", { class: "sheet ticket" },
        el("img", { class: "qr", src: "/api/join.svg", alt: t("join.qr", { address }), width: 280, height: 280 }),
        el("figcaption", {},
          el("span", { class: "hint", text: t("join.or-type") }),
          el("b", { class: "address", text: shown.host }),
          code && el("span", { class: "hint", text: t("join.with-code") }),
          code && el("b", { class: "code", text: code }))),
      home(),
    ];
  }

  function outside() {
    const wrong = complaint();
    const input = el("input", {
      id: "code", class: "code", required: true, autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: 64,
    });
    return el("form", {
      class: "sheet ticket",
      onsubmit: async (event) => {
        event.preventDefault();
        try {
          await app.api.post("/api/join", { code: input.value.trim() });
          app.go("table");
          app.wake();
        } catch (error) {
          wrong.say(error.status === 401 ? t("join.wrong") : sentence(error.sentence) || t("shell.no_answer"));
          input.select();
        }
      },
    },
    el("p", { class: "lead", text: t("join.welcome") }),
    el("label", { class: "name", for: "code", text: t("join.code") }), input, wrong.line,
    el("button", { class: "deal", text: t("join.enter") }));
  }

  show();
  return { update() {}, unmount: () => (gone = true) };
}

/** How to keep the page on the home screen: browsers on plain http don't offer it themselves. */
function home() {
  const apple = /iPhone|iPad|Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 0;
  return el("p", { class: "hint aside", text: t(apple ? "join.home-apple" : "join.home") });
}
