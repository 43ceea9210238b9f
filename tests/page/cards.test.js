import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./browser.js";

const words = { cards_all: "All are seen.", live_frame: "{seen} of {expected} seen", live_missing: "not seen: {ids}" };
const { cardsSaid } = await load("setup/cards.js", { words });
const live = (frame_seen, missing) => ({ frame: 1, frame_seen, frame_of: 4, missing });

test("the cards that are not seen are named", () => {
  assert.equal(cardsSaid(live(2, [241, 243])), "2 of 4 seen · not seen: 241, 243");
});

test("without any card none is named", () => {
  assert.equal(cardsSaid(live(0, [240, 241, 242, 243])), "0 of 4 seen");
});

test("all cards are said to be seen, and nothing before a picture was looked at", () => {
  assert.equal(cardsSaid(live(4, [])), "All are seen.");
  assert.equal(cardsSaid({ frame: null }), "");
});
