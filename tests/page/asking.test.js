import assert from "node:assert/strict";
import { test } from "node:test";
import { load, serve } from "./browser.js";

/** Lets the next pause between two questions pass: what waits before it has come. */
async function pass(mock) {
  await new Promise(setImmediate);
  mock.timers.tick(150);
  await new Promise(setImmediate);
}

const { ask, failed, Newest } = await load("tools/asking.js", { words: { no_answer: "Nobody answers" } });

test("an answer comes as it is", async () => {
  serve({ "/api/may": { stand: "R1" } });
  const answer = await ask("may?stand=R1");
  assert.equal(failed(answer), false);
  assert.deepEqual(answer, { stand: "R1" });
});

test("what the server refuses it says why", async () => {
  serve({ "/api/may": { status: 409, error: "not now" } });
  const answer = await ask("may");
  assert.equal(failed(answer), true);
  assert.deepEqual(answer, { error: "not now" });
});

test("where no server is, that is said", async () => {
  serve({});
  assert.deepEqual(await ask("may"), { error: "Nobody answers" });
});

test("a body is posted, without one it is only asked", async () => {
  const asked = serve({ "/api/measure/ruler": {} });
  await ask("measure/ruler", { start: 1 });
  await ask("measure/ruler");
  assert.deepEqual(
    asked.map(({ body }) => body),
    [{ start: 1 }, undefined],
  );
});

test("of the questions that come meanwhile only the newest is asked, and only its answer taken", async ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const [asked, taken] = [[], []];
  const newest = new Newest();
  const make = (name) => async () => {
    asked.push(name);
    return name;
  };
  for (const name of ["first", "second", "third"]) newest.put(make(name), (answer) => taken.push(answer));
  await pass(mock);
  assert.deepEqual(asked, ["first", "third"]);
  assert.deepEqual(taken, ["third"]);
});

test("a question that is dropped is never asked", async ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const taken = [];
  const newest = new Newest();
  newest.put(
    async () => "first",
    (answer) => taken.push(answer),
  );
  newest.put(
    async () => "second",
    (answer) => taken.push(answer),
  );
  newest.drop();
  await pass(mock);
  assert.deepEqual(taken, ["first"]);
});
