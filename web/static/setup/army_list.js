// Army lists as people keep them: names one a line, and what BattleScribe, New Recruit, Army Forge, Army Builder and
// List Forge export as text. A table is read by army_table.js.

import { readTable } from "./army_table.js";
import { among, fold } from "./army_words.js";

/**
 * Somebody on a list, with the number of the line that says so.
 * @typedef {object} Listed
 * @property {string} name
 * @property {number} line
 * @property {number} [marker]
 * @property {string} [side]
 * @property {string} [kind]
 * @property {string} [unit]
 */
/** @typedef {"name" | "price" | "title" | "long" | "many" | "columns" | "side" | "kind" | "marker" | "card" | "count"
 * } Why */
/**
 * A line that was not taken, why, and which word of it was wrong.
 * @typedef {{ line: number, text: string, why: Why, said?: string }} Unread
 */
/** @typedef {{ people: Listed[], unread: Unread[] }} ReadList */
/**
 * What a game's sides, kinds of stands and types are, by their keys, and what the page calls a table's columns; how
 * many markers there are to print, and which of them lie round the table.
 * @typedef {object} Known
 * @property {[key: string, title: string][]} sides
 * @property {[key: string, title: string][]} kinds
 * @property {Record<string, string[]>} types
 * @property {Record<string, string>} heads
 * @property {number} markers
 * @property {number[]} reserved
 */
/**
 * @typedef {Listed & { indent: number, count: number, counted: boolean, tail: boolean, cost: number, parts: Entry[] }
 * } Entry
 */

