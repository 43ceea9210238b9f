import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./browser.js";

const { drawRuling } = await load("plan/shapes.js");
globalThis.document.createElementNS = (_, tag) => ({
  tag,
  attributes: {},
  setAttribute(name, value) {
    this.attributes[name] = value;
  },
  append() {},
  replaceChildren() {},
});

const foot = (point) => point;
const at = (role, more = {}) => ({ role, form: "line", points: [[0, 0], [30, 0]], ...more }); // biome-ignore format: points
const ruling = (...geometry) => ({ tone: "out", checks: [], geometry });
const drawn = (...geometry) => drawRuling(ruling(...geometry), { foot }, [], 0.1, []);
const lines = ({ under }) => under.map(({ attributes }) => attributes.class).filter((name) => /^line role/.test(name));

test("the range of fire on hexes is drawn: nothing else says whom the number is about", () => {
  assert.deepEqual(lines(drawn(at("range", { label: "5" }))), ["line role-range tone-out"]);
});

test("where there is a line of sight, the range is not drawn over it", () => {
  assert.deepEqual(lines(drawn(at("sight"), at("range", { label: "30.0 cm" }))), ["line role-sight tone-out"]);
});

test("every number keeps off the others", () => {
  const { boxes } = drawn(at("range", { label: "5" }), at("supply", { label: "5" }));
  const [one, other] = boxes;
  assert.ok(one.x1 <= other.x0 || other.x1 <= one.x0 || one.y1 <= other.y0 || other.y1 <= one.y0);
});
