import assert from "node:assert/strict";
import { test } from "node:test";
import { hatchOf, KINDS } from "../../web/static/plan/hatches.js";

test("each kind of terrain has its own hatch", () => {
  assert.equal(new Set([...KINDS].map(hatchOf)).size, KINDS.size);
});

test("a kind that nobody drew has the plain one", () => {
  assert.equal(hatchOf("moonscape"), "url(#hatch-other)");
});