export const MOST_LETTERS = 56; // of 60 that the server takes: those of one name are counted
export const MOST = 200;
const COST = /\s*[[(@|–-]?\s*(\d[\d.,]*)\s*(?:pts?|points?|punti|puntos|pl)\b.*$/i;
const BULLET = /^[•◦·▪‣.*–-]\s+/u;
const RULED = /^[-=+*_~\s]+$/;
const ORNAMENT = /^(created with|\++ *total|total\b|https?:)/i;
const WEAPONS = /\((?:[^()]*,\s*)?A\d/;
const PREAMBLE = /configuration|show\/hide/i;

/**
 * Who stands in a list; a line that says nobody, and is no heading or ornament, is given back as unread.
 * @param {string} text
 * @param {Known} known
 * @returns {ReadList}
 */
export function readList(text, known) {
  const { people, unread } = readTable(text, known) ?? readLines(text, known);
  const taken = [];
  for (const one of people) {
    const why = whyNot(one, taken.length, known);
    if (!why) taken.push(withType(one, known));
    else if (unread.at(-1)?.line !== one.line) unread.push({ line: one.line, text: one.name, ...why });
  }
  return { people: numbered(taken), unread: unread.sort((a, b) => a.line - b.line) };
}

/**
 * Why somebody who was read has no place on the roster; null where he has one.
 * @param {Listed} one
 * @param {number} taken how many there are before him
 * @param {Known} known
 * @returns {Pick<Unread, "why" | "said"> | null}
 */
function whyNot({ name, marker = -1 }, taken, { markers, reserved }) {
  if (name.length > MOST_LETTERS) return { why: "long" };
  if (taken >= MOST) return { why: "many" };
  if (marker >= markers) return { why: "marker", said: String(marker) };
  return reserved.includes(marker) ? { why: "card", said: String(marker) } : null;
}

/**
 * @param {string} text
 * @param {Known} known
 * @returns {ReadList}
 */
function readLines(text, known) {
  const lines = text.split(/\r?\n/);
  const priced = lines.filter((line) => COST.test(line)).length > 1;
  /** @type {Entry[]} */
  const entries = [];
  /** @type {Unread[]} */
  const unread = [];
  let headings = 0;
  let titled = false; // whether one line stands above all headings: it may be the army's title
  let [side, kind, skipping] = /** @type {[string | undefined, string | undefined, boolean]} */ ([
    undefined,
    undefined,
    false,
  ]);
  for (const [k, raw] of lines.entries()) {
    const said = raw.trim();
    if (!said || RULED.test(said) || ORNAMENT.test(said)) continue;
    const heading = headingOf(said, priced, known);
    if (heading !== null) {
      const [here, what] = [among(heading, known.sides), among(heading, known.kinds)];
      side = here ?? side;
      kind = what;
      titled ||= !headings && entries.length === 1;
      headings += 1;
      skipping = PREAMBLE.test(heading);
      continue;
    }
    if (skipping || WEAPONS.test(said)) continue;
    const entry = entryOf(raw, k + 1, priced);
    const above = entries.at(-1);
    if (above && priced && BULLET.test(said)) above.parts.push(entry);
    else if (!/\p{L}/u.test(entry.name)) unread.push({ line: k + 1, text: said, why: "name" });
    else if (priced && !entry.cost && !entry.counted) unread.push({ line: k + 1, text: said, why: "price" });
    else entries.push({ ...entry, side, kind: kind ?? among(entry.name, known.kinds) });
  }
  if (titled && isTitle(entries)) {
    const [{ line, name }] = entries.splice(0, 1);
    unread.push({ line, text: name, why: "title" });
  }
  return { people: entries.flatMap(standing), unread };
}

/**
 * What a line says as a heading; null for one that is none.
 * @param {string} said
 * @param {boolean} priced
 * @param {Known} known
 */
function headingOf(said, priced, { sides, kinds }) {
  const marked = /^(?:\++|#+(?!\d)|={2,}|-{2,}|\[(?=[^\]]*\]$))\s*(.*?)[\s+=\]-]*$/.exec(said);
  if (marked) return marked[1];
  const bare = said.replace(/:$/, "");
  if (bare !== said && !COST.test(said)) return bare;
  if (priced && said === said.toUpperCase() && !/\d/.test(said)) return said;
  const whole = [...sides, ...kinds].some(([key, title]) => [key, title].some((one) => fold(one) === fold(said)));
  return whole && !priced ? said : null;
}

/**
 * What a line says of one stand, or of several alike.
 * @param {string} raw
 * @param {number} line
 * @param {boolean} priced
 * @returns {Entry}
 */
function entryOf(raw, line, priced) {
  const indent = raw.search(/\S/);
  const said = raw.trim().replace(BULLET, "");
  const cost = Number((COST.exec(said)?.[1] ?? "0").replace(/[.,](?=\d{3})/g, ""));
  const models = /\[(\d{1,2})\]\s*Q\d/.exec(said);
  let name = (models ? said.slice(0, models.index) : said.replace(COST, "")).trim();
  const tail = /:\s*\S/.test(said);
  if (!/^#?\d{1,4}:/.test(name)) name = name.replace(/:.*$/, "").trim();
  const many = /^(\d{1,3}) ?[x×] ?(?=\P{Ll})(.+)$/iu.exec(name) ?? /^x(\d{1,3}) (.+)$/i.exec(name);
  const after = /^(.+?) ?[x×] ?(\d{1,3})$/i.exec(name);
  const number = /^#?(\d{1,4})[\s.,;:)-]+(.*)$/.exec(name);
  let [count, counted, marker] = /** @type {[number, boolean, number | undefined]} */ ([
    Number(models?.[1] ?? 1),
    false,
    undefined,
  ]);
  if (many || (after && !many)) {
    const [times, rest] = many ? [many[1], many[2]] : [after?.[2] ?? "1", after?.[1] ?? ""];
    [count, counted, name] = [count * Number(times), true, rest.trim()];
  } else if (number && priced) {
    [count, counted, name] = [Number(number[1]), true, number[2].trim()];
  } else if (number) {
    [marker, name] = [Number(number[1]), number[2].trim()];
  }
  if (count < 1) name = "";
  return { name, line, marker, indent, count: Math.min(count, MOST), counted, tail, cost, parts: [] };
}

/**
 * The stands of an entry: the models under it where it lists some, itself where those are equipment.
 * @param {Entry} entry
 * @returns {Listed[]}
 */
function standing({ name, line, marker, side, kind, count, parts }) {
  const first = Math.min(...parts.map((part) => part.indent));
  const models = parts.filter((part, k) => {
    const deeper = (parts[k + 1]?.indent ?? 0) > part.indent;
    return part.indent === first && (part.tail || deeper) && (part.counted || !part.cost);
  });
  const listed = models.some((part) => part.counted);
  const those = listed ? models : [{ name, line, marker, count }];
  return those.flatMap((one) =>
    Array.from({ length: one.count }, (_, k) => ({
      name: one.name,
      line: one.line,
      marker: one.marker === undefined ? undefined : one.marker + k,
      side,
      kind,
    })),
  );
}

/**
 * Whether a list begins with the army's own name and all its points.
 * @param {Entry[]} entries
 */
function isTitle([first, ...others]) {
  return others.length > 0 && first.cost >= others.reduce((sum, { cost }) => sum + cost, 0);
}

/**
 * @param {Listed} one
 * @param {Known} known
 * @returns {Listed}
 */
function withType(one, { types }) {
  for (const [kind, names] of Object.entries(types)) {
    const unit = names.find((name) => [one.unit, one.name].some((said) => said && fold(said) === fold(name)));
    if (unit) return { ...one, kind: one.kind ?? kind, unit };
  }
  return one;
}

/**
 * Each with a name of its own: those that share one are counted.
 * @param {Listed[]} people
 */
function numbered(people) {
  const all = new Map();
  for (const { name } of people) all.set(name, (all.get(name) ?? 0) + 1);
  const so_far = new Map();
  return people.map((one) => {
    if (all.get(one.name) === 1) return one;
    so_far.set(one.name, (so_far.get(one.name) ?? 0) + 1);
    return { ...one, name: `${one.name} ${so_far.get(one.name)}` };
  });
}
