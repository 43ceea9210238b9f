// The terrain as it is being edited: pieces, the chosen one, what was changed and can be undone, what is saved.

import { crossed, isInside, rounded } from "./geometry.js";

/** @import { KindView, PieceView, Point, TerrainView } from "../types.js" */

const DEEP = 200;

/** @typedef {"polygon" | "crest"} Part */

export class TerrainDraft extends EventTarget {
  /** @type {PieceView[]} */
  pieces = [];
  /** @type {number | null} */
  chosen = null;
  /** @type {KindView[]} */
  kinds = [];
  /** @type {Record<string, string>} */
  #called = {};
  locked = false;
  version = 0;
  /** One sigma of a height that somebody types, in cm. */
  ruler_cm = 0;
  /** @type {string[]} */
  #before = [];
  /** @type {string[]} */
  #ahead = [];
  #saved = "[]";

  /**
   * Takes over what the server has.
   * @param {TerrainView} told
   */
  load(told) {
    const { pieces, kinds, locked, version, ruler_cm } = told;
    Object.assign(this, { pieces, kinds, locked, version, ruler_cm });
    this.#called = told.called;
    this.#saved = JSON.stringify(told.pieces);
    if (this.piece === null || this.locked) this.chosen = null;
    this.#tell();
  }

  /** @param {TerrainView} told */
  loadAnew(told) {
    [this.#before, this.#ahead] = [[], []];
    this.load(told);
  }

  get piece() {
    return this.pieces[this.chosen ?? -1] ?? null;
  }

  /**
   * The chosen piece's outline, or that of its crest.
   * @param {Part} part
   */
  #ring(part) {
    return this.piece?.[part] ?? [];
  }

  get dirty() {
    return JSON.stringify(this.pieces) !== this.#saved;
  }

  get canUndo() {
    return this.#before.length > 0;
  }

  get canRedo() {
    return this.#ahead.length > 0;
  }

  /** @param {number | null} index */
  choose(index) {
    this.chosen = index;
    this.#tell();
  }

  /** Remembers how it is, before it is changed. */
  mark() {
    this.#before.push(JSON.stringify([this.pieces, this.chosen]));
    if (this.#before.length > DEEP) this.#before.shift();
    this.#ahead = [];
  }

  /**
   * @param {string[]} from
   * @param {string[]} to
   */
  #go(from, to) {
    if (!from.length || this.locked) return;
    to.push(JSON.stringify([this.pieces, this.chosen]));
    [this.pieces, this.chosen] = JSON.parse(from.pop() ?? "[[],null]");
    this.#tell();
  }

  undo() {
    this.#go(this.#before, this.#ahead);
  }

  redo() {
    this.#go(this.#ahead, this.#before);
  }

  /**
   * The first name after the kind that no piece has.
   * @param {string} kind
   */
  freeName(kind) {
    const taken = new Set(this.pieces.map((piece) => piece.name));
    let number = 1;
    while (taken.has(`${kind}-${number}`)) number += 1;
    return `${kind}-${number}`;
  }

  /**
   * What a piece is called: by its kind's word and number where nobody named it, as referee/words/game_words.py has it;
   * a demo's pieces have words of their own.
   * @param {PieceView} piece
   */
  called({ name }) {
    const [, kind, number] = /^(.+?)(?:-(\d+))?$/.exec(name) ?? [];
    const known = this.kinds.find((it) => it.kind === kind);
    if (this.#called[name]) return this.#called[name];
    return known ? [known.word, number].filter(Boolean).join(" ") : name;
  }

  /**
   * How high pieces of a kind usually are, in cm.
   * @param {string} kind
   */
  usualHeight(kind) {
    return this.kinds.find((known) => known.kind === kind)?.height_cm ?? 0;
  }

  /**
   * @param {string} kind
   * @param {Point[]} polygon
   */
  add(kind, polygon) {
    this.mark();
    const [name, height_cm] = [this.freeName(kind), this.usualHeight(kind)];
    const drawn = { name, kind, polygon: polygon.map(rounded), height_cm, height_sigma_cm: this.ruler_cm };
    this.pieces = [...this.pieces, { ...drawn, top: null, crest: [] }];
    this.choose(this.pieces.length - 1);
  }

  /**
   * Changes the chosen piece; without `mark` it is part of a change that was marked.
   * Says whether it could: a crest stays within its outline, and its edges do not cross.
   * @param {Partial<PieceView>} changes
   * @param {{ mark?: boolean }} options
   */
  change(changes, { mark = true } = {}) {
    if (!this.piece) return false;
    const changed = { ...this.piece, ...changes };
    if (changed.crest.length && (crossed(changed.crest) || !isInside(changed.crest, changed.polygon))) return false;
    if (mark) this.mark();
    this.pieces = this.pieces.map((piece, i) => (i === this.chosen ? changed : piece));
    this.#tell();
    return true;
  }

  /** @param {number} index */
  remove(index) {
    this.mark();
    this.pieces = this.pieces.filter((_, i) => i !== index);
    this.choose(null);
  }

  /**
   * @param {number} corner
   * @param {Point} to
   * @param {{ mark?: boolean, part?: Part }} [options]
   */
  moveCorner(corner, to, { mark = true, part = "polygon" } = {}) {
    return this.change({ [part]: this.#ring(part).map((at, i) => (i === corner ? rounded(to) : at)) }, { mark });
  }

  /**
   * @param {number} after
   * @param {Point} at
   * @param {Part} part
   */
  insertCorner(after, at, part = "polygon") {
    return this.change({ [part]: this.#ring(part).toSpliced(after + 1, 0, rounded(at)) });
  }

  /**
   * Says whether it could: an outline keeps three corners; a crest of fewer is the middle of the piece.
   * @param {number} corner
   * @param {Part} part
   */
  removeCorner(corner, part = "polygon") {
    if (this.#ring(part).length > 3) return this.change({ [part]: this.#ring(part).toSpliced(corner, 1) });
    return part === "crest" && this.change({ crest: [] });
  }

  #tell() {
    this.dispatchEvent(new Event("change"));
  }
}
