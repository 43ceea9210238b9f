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
  draft.loadAnew({ pieces: [], kinds: KINDS, locked: false, version: 1 });
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
  draft.load({ pieces: draft.pieces, kinds: KINDS, locked: true, version: 2 });
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
