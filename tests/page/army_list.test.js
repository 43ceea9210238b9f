// Army lists as people paste them: who is taken, and which lines are said not to be.

import assert from "node:assert/strict";
import { test } from "node:test";
import { decoded } from "../../web/static/setup/army_file.js";
import { readList } from "../../web/static/setup/army_list.js";
import { giveMarkers } from "../../web/static/setup/givens.js";

const KNOWN = {
  sides: [
    ["us", "Americans"],
    ["de", "Germans"],
  ],
  kinds: [
    ["soldier", "soldier"],
    ["vehicle", "vehicle"],
  ],
  types: { vehicle: ["Sherman", "Pzkpfw IV"] },
  heads: { name: "Nome", side: "Schieramento", kind: "Genere", unit: "Tipo", marker: "Marcatore" },
  markers: 250,
  reserved: [240, 241],
};
const read = (...lines) => readList(lines.join("\n"), KNOWN);
const names = ({ people }) => people.map(({ name }) => name);
const unread = (told) => told.unread.map(({ line }) => line);

test("names stand one a line, with the marker's number before them or without", () => {
  const told = read("Miller", "", "- Jones", "12 Reed", "#7: O'Hara", "8. Weber", "???", "12");
  assert.deepEqual(
    told.people.map(({ name, marker }) => [name, marker]),
    [
      ["Miller", undefined],
      ["Jones", undefined],
      ["Reed", 12],
      ["O'Hara", 7],
      ["Weber", 8],
    ],
  );
  assert.deepEqual(told.unread, [
    { line: 7, text: "???", why: "name" },
    { line: 8, text: "12", why: "name" },
  ]);
});

test("each line that is not taken has its reason, and what was wrong", () => {
  const whys = (...lines) => read(...lines).unread.map(({ line, why, said }) => [line, why, said]);
  assert.deepEqual(whys("9999 Miller", "240 Jones", "12 Reed", "x".repeat(57)), [
    [1, "marker", "9999"],
    [2, "card", "240"],
    [4, "long", undefined],
  ]);
  assert.deepEqual(
    whys("name,side,kind,marker,count", "A,Martians", "B,us,saucer", "C,us,,two", "D,us,,3,0", ",us", "E,us,,9999"),
    [
      [2, "side", "Martians"],
      [3, "kind", "saucer"],
      [4, "marker", "two"],
      [5, "count", "0"],
      [6, "name", undefined],
      [7, "marker", "9999"],
    ],
  );
  assert.deepEqual(whys(...GOOD, "7;Reed"), [[5, "columns", undefined]]);
  assert.deepEqual(whys("Space army", "Boss (90 pts)", "Squad (100 pts)"), [[1, "price", undefined]]);
  assert.deepEqual(whys("Army (190 pts)", "++ All ++", "Boss (90 pts)", "Squad (100 pts)"), [[1, "title", undefined]]);
  assert.deepEqual(whys("150x Rifleman", "99x Gunner"), [[2, "many", undefined]]);
});

test("so many alike are counted, wherever the number stands", () => {
  assert.deepEqual(names(read("3x Rifleman", "Sniper x2", "2 × Gunner", "x2 Scout", "Xavier")), [
    "Rifleman 1",
    "Rifleman 2",
    "Rifleman 3",
    "Sniper 1",
    "Sniper 2",
    "Gunner 1",
    "Gunner 2",
    "Scout 1",
    "Scout 2",
    "Xavier",
  ]);
});

test("sides and kinds may be headings, as they are or marked", () => {
  const told = read(
    "Americans:",
    "Miller",
    "+ Vehicles +",
    "Sherman",
    "## German army",
    "Weber",
    "=== Vehicle ===",
    "Pzkpfw IV",
  );
  assert.deepEqual(
    told.people.map(({ name, side, kind, unit }) => [name, side, kind, unit]),
    [
      ["Miller", "us", undefined, undefined],
      ["Sherman", "us", "vehicle", "Sherman"],
      ["Weber", "de", undefined, undefined],
      ["Pzkpfw IV", "de", "vehicle", "Pzkpfw IV"],
    ],
  );
  assert.deepEqual(told.unread, []);
  assert.equal(
    read("== US army, de luxe ==", "Miller").people[0].side,
    "us",
    "the short name in capitals, no other word",
  );
});

