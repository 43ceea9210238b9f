import assert from "node:assert/strict";
import { test } from "node:test";
import { load, match, serve } from "./browser.js";

const { Session } = await load("session.js");
const { Past } = await load("record/past.js");
globalThis.EventSource = class {
  close() {}
};

const moment = (more) => ({
  versions: { table: 3, picture: 0, run: "" },
  stands: [],
  ruling: null,
  later: 4,
  entry: { sequence: 3 },
  ...more,
});

async function past(moments) {
  serve({ "/api/watch": match({ journal: { sequence: 9 }, last: { actor: "R1" } }), ...moments });
  const now = new Session("/api/watch");
  const shown = new Past(now);
  await now.open();
  return shown;
}

test("without an entry it shows the table now, and the last ruling there was", async () => {
  const shown = await past({});
  assert.equal(shown.view.stands.length, 4);
  assert.equal(shown.last.actor, "R1");
});

test("an entry shows the table as it stood then", async () => {
  const shown = await past({ "/api/journal/3": moment({ table: { width_cm: 60, depth_cm: 40, of: 2 } }) });
  await shown.go(3);
  assert.deepEqual([shown.at, shown.view.table.width_cm, shown.tableOf, shown.later], [3, 60, 2, 4]);
  assert.equal(shown.last, null);
});

test("before the table was first seen it is drawn empty, as large as it is now", async () => {
  const shown = await past({ "/api/journal/3": moment({ table: null }) });
  await shown.go(3);
  assert.deepEqual(shown.view.table, { width_cm: 120, depth_cm: 90 });
  assert.deepEqual([shown.view.stands, shown.tableOf], [[], null]);
});

test("the newest entry is now", async () => {
  const shown = await past({});
  await shown.go(9);
  assert.equal(shown.at, null);
});

test("of entries wished for meanwhile only the last is shown", async () => {
  const shown = await past({ "/api/journal/3": moment({ table: null }), "/api/journal/5": moment({ table: null }) });
  const first = shown.go(3);
  shown.go(4);
  shown.go(5);
  await first;
  assert.equal(shown.at, 5);
});

test("an entry that cannot be shown leaves what was there", async () => {
  const shown = await past({});
  await shown.go(3);
  assert.equal(shown.at, null);
});
