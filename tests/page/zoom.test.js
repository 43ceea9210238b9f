import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { load } from "./browser.js";

const { Zoom } = await load("plan/zoom.js");
const WHOLE = { x: 0, y: 0, width: 120, height: 80 };
let drawing;
let zoom;
let told;

beforeEach(() => {
  told = 0;
  drawing = Object.assign(new EventTarget(), {
    getBoundingClientRect: () => ({ width: 600, height: 400 }),
    setAttribute: (_, value) => {
      drawing.viewBox = value;
    },
  });
  zoom = new Zoom(drawing, () => told++);
  zoom.reset(WHOLE);
});

test("the whole fills the window", () => {
  assert.equal(drawing.viewBox, "0 0 120 80");
  assert.equal(zoom.cmPerPx, 0.2);
});

test("nearer keeps the middle where it is", () => {
  zoom.by(2);
  assert.deepEqual(zoom.box, { x: 30, y: 20, width: 60, height: 40 });
  assert.equal(zoom.byHand, true);
});

test("nearer keeps the point under the finger where it is", () => {
  zoom.by(2, { x: 0, y: 0 });
  assert.deepEqual(zoom.box, { x: 0, y: 0, width: 60, height: 40 });
});

test("it never goes farther than the whole, and is left to itself there", () => {
  zoom.by(2);
  zoom.by(1 / 8);
  assert.deepEqual(zoom.box, WHOLE);
  assert.equal(zoom.byHand, false);
});

test("it goes eight times as near and no nearer", () => {
  zoom.by(100);
  assert.equal(zoom.box.width, 15);
});

test("the window never leaves the table", () => {
  zoom.to({ x: 100, y: -50, width: 60, height: 40 });
  assert.deepEqual(zoom.box, { x: 60, y: 0, width: 60, height: 40 });
});

test("points are framed with room round them", () => {
  zoom.frame(
    [
      [50, 40],
      [70, 40],
    ],
    10,
  );
  assert.deepEqual(zoom.box, { x: 40, y: 30, width: 40, height: 20 });
});

test("a window set by hand is not framed anew", () => {
  zoom.by(2);
  const before = zoom.box;
  zoom.frame([[5, 5]], 2);
  assert.deepEqual(zoom.box, before);
});

test("what is seen has the window's shape, whatever the box", () => {
  zoom.to({ x: 0, y: 0, width: 30, height: 40 });
  assert.deepEqual(zoom.seen, { x: -15, y: 0, width: 60, height: 40 });
});

test("every change is told", () => {
  zoom.by(2);
  zoom.to(WHOLE);
  assert.equal(told, 3);
});