test("a table is read by its heads, in English or the page's language, and by its contents without them", () => {
  const rows = [
    ["Miller", "us", "soldier", undefined, 4],
    ["Tank, heavy", "de", "vehicle", "Pzkpfw IV", 9],
  ];
  const said = ({ people }) => people.map(({ name, side, kind, unit, marker }) => [name, side, kind, unit, marker]);
  assert.deepEqual(
    said(read("Marker,Name,Side,Kind,Type", "4,Miller,Americans,soldier,", '9,"Tank, heavy",German,Vehicle,pzkpfw iv')),
    rows,
  );
  assert.deepEqual(
    said(read("nome;schieramento;genere;tipo;marcatore", "Miller;us;soldier;;4", "Tank, heavy;de;vehicle;Pzkpfw IV;9")),
    rows,
  );
  assert.deepEqual(said(read("Miller\tus\tsoldier\t\t4", "Tank, heavy\tde\tvehicle\tPzkpfw IV\t9")), rows);
  assert.deepEqual(names(read("name,count", "Rifleman,2", "Miller,1")), ["Rifleman 1", "Rifleman 2", "Miller"]);
  const wrong = read("name,side,marker", "Miller,Martians,1", ",us,2", "Jones,us,two", "Reed,us,3");
  assert.deepEqual([names(wrong), unread(wrong)], [["Reed"], [2, 3, 4]]);
});

test("BattleScribe: models below a unit stand for it, equipment does not", () => {
  const told = read(
    "++ Army Roster (German Army) [500pts] ++",
    "",
    "+ Configuration +",
    "",
    "Battle Size: Patrol",
    "",
    "+ Infantry +",
    "",
    "Rifle Squad [160pts]",
    ". Corporal: Machine pistol",
    ". 2x Rifleman: 2x Grenade, 2x Rifle",
    "",
    "Marksmen [80pts]: 5x Crossbow",
    ". Special Equipment [60pts]: Basalt",
    "",
    "+ Vehicle +",
    "",
    "Sherman [90pts]: Gun",
    "",
    "++ Total: [500pts] ++",
    "",
    "Created with BattleScribe (https://battlescribe.net)",
  );
  assert.deepEqual(
    told.people.map(({ name, side, kind }) => [name, side, kind]),
    [
      ["Corporal", "de", undefined],
      ["Rifleman 1", "de", undefined],
      ["Rifleman 2", "de", undefined],
      ["Marksmen", "de", undefined],
      ["Sherman", "de", "vehicle"],
    ],
  );
  assert.deepEqual(told.unread, []);
});

test("New Recruit and List Forge: headings, bullets and points", () => {
  const told = read(
    "Some army - [445 pts]",
    "",
    "# ++ Army Roster ++ [445 pts]",
    "## Configuration",
    "Detachment: Lance",
    "",
    "## Battleline [300 pts]",
    "War Dog [165 pts]: Character, 2x autocannon",
    "War Dog [135 pts]: claw",
    "Swarms [40 pts]:",
    "• 3x Swarm: Teeth",
    "Hounds (75 pts)",
    "  • Gore Hound",
    "    • Maw",
    "  • 2x Flesh Hound",
    "    • 2x Fangs",
  );
  assert.deepEqual(names(told), [
    "War Dog 1",
    "War Dog 2",
    "Swarm 1",
    "Swarm 2",
    "Swarm 3",
    "Gore Hound",
    "Flesh Hound 1",
    "Flesh Hound 2",
  ]);
  assert.deepEqual(unread(told), [1], "the army's own title");
});

test("Army Forge and Army Builder: models in brackets, points after a bar or an at", () => {
  assert.deepEqual(
    names(
      read(
        "++ Patrol [GF 500pts] ++",
        "",
        "Squad [3] Q3+ D4+ | 100pts | Fast",
        'Rifle (24", A2, AP(1)), CCW (A1)',
        "Hero [1] Q3+ D3+ | 60pts",
      ),
    ),
    ["Squad 1", "Squad 2", "Squad 3", "Hero"],
  );
  assert.deepEqual(names(read("2 Guardians @ 80.0 Pts", "1 Farseer @ 55 Pts", "Lone Wolf (30 pts)")), [
    "Guardians 1",
    "Guardians 2",
    "Farseer",
    "Lone Wolf",
  ]);
});

test("in a list with points a line without any is not taken, and said", () => {
  const told = read("Space army", "Boss (90 pts)", "Squad (100 pts)", "Note to self", "x".repeat(80));
  assert.deepEqual(
    [names(told), unread(told)],
    [
      ["Boss", "Squad"],
      [1, 4, 5],
    ],
  );
});

const giving = (people, markers) => giveMarkers(people, { chosen: [], nobodys: [], taken: new Set(), ...markers });
const pairs = ({ given }) => [...given].map(([marker, { name }]) => [marker, name]);

