import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { about, Changes } from "../../web/static/changes.js";
import { serve } from "./browser.js";

let stream;
globalThis.EventSource = class {
  static CLOSED = 2;
  readyState = 1;
  constructor() {
    stream = this;
  }
  close() {
    this.readyState = 2;
  }
};

let told;
let lost;
let changes;
beforeEach(() => {
  [told, lost] = [[], []];
  changes = new Changes(
    (versions) => told.push(versions),
    (now) => lost.push(now),
  );
  changes.open();
});

test("what is spread stays within a quarter of what was asked", () => {
  for (let i = 0; i < 200; i++) {
    const ms = about(1000);
    assert.ok(ms >= 750 && ms <= 1250);
  }
});

test("every event is told, and that the server answers", () => {
  stream.onmessage({ data: '{"table": 2}' });
  assert.deepEqual([told, lost], [[{ table: 2 }], [false]]);
});

test("a connection that breaks is said, and the browser left to try again", () => {
  stream.onerror();
  assert.deepEqual([told, lost], [[], [true]]);
});

test("where the stream is refused it asks again and again", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  let table = 0;
  const asked = serve({ "/api/versions": () => ({ table: ++table }) });
  stream.readyState = 2;
  stream.onerror();
  await new Promise(setImmediate);
  mock.timers.tick(2000);
  await new Promise(setImmediate);
  mock.timers.reset();
  changes.close();
  assert.equal(asked.length, 2);
  assert.deepEqual(told, [{ table: 1 }, { table: 2 }]);
});

test("once closed nothing more is told", async () => {
  serve({ "/api/versions": { table: 7 } });
  stream.readyState = 2;
  stream.onerror();
  changes.close();
  await new Promise(setImmediate);
  assert.deepEqual(told, []);
});
