import assert from "node:assert/strict";
import { test } from "node:test";
import { stream } from "../../../uno_launcher/web/static/api.js";

/** A stream whose attempts get no answer, as on a line that is dead. Times in milliseconds from its beginning. */
function phone(t) {
  const dawn = performance.now();
  let now = 0;
  const begun = [];
  t.mock.timers.enable({ apis: ["setTimeout"] });
  t.mock.method(performance, "now", () => dawn + now);
  t.mock.method(globalThis, "fetch", () => {
    begun.push(now);
    return new Promise(() => {});
  });
  const wake = stream(() => {}, () => {});
  const advance = (ms) => {
    now += ms;
    t.mock.timers.tick(ms);
  };
  return { begun, wake, advance };
}

test("a phone that returns connects anew at once", (t) => {
  const { begun, advance, wake } = phone(t);
  advance(5_000);
  wake();
  assert.deepEqual(begun, [0, 5_000]);
});

test("who returns just after connecting connects anew as well, a moment later", (t) => {
  const { begun, advance, wake } = phone(t);
  advance(250);
  wake();
  advance(49);
  assert.deepEqual(begun, [0]);
  advance(1);
  assert.deepEqual(begun, [0, 300]);
});

test("a return that several events tell of makes two attempts, however many they are", (t) => {
  const { begun, advance, wake } = phone(t);
  advance(5_000);
  for (let i = 0; i < 4; i++) {
    wake();
    advance(10);
  }
  advance(260);
  advance(5_000);
  assert.deepEqual(begun, [0, 5_000, 5_300]);
});
