import assert from "node:assert/strict";
import { test } from "node:test";
import { groundHeight } from "../../web/static/plan/ground.js";

const square = (left, right) => [
  [left, left],
  [right, left],
  [right, right],
  [left, right],
];
const piece = (more) => ({
  name: "it",
  kind: "hill",
  polygon: square(0, 20),
  height_cm: 4,
  top: null,
  crest: [],
  ...more,
});

test("the table is the ground, and so is a piece that says nothing or that nobody stands on", () => {
  assert.equal(groundHeight([], [10, 10]), 0);
  assert.equal(groundHeight([piece({})], [10, 10]), 0);
  assert.equal(groundHeight([piece({ top: "none" })], [10, 10]), 0);
});

test("a level top is as high as the piece, and ends where it ends", () => {
  const step = piece({ top: "level" });
  assert.equal(groundHeight([step], [10, 10]), 4);
  assert.equal(groundHeight([step], [21, 10]), 0);
});

test("a slope rises evenly from its outline to its crest", () => {
  const knoll = piece({ top: "slope", crest: square(8, 12) });
  assert.equal(groundHeight([knoll], [10, 10]), 4);
  assert.equal(groundHeight([knoll], [4, 10]), 2);
  assert.equal(groundHeight([knoll], [10, 18]), 1);
});

test("a slope without a crest rises to its middle", () => {
  assert.equal(groundHeight([piece({ top: "slope" })], [5, 10]), 2);
  assert.equal(groundHeight([piece({ top: "slope" })], [10, 10]), 4);
});

test("a trench is below the table; where pieces lie on each other the highest counts", () => {
  const trench = piece({ top: "trench" });
  assert.equal(groundHeight([trench], [10, 10]), -4);
  assert.equal(groundHeight([trench, piece({ top: "level", height_cm: 2 })], [10, 10]), 2);
  assert.equal(groundHeight([piece({ top: "level" }), piece({ top: "level", height_cm: 9 })], [10, 10]), 9);
});
