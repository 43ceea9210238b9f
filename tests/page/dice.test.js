import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./browser.js";

const { faceOfKey } = await load("card/dice.js");
const SIGNS = ["green", "blue", "red"].map((face) => ({ face, said: face }));

test("a die without faces of its own has six", () => {
  assert.equal(faceOfKey(undefined, 6), 6);
  assert.equal(faceOfKey(null, 1), 1);
});

test("a face that the die has not is none", () => {
  assert.equal(faceOfKey([{ face: 1 }, { face: 3 }], 2), undefined);
  assert.equal(faceOfKey(undefined, 7), undefined);
});

test("a number is typed in as itself, wherever it stands in the row", () => {
  assert.equal(faceOfKey([{ face: 3 }, { face: 1 }], 1), 1);
});

test("a sign is typed in by its place in the row", () => {
  assert.equal(faceOfKey(SIGNS, 2), "blue");
  assert.equal(faceOfKey(SIGNS, 4), undefined);
});
