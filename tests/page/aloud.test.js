// What is said aloud: real rulings of all five games in three languages (tests/shared/spoken_rulings.py makes them).

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";
import { load } from "./browser.js";

const read = (name) => readFileSync(new URL(name, import.meta.url), "utf8");
const RULINGS = JSON.parse(read("rulings.json"));

const PHRASE = /msgid "page\.(\w+)"\nmsgstr ("(?:[^"\\]|\\.)*")/g;

/** The page's words of a language, as its catalogue has them. */
const words = (lang) =>
  Object.fromEntries(
    [...read(`../../referee/words/locale/${lang}/page.po`).matchAll(PHRASE)].map(([, key, said]) => [
      key,
      JSON.parse(said),
    ]),
  );

const WORDS = words("en");
const { newsSaid, owedSaid, rulingSaid, spoken } = await load("voice/sentences.js", { words: WORDS });

const view = (more = {}) => ({
  versions: { table: 1, picture: 1, run: "a" },
  turn: { number: 3, side: "us", title: "Americans" },
  board: null,
  ruling: null,
  obligations: [],
  taken_back: null,
  journal: { sequence: 1 },
  ...more,
});

const [shot, hit] = RULINGS.ambush.en.filter(({ actor }) => actor === "Rossi");

test("all five games are here, in three languages", () => {
  assert.deepEqual(Object.keys(RULINGS).sort(), ["ambush", "ancients", "montecassino", "rommel", "yankee"]);
  for (const rulings of Object.values(RULINGS)) {
    assert.deepEqual(Object.keys(rulings), ["en", "it", "es"]);
    assert.ok(rulings.en.length > 1);
  }
});

test("the verdict is said first, then the number that decided, then who, then what is thrown", () => {
  assert.equal(
    rulingSaid(shot),
    "In range. 49.65 centimetres of 50 plus or minus 0.04. Rossi at Vogel. Rossi shoots: 4, 5, 6 hits.",
  );
});

test("after the dice their outcome is said first, then what fell, then who", () => {
  assert.equal(rulingSaid(hit), "Vogel is hit and removed. Thrown: 5, 5. Rossi at Vogel.");
});

test("while a damage die is owed the hit is said, not that the target is in range", () => {
  const banner = { sign: "⚄", word: "Vogel is hit", tone: null, die: 5, die_said: "5" };
  const half = { ...shot, dice: hit.dice.slice(0, 1), outcome: null, banner };
  assert.match(rulingSaid(half), /^Vogel is hit\. Thrown: 5\. Rossi at Vogel\./);
});

test("what is too close to call is said as the question that it is", () => {
  const close = RULINGS.yankee.en.find(({ verdict }) => verdict === "too_close");
  assert.match(rulingSaid(close), /^Too close to call\. Whether Kemper I, .* is within 48 centimetres/);
});

