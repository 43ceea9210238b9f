// A pasted table without heads: most of its cells say what a column is, and a line that does not fit is told.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readList } from "../../web/static/setup/army_list.js";

const KNOWN = {
  sides: [
    ["us", "Americans"],
    ["de", "Germans"],
  ],
  kinds: [
    ["soldier", "soldier"],
    ["vehicle", "vehicle"],
  ],
  types: {},
  heads: {},
};
const GOOD = ["0;Miller;us;soldier;", "1;Jones;us;soldier;", "2;Weber;de;soldier;", "3;Vogt;de;soldier;"];
const read = (...lines) => readList(lines.join("\n"), KNOWN);
const taken = ({ people }) => people.map(({ marker, name, side, kind }) => [marker, name, side, kind].join(" "));
const ALL = ["0 Miller us soldier", "1 Jones us soldier", "2 Weber de soldier", "3 Vogt de soldier"];

test("one bad line, first or last, takes nothing from the others", () => {
  for (const bad of ["garbage with ; ; ;", "x;Q;Martian;soldier;", "lost;line", "7;Reed"]) {
    for (const lines of [
      [bad, ...GOOD],
      [...GOOD, bad],
    ]) {
      const told = read(...lines);
      assert.deepEqual(taken(told), ALL, bad);
      assert.deepEqual(
        told.unread.map(({ text }) => text),
        [bad.trim()],
      );
    }
  }
});

test("a column of which half fits is no column of that", () => {
  assert.deepEqual(
    read("Miller;us", "Jones;us", "Weber;xx", "Vogt;yy", "Reed;de").people.map(({ side }) => side),
    [undefined, undefined, undefined, undefined, undefined],
  );
});
