import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseEdge, edgeNow, seenFrom } from "../../web/static/putback/edge.js";
import { beginning, chooseExactness, exactnessNow } from "../../web/static/putback/exactness.js";

const HOME = { x: 13, y: 24 };
const NOW = { x: 10, y: 20 };

test("from the near edge right is right and away is away", () => {
  assert.deepEqual(seenFrom("near", HOME, NOW), [3, 4]);
});

test("from the far edge both are the other way round", () => {
  assert.deepEqual(seenFrom("far", HOME, NOW), [-3, -4]);
});

test("from the left edge the far edge is to the left", () => {
  assert.deepEqual(seenFrom("left", HOME, NOW), [-4, 3]);
  assert.deepEqual(seenFrom("right", HOME, NOW), [4, -3]);
});

test("a browser that keeps nothing stands at the near edge, until another is chosen", () => {
  assert.equal(edgeNow(), "near");
  chooseEdge("left");
  assert.equal(edgeNow(), "left");
});

test("a browser that keeps nothing is as exact as usual, until it is told otherwise", () => {
  assert.equal(exactnessNow(), 1);
  assert.deepEqual(beginning(), { tolerance_cm: 0.3, tolerance_deg: 3 });
  chooseExactness(2);
  assert.deepEqual(beginning(7), { tolerance_cm: 0.5, tolerance_deg: 5, entry: 7 });
});
