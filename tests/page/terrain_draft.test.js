import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { TerrainDraft } from "../../web/static/terrain/draft.js";

const RING = [
  [0, 0],
  [10, 0],
  [10, 10],
  [0, 10],
];
const KINDS = [{ kind: "wood", word: "Wood", height_cm: 3 }];
let draft;

beforeEach(() => {
  draft = new TerrainDraft();
  draft.loadAnew({ pieces: [], kinds: KINDS, called: {}, locked: false, version: 1, ruler_cm: 0.05 });
});

test("a new piece is numbered after those of its kind, as high as they usually are, and chosen", () => {
  draft.add("wood", RING);
  draft.add("wood", RING);
  assert.deepEqual(
    draft.pieces.map(({ name, height_cm }) => [name, height_cm]),
    [
      ["wood-1", 3],
      ["wood-2", 3],
    ],
  );
  assert.equal(draft.piece.name, "wood-2");
  assert.equal(draft.piece.height_sigma_cm, 0.05);
});

test("a demo's own piece is called by its word, till somebody names it anew", () => {
  draft.loadAnew({ pieces: [], kinds: KINDS, called: { "far wood": "bosco lontano" }, locked: false, version: 1 });
  assert.equal(draft.called({ name: "far wood", kind: "wood" }), "bosco lontano");
  assert.equal(draft.called({ name: "farther wood", kind: "wood" }), "farther wood");
});

test("a piece that nobody named is called by its kind's word, a name is as it was given", () => {
  draft.loadAnew({
    pieces: [],
    kinds: [{ kind: "wood", word: "bosco", height_cm: 3 }],
    called: {},
    locked: false,
    version: 1,
  });
  const called = (name) => draft.called({ name, kind: "wood" });
  assert.deepEqual(["wood-2", "wood", "copse-1", "The copse"].map(called), [
    "bosco 2",
    "bosco",
    "copse-1",
    "The copse",
  ]);
});

test("the number of a piece that is gone is taken again", () => {
  draft.add("wood", RING);
  draft.add("wood", RING);
  draft.remove(0);
  draft.add("wood", RING);
  assert.equal(draft.piece.name, "wood-1");
});

test("a kind nobody knows is flat", () => {
  draft.add("moss", RING);
  assert.equal(draft.piece.height_cm, 0);
});

test("undo takes a change back, redo does it again", () => {
  draft.add("wood", RING);
  draft.change({ name: "The copse" });
  draft.undo();
  assert.equal(draft.piece.name, "wood-1");
  draft.redo();
  assert.equal(draft.piece.name, "The copse");
});

test("a new change leaves nothing to do again", () => {
  draft.add("wood", RING);
  draft.undo();
  assert.equal(draft.canRedo, true);
  draft.add("wood", RING);
  assert.equal(draft.canRedo, false);
});

test("a drag is one step back, however far it went", () => {
  draft.add("wood", RING);
  draft.moveCorner(0, [1, 1], { mark: true });
  draft.moveCorner(0, [2, 2], { mark: false });
  draft.undo();
  assert.deepEqual(draft.piece.polygon[0], [0, 0]);
});

test("a corner is put in after another", () => {
  draft.add("wood", RING);
  draft.insertCorner(0, [5, 0]);
  assert.deepEqual(draft.piece.polygon[1], [5, 0]);
  assert.equal(draft.piece.polygon.length, 5);
});

test("an outline keeps three corners", () => {
  draft.add("wood", RING);
  assert.equal(draft.removeCorner(0), true);
  assert.equal(draft.removeCorner(0), false);
  assert.equal(draft.piece.polygon.length, 3);
});

test("it is unsaved until the server has it, and after undoing all no more", () => {
  assert.equal(draft.dirty, false);
  draft.add("wood", RING);
  assert.equal(draft.dirty, true);
  draft.undo();
  assert.equal(draft.dirty, false);
});

test("what is locked is neither chosen nor undone", () => {
  draft.add("wood", RING);
  draft.load({ pieces: draft.pieces, kinds: KINDS, called: {}, locked: true, version: 2 });
  assert.equal(draft.piece, null);
  draft.undo();
  assert.equal(draft.pieces.length, 1);
});

test("every change is told", () => {
  let told = 0;
  draft.addEventListener("change", () => told++);
  draft.add("wood", RING);
  draft.change({ name: "x" });
  assert.equal(told, 2);
});

/** A hill of 10 cm that rises to a crest of 5. */
function slope() {
  draft.add("wood", RING);
  const crest = [
    [2.5, 2.5],
    [7.5, 2.5],
    [7.5, 7.5],
    [2.5, 7.5],
  ];
  assert.equal(draft.change({ top: "slope", crest }), true);
}

test("a crest is dragged by its corners, and stays within the outline", () => {
  slope();
  assert.equal(draft.moveCorner(0, [1, 1], { part: "crest" }), true);
  assert.deepEqual(draft.piece.crest[0], [1, 1]);
  assert.equal(draft.moveCorner(0, [-1, 1], { part: "crest" }), false);
  assert.deepEqual(draft.piece.crest[0], [1, 1]);
  assert.deepEqual(draft.piece.polygon, RING);
});

test("its edges do not cross", () => {
  slope();
  assert.equal(draft.moveCorner(0, [9, 5], { part: "crest" }), false);
});

test("an outline does not leave its crest outside", () => {
  slope();
  assert.equal(draft.moveCorner(0, [4, 4]), false);
  assert.equal(draft.removeCorner(0), false, "the rest would cut it");
  assert.deepEqual(draft.piece.polygon, RING);
});

test("what is refused is no step back", () => {
  slope();
  draft.moveCorner(0, [-1, 1], { part: "crest" });
  draft.undo();
  assert.equal(draft.piece.top, null);
});

test("a crest has corners put in and taken out; with fewer than three it is the middle", () => {
  slope();
  draft.insertCorner(3, [2, 5], "crest");
  assert.equal(draft.piece.crest.length, 5);
  assert.equal(draft.removeCorner(4, "crest"), true);
  assert.equal(draft.removeCorner(3, "crest"), true);
  assert.equal(draft.piece.crest.length, 3);
  assert.equal(draft.removeCorner(0, "crest"), true);
  assert.deepEqual(draft.piece.crest, []);
  assert.equal(draft.piece.top, "slope");
});
