import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";
import { load } from "./browser.js";

const { endsMatch, endTurn } = await load("card/owed.js", { words: { owed: "Still owed" } });
const { owedList } = await load("card/owedlist.js");

const owed = (more = {}) => ({
  clause: "A5.1",
  sentence: "morale is tested first",
  side: "Americans",
  stand: null,
  action: { type: "morale", side: "us" },
  holds_the_turn: true,
  ...more,
});

let acts;
const session = (obligations) => ({
  view: { obligations, score: {} },
  actor: null,
  stand: (name) => (name ? { name } : null),
  choose: (name) => acts.push(["choose", name]),
  act: (...what) => acts.push(what),
});

beforeEach(() => {
  acts = [];
});

test("where nothing is owed nothing is listed, and the turn ends", () => {
  const one = session([]);
  assert.deepEqual(owedList(one, one.view.obligations), []);
  endTurn(one);
  assert.deepEqual(acts, [["end-turn"]]);
});

test("what does not hold the turn lets it end", () => {
  endTurn(session([owed({ holds_the_turn: false })]));
  assert.deepEqual(acts, [["end-turn"]]);
});

test("once a side has won, and nothing holds the turn, the match ends and no turn", () => {
  const won = { winner: { side: "us", text: "Americans: victory!" } };
  assert.equal(endsMatch({ score: won, obligations: [] }), true);
  assert.equal(endsMatch({ score: won, obligations: [owed({ holds_the_turn: false })] }), true);
  assert.equal(endsMatch({ score: won, obligations: [owed()] }), false);
  assert.equal(endsMatch({ score: {}, obligations: [] }), false);
  assert.equal(endsMatch({ score: { both: "Both sides have" }, obligations: [] }), true);
});

test("what is owed is listed alike wherever it is, by one module", () => {
  const root = new URL("../../web/static/", import.meta.url);
  const modules = readdirSync(root, { recursive: true }).filter((name) => name.endsWith(".js"));
  const listing = modules.filter((name) => readFileSync(new URL(name, root), "utf8").includes('"checks owed"'));
  assert.deepEqual(listing, ["card/owedlist.js"]);
});
