import assert from "node:assert/strict";
import { test } from "node:test";
import { load, match, serve } from "./browser.js";

const { look, misses } = await load("unseen/look.js");
const frame = { seen: 8, expected: 8 };
const stands = [{ name: "R1", seen: true }];

test("a look is waited for until it has ended", async () => {
  let left = 2;
  const end = { running: false, error: null, markers: [{ name: "R1" }] };
  const asked = serve({
    "/api/unseen/look": { running: true, look: 1 },
    "/api/unseen": () => (left-- > 0 ? { running: true } : end),
  });
  const waits = [];
  assert.deepEqual(await look("unseen", async (ms) => waits.push(ms)), end);
  assert.deepEqual(
    asked.map(({ address, body }) => [address, body]),
    [
      ["/api/unseen/look", {}],
      ["/api/unseen", undefined],
      ["/api/unseen", undefined],
      ["/api/unseen", undefined],
    ],
  );
  assert.equal(waits.length, 3);
  assert.ok(waits.every((ms) => ms >= 200));
});

test("what the server will not do is told in its words, and nothing is asked again", async () => {
  const asked = serve({ "/api/unseen/look": { status: 409, error: "still at work" } });
  assert.deepEqual(await look("unseen"), { error: "still at work" });
  assert.equal(asked.length, 1);
});

test("a look that failed says why", async () => {
  serve({ "/api/at/look": { running: false, error: "this is a bug" } });
  assert.equal((await look("at")).error, "this is a bug");
});

test("something is missed where a stand, one of the roster, or a card is not seen", () => {
  const all = match({ frame, stands, reserve: [] });
  assert.equal(misses({ view: all }), false);
  assert.equal(misses({ view: null }), false);
  assert.equal(misses({ view: { ...all, stands: [...stands, { name: "R2", seen: false }] } }), true);
  assert.equal(misses({ view: { ...all, reserve: ["R3"] } }), true);
  assert.equal(misses({ view: { ...all, frame: { seen: 7, expected: 8 } } }), true);
});
