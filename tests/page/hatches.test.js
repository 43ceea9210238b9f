import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { hatchOf, KINDS } from "../../web/static/plan/hatches.js";

test("each kind of terrain has its own hatch", () => {
  assert.equal(new Set([...KINDS].map(hatchOf)).size, KINDS.size);
});

test("a kind that nobody drew has the plain one", () => {
  assert.equal(hatchOf("moonscape"), "url(#hatch-other)");
});

test("every hatch that a style sheet fills with is drawn", async () => {
  const drawn = readFileSync("web/static/plan/hatches.js", "utf8");
  for (const sheet of ["board/hexes.css", "plan/stands.css"]) {
    const used = readFileSync(`web/static/${sheet}`, "utf8").matchAll(/url\("#([\w-]+)"\)/g);
    for (const [, id] of used) assert.ok(drawn.includes(`"${id}"`), id);
  }
});
