import assert from "node:assert/strict";
import { test } from "node:test";
import { nearestThatWay, nearestTo, readingOrder } from "../../web/static/plan/order.js";

const stand = (name, x, y) => ({ name, x, y });
const names = (stands) => stands.map(({ name }) => name).join(" ");

test("the far edge is read first, each band from left to right", () => {
  assert.equal(names(readingOrder([stand("c", 50, 10), stand("b", 60, 80), stand("a", 5, 82)])), "a b c");
});

test("a stand a finger farther away is in the same band", () => {
  assert.equal(names(readingOrder([stand("b", 20, 40), stand("a", 10, 37)])), "a b");
});

test("at one place the name decides", () => {
  assert.equal(names(readingOrder([stand("b", 1, 1), stand("a", 1, 1)])), "a b");
});

test("the order does not change what it is given", () => {
  const given = [stand("b", 9, 1), stand("a", 1, 1)];
  readingOrder(given);
  assert.equal(names(given), "b a");
});

const HERE = stand("here", 0, 0);

test("an arrow goes to the nearest stand that way", () => {
  assert.equal(nearestThatWay([HERE, stand("far", 30, 0), stand("near", 10, 0)], HERE, "ArrowRight").name, "near");
});

test("up is the far edge of the table", () => {
  assert.equal(nearestThatWay([stand("above", 0, 10), stand("below", 0, -5)], HERE, "ArrowUp").name, "above");
});

test("aside counts double", () => {
  assert.equal(nearestThatWay([stand("aslant", 8, 8), stand("ahead", 20, 0)], HERE, "ArrowRight").name, "ahead");
});

test("what lies more than 60 degrees off is not that way", () => {
  assert.equal(nearestThatWay([stand("aside", 1, 10)], HERE, "ArrowRight"), null);
});

test("another key leads nowhere", () => {
  assert.equal(nearestThatWay([stand("a", 1, 0)], HERE, "Home"), null);
});

test("the nearest stand is meant, if it is near enough", () => {
  const stands = [stand("far", 5, 0), stand("near", 0, 3)];
  assert.equal(nearestTo(stands, [0, 0], 6).name, "near");
  assert.equal(nearestTo(stands, [0, 0], 2), null);
});
