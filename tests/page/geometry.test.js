import assert from "node:assert/strict";
import { test } from "node:test";
import {
  area,
  borderDistance,
  centroid,
  contains,
  crossed,
  halved,
  isInside,
  rounded,
} from "../../web/static/terrain/geometry.js";

const SQUARE = [
  [0, 0],
  [10, 0],
  [10, 10],
  [0, 10],
];
const BOW = [
  [0, 0],
  [10, 10],
  [10, 0],
  [0, 10],
];

test("the area of an outline is the same whichever way round it runs", () => {
  assert.equal(area(SQUARE), 100);
  assert.equal(area([...SQUARE].reverse()), 100);
});

test("a triangle has half the area of its rectangle", () => {
  assert.equal(area(SQUARE.slice(0, 3)), 50);
});

test("a point is in an outline or beside it", () => {
  assert.equal(contains(SQUARE, [5, 5]), true);
  assert.equal(contains(SQUARE, [15, 5]), false);
  assert.equal(contains(SQUARE, [5, -1]), false);
});

test("the bay of a bent outline is outside of it", () => {
  const bent = [...SQUARE.slice(0, 3), [5, 2]];
  assert.equal(contains(bent, [5, 5]), false);
  assert.equal(contains(bent, [9, 5]), true);
});

test("an outline whose edges cross is told from one whose edges only meet", () => {
  assert.equal(crossed(SQUARE), false);
  assert.equal(crossed(BOW), true);
});

test("a triangle never crosses itself", () => {
  assert.equal(crossed(SQUARE.slice(0, 3)), false);
});

test("places are kept to a tenth of a millimetre", () => {
  assert.deepEqual(rounded([1.23456, 9.999]), [1.23, 10]);
});

test("the border is as far as its nearest edge, from inside and outside", () => {
  assert.equal(borderDistance(SQUARE, [5, 3]), 3);
  assert.equal(borderDistance(SQUARE, [5, -4]), 4);
});

test("beyond a corner the corner is nearest", () => {
  assert.equal(borderDistance(SQUARE, [13, 14]), 5);
});

test("an edge without length is a point", () => {
  assert.equal(
    borderDistance(
      [
        [1, 1],
        [1, 1],
      ],
      [4, 5],
    ),
    5,
  );
});

test("the middle of an area, however it is walked round, far from the table's corner too", () => {
  const corner = [
    [100, 100],
    [130, 100],
    [130, 110],
    [110, 110],
    [110, 130],
    [100, 130],
  ];
  assert.deepEqual(centroid(corner), [111, 111]);
  assert.deepEqual(centroid(corner.toReversed()), [111, 111]);
});

const square = (left, right) => [
  [left, left],
  [right, left],
  [right, right],
  [left, right],
];
/** A square with a bite taken out of its middle, from above down to y = 3. */
const U = [
  [0, 0],
  [10, 0],
  [10, 10],
  [7, 10],
  [7, 3],
  [3, 3],
  [3, 10],
  [0, 10],
];

test("an outline lies within another, on its border too, or leaves it", () => {
  assert.equal(isInside(square(2, 8), SQUARE), true);
  assert.equal(isInside(SQUARE, SQUARE), true);
  assert.equal(isInside(square(2, 11), SQUARE), false);
  assert.equal(isInside(SQUARE, square(2, 8)), false);
});

test("corners inside are not enough where an edge crosses a bay", () => {
  const across = [
    [1, 8],
    [9, 8],
    [5, 1],
  ];
  assert.ok(across.every((corner) => contains(U, corner)));
  assert.equal(isInside(across, U), false);
});

test("half of an outline lies about its middle, where there is room", () => {
  assert.deepEqual(halved(SQUARE), [
    [2.5, 2.5],
    [7.5, 2.5],
    [7.5, 7.5],
    [2.5, 7.5],
  ]);
  assert.deepEqual(halved(U), []);
});
