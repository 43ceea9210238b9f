import assert from "node:assert/strict";
import { test } from "node:test";
import { load, match } from "./browser.js";

globalThis.window ??= { matchMedia: () => ({ matches: false }) };
const { along, momentOf } = await load("watch/replay.js");

const line = {
  role: "range",
  form: "line",
  points: [
    [10, 20],
    [40, 60],
  ],
};
const sight = {
  role: "sight",
  form: "line",
  points: [
    [11, 20],
    [40, 60],
  ],
};
const path = {
  role: "path",
  form: "line",
  points: [
    [0, 0],
    [0, 5],
    [5, 5],
  ],
};
const ruling = (more) => ({
  actor: "R1",
  target: "B1",
  tone: "in",
  confirmed: true,
  dice: [{ given: [5] }],
  evidence: "/evidence/7",
  number_of_entry: 7,
  geometry: [sight, line],
  ...more,
});
const view = (more) => ({ ...match(), ruling: null, last: null, ...more });

test("a shot that was thrown for flies from who acted to whom", () => {
  const wanted = { entry: 7, points: line.points, tone: "in" };
  assert.deepEqual(momentOf(view({ ruling: ruling() })), wanted);
  assert.deepEqual(momentOf(view({ last: ruling() })), wanted); // the same moment when the card is closed
});

test("who moved goes the way again", () => {
  assert.deepEqual(momentOf(view({ last: ruling({ geometry: [line, path] }) })).points, path.points);
});

test("where nothing is measured it goes from stand to stand", () => {
  assert.deepEqual(momentOf(view({ last: ruling({ geometry: [] }) })).points, [
    [10, 20],
    [40, 60],
  ]);
  assert.equal(momentOf(view({ last: ruling({ geometry: [], target: null }) })), null);
});

test("what has not happened, or without dice, is not replayed", () => {
  assert.equal(momentOf(view({})), null);
  assert.equal(momentOf(view({ ruling: ruling({ confirmed: false }) })), null);
  assert.equal(momentOf(view({ last: ruling({ dice: [] }) })), null);
  assert.equal(momentOf(view({ ruling: ruling({ confirmed: false }), last: ruling() })), null); // what is live
});

test("half of a way ends half way, round its corner", () => {
  assert.deepEqual(
    along(
      [
        [0, 0],
        [0, 5],
        [5, 5],
      ],
      0.75,
    ),
    [
      [0, 0],
      [0, 5],
      [2.5, 5],
    ],
  );
  assert.deepEqual(
    along(
      [
        [0, 0],
        [4, 0],
      ],
      0.5,
    ),
    [
      [0, 0],
      [2, 0],
    ],
  );
  assert.deepEqual(
    along(
      [
        [0, 0],
        [4, 0],
      ],
      1,
    ),
    [
      [0, 0],
      [4, 0],
    ],
  );
  assert.deepEqual(
    along(
      [
        [3, 3],
        [3, 3],
      ],
      1,
    ),
    [
      [3, 3],
      [3, 3],
    ],
  );
});
