import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { load, match, serve } from "./browser.js";

const { Session } = await load("session.js");
const { Board } = await load("board/board.js");
const { HexTurn } = await load("board/turn.js");
globalThis.EventSource = class {
  close() {}
};

const CELLS = [
  ["A-1", 1, 1, "A 1", "1"],
  ["A-2", 2, 1, "A 2", "2"],
];
const SOLDIERS = {
  R1: { cell: "A-1", level: 0, label: "A 1: red soldier" },
  B1: { cell: "A-2", level: 0 },
  B2: { cell: "A-2", level: 1 },
};
const board = (kind) => ({
  kind,
  cells: CELLS,
  soldiers: SOLDIERS,
  position: [],
  to_place: [],
  ready: [],
  overlays: [],
  acts: [],
  phase: null,
});
const STEP = { cell: "A-2", kind: "move", squares: 1, steps: [{ from: "A-1", to: "A-2" }] };
const ANSWER = { at: "A-1", options: [STEP], moved: [], taken: [], refusal: null, action: { type: "move" } };
const CHOICE = { actor: "R1", at: "A-1", options: [], targets: [], gathered: [], battle: null, refusal: null };

let session;

async function playing(kind, answers) {
  const asked = serve({ "/api/view": match({ board: board(kind) }), "/api/may": { may: [] }, ...answers });
  session = new Session();
  session.board = kind === "hexes" ? new HexTurn(session) : new Board(session);
  await session.open();
  return asked;
}

let asked;
beforeEach(async () => {
  asked = await playing("squares", { "/api/board/steps": (body) => ({ ...ANSWER, at: body.at ?? null }) });
});

test("a cell is called as it is printed", () => {
  assert.equal(session.board.label("A-1"), "A 1");
  assert.equal(session.board.label("Z-9"), "Z-9");
});

test("a tapped soldier is asked where it may go", async () => {
  await session.choose("R1");
  assert.deepEqual(asked.at(-1).body, { steps: [], at: "A-1", to: null, touched: null, compongo: false });
  assert.equal(session.board.option("A-2").kind, "move");
});

test("who is to act is told: a soldier by his square, a counter by its name", async () => {
  assert.equal(session.board.chosen, null);
  await session.choose("R1");
  assert.equal(session.board.chosen, "A 1: red soldier");
  await playing("hexes", { "/api/board/choose": CHOICE });
  await session.choose("R1");
  assert.equal(session.board.chosen, "R1");
});

test("a soldier was touched first where somebody says so, until he was not after all", async () => {
  await session.choose("R1");
  for (const touched of ["A-1", null]) {
    await session.board.touch();
    assert.equal(asked.at(-1).body.touched, touched);
  }
});

test("with Compongo who is tapped is only put straight, and that ends with what was put together", async () => {
  await session.board.compose();
  await session.choose("R1");
  const { touched, compongo } = asked.at(-1).body;
  assert.deepEqual([touched, compongo], ["A-1", true]);
  session.board.leave();
  assert.deepEqual([session.board.touched, session.board.compongo], [null, false]);
});

test("declared first, a soldier who was tapped stays touched, and Compongo comes too late", async () => {
  session.view.mode = "reveal";
  assert.equal(session.board.composes, true);
  await session.choose("R1");
  session.board.leave();
  assert.deepEqual([session.board.touched, session.board.composes], ["A-1", false]);
  const moved = { ...board("squares"), position: [["R1", ["A-2"]]] };
  serve({ "/api/match/undo": match({ board: moved, versions: { table: 2, picture: 1, run: "a" } }) });
  await session.act("undo");
  assert.equal(session.board.touched, null);
});

test("a soldier of the other side is not chosen", async () => {
  const said = [];
  session.addEventListener("said", ({ detail }) => said.push(detail));
  await session.choose("B1");
  assert.deepEqual(said, ["Board_other_side"]);
});

test("a tapped square is the next step of the turn", async () => {
  await session.choose("R1");
  await session.board.tap("A-2");
  assert.deepEqual(session.board.steps, STEP.steps);
  assert.equal(session.board.at, "A-2");
  assert.deepEqual(session.board.action, { type: "move" });
});

test("the last step is taken back, then the soldier", async () => {
  await session.choose("R1");
  await session.board.tap("A-2");
  await session.board.takeBack();
  assert.deepEqual([session.board.steps, session.board.at], [[], "A-1"]);
  session.board.takeBack();
  assert.equal(session.board.begun, false);
});

test("a step can be taken back where one was made, not where a square was only tapped", async () => {
  const refusal = { action: { type: "move" } };
  serve({ "/api/board/steps": (body) => ({ ...ANSWER, at: "A-1", refusal: body.to ? refusal : null }) });
  await session.choose("R1");
  await session.board.tap("A-1");
  assert.equal(session.board.stepped, false);
  await session.board.tap("A-2");
  assert.equal(session.board.stepped, true);
});

test("on hexes whom a battle is about is no step of a way", async () => {
  const refusal = { action: { type: "attack" } };
  await playing("hexes", {
    "/api/board/choose": (body) => ({
      ...CHOICE,
      options: [{ cell: "A-3", kind: "move", path: ["A-1", "A-3"] }],
      targets: [{ name: "B1", ways: [] }],
      refusal: body.targets.length ? refusal : null,
    }),
  });
  await session.choose("R1");
  await session.choose("B1");
  assert.deepEqual([session.board.targets, session.board.stepped], [["B1"], false]);
  await session.board.choose("R1");
  await session.board.choose("R1");
  session.board.steering = true;
  await session.board.go({ cell: "A-3", kind: "move" });
  assert.equal(session.board.stepped, true);
});

