import assert from "node:assert/strict";
import { test } from "node:test";
import { events } from "../../../uno_launcher/web/static/api.js";

async function heard(...texts) {
  const found = [];
  for await (const event of events(texts.map((text) => new TextEncoder().encode(text)))) if (event.data !== undefined) found.push(event);
  return found;
}

test("an event has its id and its data", async () => {
  assert.deepEqual(await heard('id: 1a-7\nevent: state\ndata: {"n":7}\n\n'), [{ id: "1a-7", data: '{"n":7}' }]);
});

test("an event may come in pieces, cut anywhere, also within a letter", async () => {
  const bytes = new TextEncoder().encode("id: 1\ndata: Zoë\r\n\r\n: quiet\n\ndata: b\n\n");
  for (let cut = 1; cut < bytes.length; cut++) {
    const found = [];
    for await (const event of events([bytes.slice(0, cut), bytes.slice(cut)])) if (event.data !== undefined) found.push(event);
    assert.deepEqual(found, [{ id: "1", data: "Zoë" }, { id: undefined, data: "b" }]);
  }
});

test("a comment shows that the line is alive, and is no state", async () => {
  let alive = 0;
  for await (const event of events([new TextEncoder().encode(": all quiet\n\n")])) alive += event.data === undefined ? 1 : 0;
  assert.ok(alive > 0);
});
