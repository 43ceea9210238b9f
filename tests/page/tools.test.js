import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { load, match, serve } from "./browser.js";

const { Session } = await load("session.js");
const { askedOf } = await load("tools/card.js");
const WALK = { verb: "walk", name: "Walk", asks: [["path"]], action: { type: "walk", actor: "R1" } };
const THROW = { verb: "grenade", name: "Throw", asks: [["point"]], action: { type: "grenade", actor: "R1" } };
const SHOOT = { verb: "shoot", name: "Shoot", asks: [["target", "point"]], action: { type: "shoot", actor: "R1" } };
const DISTANCES = {
  distances: [
    { how: "bases", said: "12 cm", points: [] },
    { how: "centres", said: "14 cm", points: [] },
  ],
};
globalThis.EventSource = class {
  close() {}
};

let session;
let tools;
let asked;

const acted = () => asked.find(({ address }) => address === "/api/match/act");
const settled = () => new Promise(setImmediate);

beforeEach(async () => {
  mock.timers.enable({ apis: ["setTimeout"] }); // what one test left waiting is never asked in the next
  asked = serve({
    "/api/view": match(),
    "/api/may": { may: [WALK], veiled: [] },
    "/api/measure/ruler": DISTANCES,
    "/api/measure/trial": { verdict: "allowed", tone: "in" },
    "/api/match/act": match({ acts: 1, versions: { table: 2, picture: 1, run: "a" } }),
  });
  session = new Session();
  tools = session.tools;
  await session.open();
  await session.choose("R1");
  await settled();
});

afterEach(() => mock.timers.reset());

test("the ruler measures from stand to stand, or to a place", async () => {
  tools.take("ruler");
  tools.tap([40, 60], "B1");
  tools.tap([1.234, 2], null);
  await settled();
  assert.deepEqual(asked.at(-1).body, { start: { stand: "B1" }, end: { point: [1.23, 2] } });
  assert.deepEqual(tools.result, DISTANCES);
});

test("a third tap begins a new measurement, and what was chosen of the old one is forgotten", async () => {
  tools.take("ruler");
  tools.tap([40, 60], "B1");
  tools.tap([10, 20], "R1");
  await settled();
  tools.set({ how: 1 });
  tools.tap([5, 5], null);
  assert.equal(tools.points.length, 1);
  assert.equal(tools.how, 0);
  assert.equal(tools.result, null);
});

test("a tool that is put away leaves nothing of what was chosen with it", () => {
  tools.take("ruler");
  tools.set({ how: 1 });
  tools.leave();
  assert.deepEqual([tools.kind, tools.how, tools.points.length], [null, 0, 0]);
});

test("the tool in hand taken again is put away", () => {
  tools.take("ruler");
  tools.take("ruler");
  assert.equal(tools.kind, null);
});

test("the path begins at the chosen stand, by the way it may go", async () => {
  tools.take("path");
  await settled();
  assert.deepEqual(tools.points, [{ x: 10, y: 20, stand: "R1" }]);
  assert.equal(tools.action, null);
  tools.tap([15, 25], null);
  assert.deepEqual(tools.action, {
    type: "walk",
    actor: "R1",
    path: [
      [10, 20],
      [15, 25],
    ],
  });
});

test("a group wheels and turns by degrees, and not by none", async () => {
  tools.take("path");
  await settled();
  tools.set({ manner: "left", degrees: 45 });
  assert.deepEqual(tools.action.wheel, { pivot: "left", degrees: 45 });
  tools.set({ manner: "turn" });
  assert.equal(tools.action.turn, 45);
  tools.set({ degrees: 0 });
  assert.equal(tools.action, null);
});

test("a group that forms says so with its path", async () => {
  tools.take("path");
  await settled();
  tools.tap([15, 25], null);
  tools.set({ manner: "column" });
  assert.equal(tools.action.form, "column");
});

test("the way's beginning is the stand's, and cannot be dragged", async () => {
  tools.take("path");
  await settled();
  tools.move(0, [99, 99]);
  assert.equal(tools.points[0].x, 10);
});

