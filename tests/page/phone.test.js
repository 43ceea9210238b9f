// A phone as the camera: what of it is held still, and what is said where it gives none.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./browser.js";

const { holding, why } = await load("phone/camera.js");

test("a camera that can is held as it is now, without zoom", () => {
  const can = {
    focusMode: ["continuous", "manual"],
    exposureMode: ["continuous", "manual"],
    whiteBalanceMode: ["continuous"],
    zoom: { min: 0.5, max: 8 },
  };
  const { advanced, held, free } = holding(can, { focusDistance: 1.4, exposureTime: 120 });
  assert.deepEqual(advanced, [
    { focusMode: "manual", focusDistance: 1.4 },
    { exposureMode: "manual", exposureTime: 120 },
    { zoom: 1 },
  ]);
  assert.deepEqual(held, ["focus", "exposure"]);
  assert.deepEqual(free, ["white_balance"]);
});

test("a camera that tells nothing is asked nothing, and all of it is free", () => {
  assert.deepEqual(holding({}, {}), { advanced: [], held: [], free: ["focus", "exposure", "white_balance"] });
});

test("the reason of each refusal is one that a person can do something about", () => {
  const refused = (name) => why(new DOMException("no", name));
  assert.equal(refused("NotAllowedError"), "not_allowed");
  assert.equal(refused("OverconstrainedError"), "not_found");
  assert.equal(refused("NotReadableError"), "taken");
  assert.equal(why(new TypeError("mediaDevices is undefined")), "unable");
});
