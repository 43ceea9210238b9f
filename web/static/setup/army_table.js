// Army lists as tables: CSV of any spreadsheet, with a line of heads or without one.

/** @import { Known, Listed, ReadList, Unread } from "./army_list.js" */

import { among, fold } from "./army_words.js";

const CUTS = ["\t", ";", ","];
const MOST = 0.75; // so many cells, as a share of a column, say what it is: a line that does not fit is told
/** @type {Record<keyof Columns, string[]>} */
const HEADS = {
  name: ["name", "names"],
  side: ["side", "army", "player"],
  kind: ["kind", "class"],
  unit: ["type", "unit", "vehicle"],
  marker: ["marker", "number", "no", "nr", "#", "id"],
  count: ["count", "quantity", "qty", "models"],
};

/**
 * Which column has what.
 * @typedef {{ name?: number, side?: number, kind?: number, unit?: number, marker?: number, count?: number }} Columns
 */

/**
 * The people of a table; null for a text that is none.
 * @param {string} text
 * @param {Known} known
 * @returns {ReadList | null}
 */
export function readTable(text, known) {
  const lines = text.split(/\r?\n/).map((line, k) => ({ line: k + 1, text: line }));
  const full = lines.filter((line) => line.text.trim());
  if (!full.length) return null;
  const cut = CUTS.find((one) => full[0].text.includes(one));
  if (!cut) return null;
  const rows = full.map(({ line, text }) => ({ line, text: text.trim(), cells: cells(text, cut) }));
  const named = byHeads(rows[0].cells, known);
  if (named) return readRows(rows.slice(1), named, known);
  const long = usual(rows.map((row) => row.cells.length));
  const even = rows.filter((row) => row.cells.length === long);
  if (even.length < MOST * rows.length) return null;
  const columns = byContents(
    even.map((row) => row.cells),
    known,
  );
  if (!columns) return null;
  const read = readRows(even, columns, known);
  const uneven = rows.filter((row) => row.cells.length !== long);
  for (const { line, text } of uneven) read.unread.push({ line, text, why: "columns" });
  return read;
}

/**
 * @param {string} line
 * @param {string} cut
 */
function cells(line, cut) {
  const found = [""];
  let quoted = false;
  for (const letter of line) {
    if (letter === '"') quoted = !quoted;
    else if (letter === cut && !quoted) found.push("");
    else found[found.length - 1] += letter;
  }
  return found.map((cell) => cell.trim());
}

/**
 * @param {string[]} row
 * @param {Known} known
 * @returns {Columns | null}
 */
function byHeads(row, { heads }) {
  /** @type {Columns} */
  const columns = {};
  row.forEach((cell, k) => {
    for (const key of /** @type {(keyof Columns)[]} */ (Object.keys(HEADS)))
      if (columns[key] === undefined && [...HEADS[key], heads[key]].some((head) => head && fold(head) === fold(cell)))
        columns[key] = k;
  });
  return columns.name !== undefined || Object.keys(columns).length > 1 ? columns : null;
}

/**
 * Which number comes most often.
 * @param {number[]} numbers
 */
function usual(numbers) {
  const often = new Map();
  for (const one of numbers) often.set(one, (often.get(one) ?? 0) + 1);
  return numbers.reduce((most, one) => (often.get(one) > often.get(most) ? one : most));
}

/**
 * A table without heads, of lines equally long: its columns by what stands in most cells; some must be known, and of
 * one line alone the side or the kind: "Miller, 7" may be a name.
 * @param {string[][]} rows
 * @param {Known} known
 * @returns {Columns | null}
 */
function byContents(rows, { sides, kinds }) {
  /** @type {Columns} */
  const columns = {};
  const free = [];
  for (const k of rows[0].keys()) {
    const column = rows.map((row) => row[k]);
    const most = (/** @type {string[]} */ fitting) => fitting.length >= MOST * column.length;
    const whole = column.filter((cell) => /^\d{1,4}$/.test(cell));
    if (most(whole) && (new Set(whole).size === whole.length || whole.includes("0"))) columns.marker ??= k;
    else if (most(whole)) columns.count ??= k;
    else if (most(column.filter((cell) => among(cell, sides)))) columns.side ??= k;
    else if (most(column.filter((cell) => among(cell, kinds)))) columns.kind ??= k;
    else if (most(column.filter((cell) => /^-\d+$/.test(cell))))
      columns.marker ??= k; // none, but no name either
    else free.push(k);
  }
  const sure = columns.side !== undefined || columns.kind !== undefined;
  if (!Object.keys(columns).length || (rows.length < 2 && !sure)) return null;
  return { ...columns, name: free[0], unit: free[1] };
}

/**
 * @param {{ line: number, text: string, cells: string[] }[]} rows
 * @param {Columns} columns
 * @param {Known} known
 * @returns {ReadList}
 */
function readRows(rows, columns, { sides, kinds }) {
  /** @type {ReadList} */
  const read = { people: [], unread: [] };
  for (const { line, text, cells: row } of rows) {
    const cell = (/** @type {keyof Columns} */ key) => row[columns[key] ?? -1] ?? "";
    const [marker, count] = [cell("marker"), cell("count") || "1"];
    const [side, kind] = [among(cell("side"), sides), among(cell("kind"), kinds)];
    const name = cell("name") || cell("unit") || cell("kind");
    /** @type {Pick<Unread, "why" | "said"> | false} */
    const wrong =
      (!name && { why: "name" }) ||
      (cell("side") !== "" && !side && { why: "side", said: cell("side") }) ||
      (cell("kind") !== "" && !kind && { why: "kind", said: cell("kind") }) ||
      (!/^\d{0,4}$/.test(marker) && { why: "marker", said: marker }) ||
      (!/^[1-9]\d?$/.test(count) && { why: "count", said: count });
    if (wrong) {
      read.unread.push({ line, text, ...wrong });
      continue;
    }
    /** @type {Listed} */
    const one = { name, line, side, kind, unit: cell("unit") || undefined };
    for (let k = 0; k < Number(count); k += 1)
      read.people.push({ ...one, marker: marker === "" ? undefined : Number(marker) + k });
  }
  return read;
}