test("no sign is left for a voice to spell, and no word is shouted", () => {
  for (const [game, languages] of Object.entries(RULINGS))
    for (const rulings of Object.values(languages))
      for (const ruling of rulings) {
        const said = rulingSaid(ruling);
        assert.doesNotMatch(said, /[±%×½→№+✓✕≈•]|\bcm\b|\p{Lu}{3,}|\.\.|\{|null|undefined/u, `${game}: ${said}`);
        const last = ruling.dice.length > 0 && ruling.outcome;
        const verdict = (last || ruling.word).replace(/\.$/, "").toLowerCase();
        if (last || !ruling.confirmed) assert.ok(said.toLowerCase().startsWith(verdict), `${game}: ${said}`);
        if (ruling.actor) assert.ok(said.includes(ruling.actor), `${game}: ${said}`);
      }
});

test("numbers keep the comma of their language", () => {
  const said = rulingSaid(RULINGS.ambush.it.find(({ number }) => number));
  assert.match(said, /49,65 centi/);
  assert.doesNotMatch(said, /\d\.\d/);
});

test("every language has every word", () => {
  const keys = (lang) => Object.keys(words(lang)).filter((key) => /^(aloud|voice)/.test(key) && words(lang)[key]);
  assert.ok(keys("en").length > 12);
  for (const lang of ["it", "es"]) assert.deepEqual(keys(lang).sort(), keys("en").sort());
});

test("signs become words", () => {
  assert.equal(
    spoken("2.01 cm ±0.02 → 50% -1 +2"),
    "2.01 centimetres plus or minus 0.02 to 50 per cent minus 1 plus 2",
  );
  assert.equal(spoken("A-05 at G-52"), "A-05 at G-52");
});

test("nothing is said of what was there when the page opened, of another run, or again", () => {
  const open = view({ ruling: shot });
  assert.equal(newsSaid(null, open), "");
  assert.equal(newsSaid(open, view({ ruling: { ...shot }, obligations: [{}] })), "");
  assert.equal(newsSaid(view({ versions: { run: "b" } }), open), "");
});

test("a new ruling is said, and its outcome", () => {
  assert.equal(newsSaid(view(), view({ ruling: shot })), rulingSaid(shot));
  assert.equal(newsSaid(view({ ruling: shot }), view({ ruling: hit })), rulingSaid(hit));
});

test("an undo is a correction, with what holds now", () => {
  const undone = view({ ruling: shot, taken_back: "the throw", journal: { sequence: 2 } });
  assert.equal(newsSaid(view({ ruling: hit }), undone), `Correction: the throw is taken back. ${rulingSaid(shot)}`);
  assert.equal(newsSaid(undone, { ...undone }), "");
  assert.equal(newsSaid(undone, { ...undone, journal: { sequence: 3 } }), ""); // a figure is to be put back
  const turn = view({ taken_back: "the end of the turn", journal: { sequence: 2 } });
  assert.equal(newsSaid(view(), turn), "Correction: the end of the turn is taken back. Turn 3. Americans.");
});

test("when the turn ends, whose it is now and what is owed", () => {
  const owed = { side: "Germans", sentence: "morale is tested first" };
  const next = view({ turn: { number: 3, side: "de", title: "Germans" }, obligations: [owed] });
  assert.equal(newsSaid(view(), next), "Turn 3. Germans. Still owed. Germans: morale is tested first.");
  assert.equal(owedSaid([]), "");
});

test("on hexes the phase is said", () => {
  const phase = (name) => ({ board: { kind: "hexes", phase: { name } } });
  assert.equal(newsSaid(view(phase("Order")), view(phase("Move"))), "Turn 3. Americans. Move.");
});

test("a victory is said once", () => {
  const won = view({ score: { winner: { text: "Americans: victory!" } } });
  assert.equal(newsSaid(view({ score: { winner: null } }), won), "Americans: victory!");
  assert.equal(newsSaid(won, { ...won }), "");
});

// The browser's voice.
let done;
let voices;
let stored;
const button = () =>
  Object.assign(new EventTarget(), {
    hidden: false,
    textContent: "",
    pressed: "",
    setAttribute(_, value) {
      this.pressed = value;
    },
  });

beforeEach(() => {
  [done, voices, stored] = [[], [{ lang: "fr-FR" }, { lang: "en-GB" }], {}];
  globalThis.location = { pathname: "/watch" };
  globalThis.localStorage = { getItem: (key) => stored[key] ?? null, setItem: (key, value) => (stored[key] = value) };
  globalThis.speechSynthesis = {
    cancel: () => done.push("cancel"),
    speak: (utterance) => done.push(utterance),
    getVoices: () => voices,
  };
  globalThis.window = globalThis;
  globalThis.navigator ??= {};
  globalThis.SpeechSynthesisUtterance = class extends EventTarget {
    constructor(text) {
      super();
      this.text = text;
    }
  };
});

/** A voice and its button; the browser may or may not have been tapped. */
async function made() {
  globalThis.location = { pathname: "/watch" };
  const { Voice } = await load("voice/voice.js");
  const it = button();
  return { it, voice: new Voice([it]) };
}

const texts = () => done.filter((each) => each !== "cancel").map(({ text }) => text);

test("it is silent until its button is pressed, and that is remembered", async () => {
  const { it, voice } = await made();
  voice.say("In range.");
  assert.deepEqual(done, []);
  it.dispatchEvent(new Event("click"));
  voice.say("In range.");
  assert.deepEqual(texts(), [WORDS.voice_on, "In range."]);
  assert.equal(done.at(-1).lang, "en-GB");
  assert.deepEqual(Object.values(stored), ["on"]);
  it.dispatchEvent(new Event("click"));
  voice.say("Out of range.");
  assert.deepEqual(texts(), [WORDS.voice_on, "In range."]);
  assert.deepEqual(Object.values(stored), ["off"]);
});

test("what is newer interrupts, and nothing is said twice", async () => {
  const { it, voice } = await made();
  it.dispatchEvent(new Event("click"));
  done.length = 0;
  for (const text of ["In range.", "In range.", "Missed."]) voice.say(text);
  assert.deepEqual(texts(), ["In range.", "Missed."]);
  assert.deepEqual(
    done.map((each) => each === "cancel"),
    [true, false, true, false],
  );
});

test("who moved waits until it is said whose turn it is", async () => {
  const { it, voice } = await made();
  it.dispatchEvent(new Event("click"));
  done.length = 0;
  voice.say("Turn 3. Germans.");
  voice.say("Turn 3, Americans: 1 moved.", false);
  assert.deepEqual(
    done.map((each) => each.text ?? each),
    ["cancel", "Turn 3. Germans.", "Turn 3, Americans: 1 moved."],
  );
  done[1].dispatchEvent(new Event("end"));
  voice.say("Schmidt has fallen.", false);
  assert.equal(done.at(-2), "cancel", "news that are out hold nothing back");
  voice.say("Missed.");
  assert.deepEqual([done.at(-2), done.at(-1).text], ["cancel", "Missed."]);
});

test("both its buttons tell how it is, the bar's and the menu's", async () => {
  const { Voice } = await load("voice/voice.js");
  const buttons = [button(), button()];
  new Voice(buttons);
  buttons[1].dispatchEvent(new Event("click"));
  assert.deepEqual(
    buttons.map(({ pressed }) => pressed),
    ["true", "true"],
  );
});

test("after a reload it waits for a tap, and says so", async () => {
  stored["vedette-voice /watch"] = "on";
  const { it, voice } = await made();
  voice.say("In range.");
  assert.deepEqual([texts(), it.textContent, it.pressed], [[], WORDS.voice_tap, "false"]);
  document.dispatchEvent(new Event("click"));
  assert.deepEqual([texts(), it.pressed], [[WORDS.voice_on], "true"]);
});

test("another language's voice does not read this one", async () => {
  voices = [{ lang: "fr-FR" }];
  const { it } = await made();
  it.dispatchEvent(new Event("click"));
  assert.deepEqual([texts(), it.textContent], [[], WORDS.voice_none]);
});
