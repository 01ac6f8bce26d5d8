// Sheets are fetched when they are first opened: most taps are cards.
import { t } from "../../i18n.js";

const SHEETS = {
  fix: () => import("./fix.js"),
  hands: () => import("./simulated.js"),
  menu: () => import("../../menu.js"),
  person: () => import("./person.js"),
};

/** Open one of SHEETS; `what` goes to its `open`. */
export async function open(name, app, what) {
  let found;
  try {
    found = await SHEETS[name]();
  } catch {
    app.say(t("shell.no_answer"), "refused");
    return;
  }
  found.open(app, what);
}
