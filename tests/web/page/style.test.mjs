import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const FOLDER = new URL("../../../uno_launcher/web/static/", import.meta.url);
const css = readFileSync(new URL("page.css", FOLDER), "utf8");
const scripts = readdirSync(FOLDER, { recursive: true })
  .filter((name) => name.endsWith(".js"))
  .map((name) => readFileSync(new URL(name, FOLDER), "utf8"))
  .join("\n");

const set_by_scripts = new Set([
  ...[...scripts.matchAll(/vars: \{([^}]*)\}/g)].flatMap(([, body]) => [...body.matchAll(/(?:^|,)\s*([a-z]+)/g)].map(([, name]) => `--${name}`)),
  ...[...scripts.matchAll(/setProperty\("(--[a-z-]+)"/g)].map(([, name]) => name),
]);

test("every variable that the style sheet reads is set, there or by a script", () => {
  const set = new Set([...css.matchAll(/(--[a-z-]+)\s*:/g)].map(([, name]) => name));
  const read = new Set([...css.matchAll(/var\((--[a-z-]+)\)/g)].map(([, name]) => name));
  const unset = [...read].filter((name) => !set.has(name) && !set_by_scripts.has(name));
  assert.deepEqual(unset, []);
});