test("the last point is taken back first, the stand last", async () => {
  tools.take("path");
  await settled();
  tools.tap([15, 25], null);
  tools.takeBack();
  assert.equal(tools.points.length, 1);
  tools.takeBack();
  assert.deepEqual([tools.stand, tools.points.length], [null, 0]);
});

test("what asks for nothing is declared at once", async () => {
  tools.begin({ ...WALK, asks: [] });
  await settled();
  assert.deepEqual(acted().body, { action: WALK.action, seen: 0 });
});

test("what is aimed at a place is declared when there is one", () => {
  tools.begin(THROW);
  assert.equal(tools.action, null);
  tools.tap([30, 31], null);
  assert.deepEqual(tools.action, { type: "grenade", actor: "R1", point: [30, 31] });
});

test("a tapped target is declared at once", async () => {
  tools.begin(SHOOT);
  tools.tap([40, 60], "B1");
  await settled();
  assert.deepEqual(acted().body.action, { type: "shoot", actor: "R1", target: "B1" });
});

test("a stand that moved takes the ruler's end with it", async () => {
  tools.take("ruler");
  tools.tap([40, 60], "B1");
  const moved = match({ versions: { table: 2, picture: 1, run: "a" } });
  moved.stands[2].x = 44;
  serve({ "/api/match/undo": moved, "/api/may": { may: [] } });
  await session.act("undo");
  assert.equal(tools.points[0].x, 44);
});

test("where distances are shown only after the declaration nothing is measured", async () => {
  serve({
    "/api/match/mode": match({ mode: "reveal", versions: { table: 2, picture: 1, run: "a" } }),
    "/api/may": { may: [] },
  });
  await session.act("mode");
  tools.take("ruler");
  tools.tap([40, 60], "B1");
  tools.tap([10, 20], "R1");
  await settled();
  assert.equal(tools.result, null);
});

test("what was measured for other points is not shown for these", async () => {
  tools.take("burst");
  tools.tap([40, 60], null);
  tools.result = { reached: [], geometry: [] };
  tools.tap([10, 10], null);
  assert.equal(tools.result, null);
});

test("just asking takes two taps: the long press is the first, and a third puts it away", async () => {
  tools.askFrom({ x: 40, y: 60, stand: "B1" });
  tools.tap([3, 4], null, { piece: "wood" });
  await settled();
  assert.deepEqual(asked.at(-1).body, { start: { stand: "B1" }, end: { piece: "wood" } });
  assert.equal(acted(), undefined);
  tools.tap([5, 5], null);
  assert.equal(tools.kind, null);
});

test("on a board it is asked from cell to cell, and a point that is dragged is no cell any more", async () => {
  tools.askFrom({ x: 1, y: 1, cell: "D5" });
  tools.tap([3, 4], null, { cell: "F5" });
  await settled();
  assert.deepEqual(asked.at(-1).body, { start: { cell: "D5" }, end: { cell: "F5" } });
  tools.move(1, [7, 8]);
  mock.timers.tick(150);
  await settled();
  assert.deepEqual(asked.at(-1).body, { start: { cell: "D5" }, end: { point: [7, 8] } });
});

test("where it is declared first nothing can be asked either", () => {
  session.view.mode = "reveal";
  tools.askFrom({ x: 40, y: 60, stand: "B1" });
  assert.equal(tools.kind, null);
});

test("a throw that is aimed is tried before it is declared", async () => {
  tools.begin(THROW);
  tools.tap([30, 31], null);
  await settled();
  assert.equal(asked.at(-1).address, "/api/measure/trial");
  assert.equal(tools.result.verdict, "allowed");
});

test("on squares an asked end is called by what is printed there, in the reader's language", () => {
  const cells = [["G-49", 6, 9, "T-49", "49"]];
  const board = { kind: "squares", cells, soldiers: { A13: { label: "A-52: soldato (alleati)" } } };
  const points = [{ x: 6, y: 9, cell: "G-49" }, { x: 1, y: 2, stand: "A13" }]; // biome-ignore format: points
  const result = { distances: [{ said: "9 caselle" }], sight: null };
  const said = askedOf({ points, result, session: { view: { board } } });
  assert.equal(said, "T-49 → A-52: soldato (alleati): 9 caselle");
});
