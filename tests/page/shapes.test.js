import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./browser.js";

const { drawRuling } = await load("plan/shapes.js");
const { drawTools } = await load("tools/drawing.js");
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

test("a line's dark edge is gone where the line is: a board draws its ways itself", () => {
  const { under } = drawn(at("path"));
  const classes = under.map(({ attributes }) => attributes.class.split(" "));
  assert.equal(classes.length, 2);
  assert.ok(classes.every((all) => all.includes("role-path")));
});

test("every number keeps off the others", () => {
  const { boxes } = drawn(at("range", { label: "5" }), at("supply", { label: "5" }));
  const [one, other] = boxes;
  assert.ok(one.x1 <= other.x0 || other.x1 <= one.x0 || one.y1 <= other.y0 || other.y1 <= one.y0);
});

const decided = (check, geometry) =>
  drawRuling({ tone: "out", checks: [check], geometry }, { foot, outline: ({ points }) => points }, [], 0.1, []);
const number = { measured: "4.18", of: "cm into farmhouse", plus_minus: "±0.02", limit: "0" };
const house = { role: "blocker", form: "polygon", label: "farmhouse", points: [[12, -3], [18, -3], [18, 3], [12, 3]] }; // biome-ignore format: points
const sides = ({ over }) => over.map(({ attributes }) => attributes.class.split(" ").filter(Boolean));

test("the number that decided and the distance do not lie on one another", () => {
  const range = at("range", { label: "30.0 cm" });
  const { boxes, over } = decided({ key: "sight", decides: true, number }, [range, house]);
  assert.deepEqual(sides({ over }), [["length", "tone-out", "decider"], ["length"]]);
  const [one, other] = boxes;
  assert.ok(one.x1 <= other.x0 || other.x1 <= one.x0 || one.y1 <= other.y0 || other.y1 <= one.y0);
});

test("a distance that did not decide takes no side", () => {
  const arc = { key: "arc", decides: true, number: null };
  const range = { key: "range", decides: false, number: { ...number, measured: "14.8", limit: "18" } };
  const { over } = drawRuling(
    { tone: "out", checks: [arc, range], geometry: [at("sight"), at("range")] },
    { foot },
    [],
    0.1,
    [],
  );
  assert.deepEqual(sides({ over }), [["length"]]);
});

test("the names of what decided and of the limit are placed with all others", () => {
  const range = { key: "range", decides: true, number: { ...number, measured: "30.0", limit: "33" } };
  const { names } = decided(range, [at("range"), house]);
  const placed = names.map(({ named }) => named(0.1));
  assert.deepEqual(placed.map(({ text }) => text).sort(), ["33", "farmhouse"]);
  assert.ok(placed.every(({ spots, element }) => spots.length > 1 && element));
});

test("a measured number keeps off the stands, and says what it covers: names keep off it", () => {
  const points = [{ x: 0, y: 0 }, { x: 30, y: 0 }]; // biome-ignore format: points
  const result = { distances: [{ said: "30.00 cm ±0.01", points: [] }], sight: null };
  const seen = { x0: -50, x1: 80, y0: -50, y1: 50 };
  const stand = { x0: 12, x1: 18, y0: -3, y1: 3 }; // in the middle of the line
  const on = { lean: { foot }, zoom: { cmPerPx: 0.1 }, seen, covered: [stand] };
  const { boxes } = drawTools({ kind: "ruler", points, result, how: 0, arcs: {} }, on);
  assert.equal(boxes.length, 1);
  const [{ x0, x1, y0, y1 }] = boxes;
  assert.ok(x1 <= stand.x0 || x0 >= stand.x1 || y1 <= stand.y0 || y0 >= stand.y1);
});
