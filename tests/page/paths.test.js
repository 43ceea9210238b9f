import assert from "node:assert/strict";
import { test } from "node:test";
import { arrowHead, bounds, closed, middle, open, upright } from "../../web/static/plan/paths.js";

test("what is far on the table is high up in the drawing", () => {
  assert.deepEqual(upright(90)([10, 80]), [10, 10]);
  assert.deepEqual([[1, 0]].map(upright(90)), [[1, 90]]);
});

test("a line runs from point to point and stays open", () => {
  assert.equal(
    open([
      [0, 1],
      [2, 3],
    ]),
    "M0 1L2 3",
  );
});

test("an outline runs back to where it began", () => {
  assert.equal(
    closed([
      [0, 0],
      [1, 0],
      [1, 1],
    ]),
    "M0 0L1 0L1 1Z",
  );
});

test("the middle is half way", () => {
  assert.deepEqual(middle([0, 10], [4, 0]), [2, 5]);
});

test("the bounds hold every point and no more", () => {
  const points = [
    [3, 8],
    [-1, 2],
    [5, 4],
  ];
  assert.deepEqual(bounds(points), { x: -1, y: 2, width: 6, height: 6 });
});

test("the head of an arrow points the way it goes", () => {
  assert.equal(arrowHead([0, 0], [2, 0], 1), "M2 0L0 1L0 -1Z");
  assert.equal(arrowHead([0, 0], [0, -5], 2), "M0 -5L2 0L-2 0Z");
});