test("after the end of the match nothing is put together: how it ended is said", async () => {
  const said = [];
  for (const kind of ["squares", "hexes"]) {
    const asked = await playing(kind, { "/api/board/steps": ANSWER, "/api/board/choose": CHOICE });
    session.view.score.ended = "A draw.";
    session.addEventListener("said", ({ detail }) => said.push(detail));
    await session.choose("R1");
    assert.deepEqual([session.board.begun, asked.filter(({ address }) => /board/.test(address))], [false, []]);
  }
  assert.deepEqual(said, ["A draw.", "A draw."]);
});

test("nothing is declared before there is a turn", () => {
  assert.equal(session.board.action, null);
});

test("a turn put together is given up with the position it was put together in", async () => {
  await session.choose("R1");
  const moved = { ...board("squares"), position: [["R1", ["A-2"]]] };
  serve({ "/api/match/undo": match({ board: moved, versions: { table: 2, picture: 1, run: "a" } }) });
  await session.act("undo");
  assert.equal(session.board.begun, false);
});

test("on hexes the topmost of a stack is meant first", async () => {
  await playing("hexes", {});
  assert.deepEqual(
    session.board.allOn("A-2").map(({ name }) => name),
    ["B2", "B1"],
  );
  assert.equal(session.board.onCell("A-2").name, "B2");
});

test("a counter that joins in twice is left out again", async () => {
  const asked = await playing("hexes", {
    "/api/board/choose": (body) => ({ ...CHOICE, targets: [{ name: "B1", ways: [] }], body }),
  });
  await session.choose("R1");
  await session.choose("B1");
  assert.deepEqual(asked.at(-1).body.targets, ["B1"]);
  await session.board.drop("B1");
  assert.deepEqual(session.board.targets, []);
});

test("what is shown over the hexes is switched on and off", async () => {
  await playing("hexes", {});
  session.board.show("zones");
  assert.equal(session.board.isShown("zones"), true);
  session.board.show("zones");
  assert.equal(session.board.isShown("zones"), false);
});

test("a counter is put away with all that was put together", async () => {
  await playing("hexes", { "/api/board/choose": CHOICE });
  await session.choose("R1");
  assert.equal(session.board.begun, true);
  await session.putAway();
  assert.deepEqual([session.board.actor, session.board.answer, session.board.begun], [null, null, false]);
});

test("phases in which nobody can act pass with one tap, till somebody can, or dice are owed", async () => {
  const act = { action: { type: "next", side: "red" }, main: true, at_once: true, allowed: true };
  const phase = { name: "any", of_turn: true };
  let acts = 0;
  const later =
    (owed = null) =>
    () => {
      acts += 1;
      const ready = acts === 3 ? ["R1"] : [];
      return match({
        acts,
        owed,
        versions: { table: 1 + acts, picture: 1, run: "a" },
        board: { ...board("hexes"), phase, ready, acts: [act] },
      });
    };
  for (const [owed, passed] of [
    [null, 3],
    ["throw", 1],
  ]) {
    acts = 0;
    const asked = await playing("hexes", { "/api/board/do": later(owed) });
    Object.assign(session.view.board, { acts: [act], phase });
    await session.board.next();
    assert.equal(asked.filter(({ address }) => address === "/api/board/do").length, passed);
  }
});

test("a second tap while phases pass does not pass one more", async () => {
  const act = { action: { type: "next", side: "red" }, main: true, at_once: true, allowed: true };
  const phase = { name: "any", of_turn: true };
  let acts = 0;
  const asked = await playing("hexes", {
    "/api/board/do": () => {
      acts += 1;
      return match({
        acts,
        versions: { table: 1 + acts, picture: 1, run: "a" },
        board: { ...board("hexes"), phase, ready: acts === 2 ? ["R1"] : [], acts: [act] },
      });
    },
  });
  Object.assign(session.view.board, { acts: [act], phase });
  await Promise.all([session.board.next(), session.board.next()]);
  assert.equal(asked.filter(({ address }) => address === "/api/board/do").length, 2);
});

test("why the enemy that was tapped cannot be attacked is told before who else can be", async () => {
  const { mayFirst } = await load("board/hexchosen.js");
  const way = (allowed) => ({ allowed });
  const targets = [
    { name: "far", ways: [way(false)] },
    { name: "tapped", ways: [way(false)] },
    { name: "near", ways: [way(true)] },
  ];
  const order = (tapped) => mayFirst(targets, tapped).map(({ target }) => target.name);
  assert.deepEqual(order([]), ["near", "far", "tapped"]);
  assert.deepEqual(order(["tapped"]), ["tapped", "near", "far"]);
});

test("an enemy whom a moving counter cannot act on is answered with why it cannot go there", async () => {
  const there = { cell: "A-1", path: ["A-1"], kind: "move" };
  const asked = await playing("hexes", { "/api/board/choose": { ...CHOICE, options: [there] } });
  await session.choose("R1");
  await session.choose("B1");
  assert.deepEqual([asked.at(-1).body.to, asked.at(-1).body.targets], ["A-2", []]);
});
