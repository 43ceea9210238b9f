import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./browser.js";

const { whoIsIt } = await load("setup/roster_row.js", {
  words: {
    roster_who: {
      one: "Marker {number} is on the table: who is it?",
      other: "Markers {number} are on the table: who are they?",
    },
    roster_more: "{number} and {more} more",
  },
});

test("markers that nobody is of are asked about as one, as some, as many", () => {
  assert.equal(whoIsIt([7]), "Marker 7 is on the table: who is it?");
  assert.equal(whoIsIt([7, 8]), "Markers 7, 8 are on the table: who are they?");
  const many = Array.from({ length: 32 }, (_, k) => k);
  assert.equal(whoIsIt(many), "Markers 0, 1, 2, 3, 4, 5 and 26 more are on the table: who are they?");
});