test("people get their own marker, else the chosen in their order", () => {
  const told = giving([{ name: "A" }, { name: "B", marker: 5 }, { name: "C" }, { name: "D" }], {
    chosen: [9, 5, 2],
    nobodys: [1],
  });
  assert.deepEqual(pairs(told), [
    [9, "A"],
    [5, "B"],
    [2, "C"],
  ]);
  assert.deepEqual(told.left, [{ name: "D" }]);
});

test("where none is chosen, nobody's on the table come first, then numbers that nobody has", () => {
  const told = giving([{ name: "A" }, { name: "B" }, { name: "C" }, { name: "D" }], {
    nobodys: [3, 4],
    taken: new Set([0, 3, 4]),
  });
  assert.deepEqual(pairs(told), [
    [3, "A"],
    [4, "B"],
    [1, "C"],
    [2, "D"],
  ]);
  assert.deepEqual(
    pairs(
      giving(
        [
          { name: "A", marker: 1 },
          { name: "B", marker: 1 },
        ],
        {},
      ),
    ),
    [[1, "A"]],
  );
});

const GOOD = ["0;Miller;us;soldier;", "1;Jones;us;soldier;", "2;Weber;de;soldier;", "3;Vogt;de;soldier;"];
const taken = ({ people }) => people.map(({ marker, name, side, kind }) => [marker, name, side, kind].join(" "));
const ALL = ["0 Miller us soldier", "1 Jones us soldier", "2 Weber de soldier", "3 Vogt de soldier"];

test("one bad line, first or last, takes nothing from the others", () => {
  for (const bad of ["garbage with ; ; ;", "x;Q;Martian;soldier;", "lost;line", "7;Reed"]) {
    for (const lines of [
      [bad, ...GOOD],
      [...GOOD, bad],
    ]) {
      const told = read(...lines);
      assert.deepEqual(taken(told), ALL, bad);
      assert.deepEqual(
        told.unread.map(({ text }) => text),
        [bad.trim()],
      );
    }
  }
});

test("a column of which half fits is no column of that", () => {
  assert.deepEqual(
    read("Miller;us", "Jones;us", "Weber;xx", "Vogt;yy", "Reed;de").people.map(({ side }) => side),
    [undefined, undefined, undefined, undefined, undefined],
  );
});

test("a single line of a table is read as one, not as a name", () => {
  for (const cut of ["\t", ";", ","]) {
    const [one] = read(["7", "Weber", "Germans", "vehicle", "Pzkpfw IV"].join(cut)).people;
    const { marker, name, side, kind, unit } = one;
    assert.deepEqual([marker, name, side, kind, unit], [7, "Weber", "de", "vehicle", "Pzkpfw IV"]);
  }
  assert.deepEqual(read("-1;Neg;Germans;soldier").unread, [
    { line: 1, text: "-1;Neg;Germans;soldier", why: "marker", said: "-1" },
  ]);
  assert.deepEqual(names(read("Miller, Joe")), ["Miller, Joe"]);
  assert.deepEqual(names(read("Miller;Germans;1.6")), ["Miller"]);
});

test("marker 0 twice is no count of none", () => {
  const told = read("0;A;Germans;soldier", "0;B;Germans;soldier");
  assert.deepEqual(
    told.people.map(({ marker }) => marker),
    [0, 0],
  );
});

test("fifty thousand lines are read at once", { timeout: 5_000 }, () => {
  const lines = Array.from({ length: 50_000 }, (_, k) => `${k % 200};Miller ${k};Germans;soldier`);
  assert.equal(read(...lines).people.length, 200);
});

test("a file's letters are those that a spreadsheet or an editor wrote, and other files are told", () => {
  const list = "Müller;Łukasz";
  const utf8 = new TextEncoder().encode(list);
  const utf16 = new Uint8Array([
    0xff,
    0xfe,
    ...[...list].flatMap((c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8]),
  ]);
  for (const bytes of [utf8, new Uint8Array([0xef, 0xbb, 0xbf, ...utf8]), utf16]) assert.equal(decoded(bytes), list);
  assert.equal(decoded(new Uint8Array([..."M\xfcller; Jos\xe9"].map((c) => c.charCodeAt(0)))), "Müller; José"); // Excel
  for (const other of ["PK\x03\x04\0\x06", "%PDF-1.4\n%\xe2\x07\x02"])
    assert.equal(decoded(new Uint8Array([...other].map((c) => c.charCodeAt(0)))), null);
});
