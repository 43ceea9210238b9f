import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { load, match, serve } from "./browser.js";

const { Session } = await load("session.js", { words: { no_answer: "Nobody answers" } });
const { ReachLayer } = await load("plan/reach.js");
const RULING = { actor: "R1", target: "B1", verb: "shoot", verdict: "allowed", confirmed: false, dice: [] };
globalThis.EventSource = class {
  close() {}
};

let session;
let asked;
let said;
let may;

/** A session that shows a match, where every act is answered with the match it leads to. */
async function shown(view, after = () => view) {
  const table = () => ({ ...after(), versions: { ...view.versions, table: view.versions.table + 1 } });
  const acts = ["declare", "withdraw", "throw", "confirm", "decide", "answer", "mode"].map(
    (act) => `/api/match/${act}`,
  );
  asked = serve({
    "/api/view": view,
    "/api/may": () => may,
    "/api/match/act": table,
    ...Object.fromEntries(acts.map((act) => [act, table])),
  });
  session = new Session();
  said = [];
  session.addEventListener("said", ({ detail }) => said.push(detail));
  await session.open();
  await settled();
}

const weapon = (verb, more = {}) => ({
  verb,
  name: verb,
  asks: [["target"]],
  action: { type: verb, actor: "R1" },
  ...more,
});
const settled = () => new Promise(setImmediate);
const acts = () => asked.filter(({ body }) => body).map(({ address, body }) => [address.split("/").at(-1), body]);

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout"] }); // what one test left waiting is never asked in the next
  may = { aimed: ["shoot"], may: [weapon("shoot")], veiled: [] };
  return shown(match());
});

afterEach(() => mock.timers.reset());

test("a tapped stand becomes the shooter, tapped again no more", async () => {
  await session.choose("R1");
  assert.equal(session.actor, "R1");
  await session.choose("R1");
  assert.equal(session.actor, null);
});

test("what the shooter may do is asked, and kept while it is chosen", async () => {
  await session.choose("R1");
  await settled();
  assert.equal(session.may.name, "R1");
  await session.putAway();
  assert.equal(session.may, null);
});

test("a stand of the other side is what is shot at", async () => {
  await session.choose("R1");
  await session.choose("B1");
  assert.deepEqual(acts(), [["act", { action: { type: "shoot", actor: "R1", target: "B1" }, seen: 0 }]]);
});

test("of a tank's weapons the one it may fire is declared", async () => {
  may = { aimed: ["gun", "mg"], may: [weapon("mg", { allowed: false }), weapon("gun", { allowed: true })], veiled: [] };
  await session.choose("R1");
  await session.choose("B1");
  assert.deepEqual(acts(), [["act", { action: { type: "gun", actor: "R1", target: "B1" }, seen: 0 }]]);
});

test("with several weapons a tap on a target asks with which, and spends nothing", async () => {
  may = { aimed: ["gun", "mg"], may: [], veiled: [weapon("gun"), weapon("mg"), weapon("push")] };
  await session.choose("R1");
  await session.choose("B1");
  assert.deepEqual(acts(), []);
  assert.deepEqual(
    session.tools.aim.words.map(({ word }) => word),
    ["gun", "mg"],
  );
  session.tools.tap([50, 60], "B2");
  await settled();
  await session.tools.give("mg");
  assert.deepEqual(acts(), [["act", { action: { type: "mg", actor: "R1", target: "B2" }, seen: 0 }]]);
});

test("a stand of the same side is another shooter", async () => {
  await session.choose("B1");
  await session.choose("B2");
  assert.equal(session.actor, "B2");
  assert.deepEqual(acts(), []);
});

test("who has fallen is not chosen", async () => {
  await session.choose("R2");
  assert.equal(session.actor, null);
  assert.deepEqual(said, ["Said_fallen"]);
});

test("acts go out in the order of the taps, each with what was seen of those before", async () => {
  await shown(match(), () => match({ acts: 1 }));
  await Promise.all([session.act("mode", { mode: "reveal" }), session.act("mode", { mode: "open" })]);
  assert.deepEqual(acts(), [
    ["mode", { mode: "reveal", seen: 0 }],
    ["mode", { mode: "open", seen: 1 }],
  ]);
});

test("what the server refuses is said, and the table stays as it was", async () => {
  const before = session.view;
  serve({ "/api/match/undo": { status: 409, error: "nothing to undo" } });
  await session.act("undo");
  assert.deepEqual(said, ["Nothing to undo"]);
  assert.equal(session.view, before);
});

test("a server that is gone is said, and the next act goes out all the same", async () => {
  serve({});
  await session.act("undo");
  const again = serve({ "/api/match/undo": match() });
  await session.act("undo");
  assert.deepEqual(said, ["Nobody answers"]);
  assert.equal(again.length, 1);
});

test("an older view does not take the place of a newer one", async () => {
  serve({ "/api/match/undo": match({ versions: { table: 0, picture: 1, run: "a" }, acts: 9 }) });
  await session.act("undo");
  assert.equal(session.view.acts, 0);
});

test("a server that was started anew counts from one again", async () => {
  serve({ "/api/match/undo": match({ versions: { table: 0, picture: 1, run: "b" }, acts: 9 }) });
  await session.act("undo");
  assert.equal(session.view.acts, 9);
});

