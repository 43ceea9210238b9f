import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { chime, chimes, keepChimes } from "../../web/static/setup/chime.js";

let sounded;
const knob = () => ({ value: 0, setValueAtTime() {}, exponentialRampToValueAtTime() {} });
globalThis.AudioContext = class {
  state = "suspended";
  currentTime = 7;
  resume() {
    sounded.push("resumed");
  }
  createGain() {
    return { gain: knob(), connect: (next) => next };
  }
  createOscillator() {
    const tone = { frequency: knob(), connect: (next) => next, stop() {} };
    return { ...tone, start: (at) => sounded.push([tone.frequency.value, at]) };
  }
};

beforeEach(() => {
  sounded = [];
});

test("a sound is on at first, and its notes follow each other", () => {
  assert.equal(chimes(), true);
  chime("taken");
  assert.deepEqual(sounded, ["resumed", [659, 7], [880, 7.15]]);
});

test("switched off it is silent, until it is switched on", () => {
  keepChimes(false);
  chime("next");
  assert.deepEqual(sounded, []);
  keepChimes(true);
  chime("next");
  assert.equal(sounded.length, 2);
});