test("dice are thrown only where a ruling asks for them", async () => {
  await session.throwDie(4);
  assert.deepEqual(acts(), []);
  await shown(match({ ruling: { ...RULING, needs: { asked: "hit" } } }));
  await session.throwDie(4);
  assert.deepEqual(acts(), [["throw", { dice: [4], seen: 0 }]]);
});

test("as many dice are rolled as fall together", async () => {
  await shown(match({ ruling: { ...RULING, needs: { asked: "hit" }, together: 3 } }));
  await session.throwDie(null);
  assert.deepEqual(acts(), [["throw", { many: 3, seen: 0 }]]);
});

test("a die is rolled with one tap, whether the players gave a word or not", async () => {
  await shown(match({ ruling: { ...RULING, needs: { asked: "hit" } }, fair_dice: { words_missing: 2 } }));
  await session.throwDie(null);
  assert.deepEqual(acts(), [["throw", { many: 1, seen: 0 }]]);
});

test("what cannot be told the referee decides, by the clause's name", async () => {
  await shown(match({ ruling: { ...RULING, undecided: { name: "G3.1", key: "range" } } }));
  await session.decide(true);
  assert.deepEqual(acts(), [["decide", { clause: "G3.1", passed: true, seen: 0 }]]);
});

test("what the other side is asked it answers by the question's key", async () => {
  await shown(match({ ruling: { ...RULING, question: { key: "evade", side: "blue", said: null } } }));
  assert.equal(session.wantsDice, false);
  await session.decide(false);
  assert.deepEqual(acts(), [["answer", { evade: false, seen: 0 }]]);
});

test("a ruling names the shooter, and away with it goes the ruling", async () => {
  await shown(match({ ruling: RULING }), () => match());
  assert.equal(session.actor, "R1");
  await session.putAway();
  assert.deepEqual(acts(), [["withdraw", { seen: 0 }]]);
  assert.equal(session.actor, null);
});

test("while dice are owed nothing else is begun", async () => {
  await shown(match({ ruling: RULING, owed: "throw" }));
  await session.declare("B1", "R1");
  assert.deepEqual(said, ["Owed_throw"]);
  assert.deepEqual(acts(), []);
});

test("what another stand reaches is shown under no other name, not for a moment", async () => {
  await session.choose("B1");
  await settled();
  session.reach = { stand: "B1" };
  const shown = [];
  session.addEventListener("change", () => shown.push([session.actor, session.reach?.stand ?? null]));
  await session.choose("B2");
  assert.deepEqual(shown[0], ["B2", null]);
});

test("what comes late for another stand is not shown, and a late silence is nobody's", async () => {
  const late = [];
  globalThis.fetch = (address) =>
    new Promise((answer, fail) => late.push({ address, fail, answer: () => answer({ ok: true, json: () => ({}) }) }));
  await session.choose("B1");
  await session.choose("B2");
  late[0].answer();
  await settled();
  assert.equal(session.may, null);
  await session.choose("B1");
  late[1].fail(new Error("gone"));
  await settled();
  assert.equal(session.lost, false);
});

test("a network that is lost is said, and found again", async () => {
  serve({});
  await session.choose("B1");
  await settled();
  assert.deepEqual([session.lost, session.may], [true, null]);
  serve({ "/api/may": { may: [], veiled: [] }, "/api/match/undo": match() });
  await session.act("undo");
  assert.equal(session.lost, false);
});

test("what a stand may do is not kept for a table that nobody answered for", async () => {
  const later = match({ versions: { table: 5, picture: 1, run: "a" } });
  await session.choose("B1");
  await settled();
  assert.equal(session.may.name, "B1");
  serve({ "/api/match/undo": later });
  await session.act("undo");
  await settled();
  assert.deepEqual([session.lost, session.may], [true, null]);
});

test("what a stand reaches is not kept for a table that nobody answered for", async () => {
  const nothing = { replaceChildren() {} };
  const plan = { addEventListener() {}, reachLayer: nothing, nameAreas() {}, zoom: { cmPerPx: 1 }, stands: null };
  new ReachLayer(session, plan);
  await session.choose("B1");
  session.reach = { stand: "B1", areas: [], lines: [], said: [] };
  serve({ "/api/match/undo": match({ versions: { table: 5, picture: 1, run: "a" } }) });
  await session.act("undo");
  for (let i = 0; i < 5; i++) {
    mock.timers.tick(200);
    await settled();
  }
  assert.equal(session.reach, null);
});

test("after an act that nobody heard the server is asked until it answers", async () => {
  await session.choose("R1");
  await settled();
  serve({});
  await session.choose("B1");
  await session.act("undo");
  assert.equal(session.lost, true);
  mock.timers.tick(2000); // still nobody
  await settled();
  assert.equal(session.lost, true);
  const again = serve({ "/api/view": match() });
  mock.timers.tick(2000);
  await settled();
  assert.equal(session.lost, false);
  mock.timers.tick(20_000);
  assert.equal(again.length, 1);
});

test("a card that could not be put away stays whose it is", async () => {
  await shown(match({ ruling: RULING }));
  serve({});
  await session.choose("R1");
  await session.putAway();
  assert.equal(session.actor, "R1");
  await session.choose("B1");
  assert.deepEqual([session.actor, session.ruling.actor], ["R1", "R1"]);
});
