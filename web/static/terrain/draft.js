// The terrain as it is being edited: pieces, the chosen one, what was changed and can be undone, what is saved.

import { rounded } from "./geometry.js";

const DEEP = 200;

export class Draft extends EventTarget {
  pieces = [];
  chosen = null;
  kinds = [];
  locked = false;
  version = 0;
  #before = [];
  #ahead = [];
  #saved = "[]";

  /** Takes over what the server has. */
  load(told) {
    Object.assign(this, { pieces: told.pieces, kinds: told.kinds, locked: told.locked, version: told.version });
    this.#saved = JSON.stringify(told.pieces);
    if (this.piece === undefined || this.locked) this.chosen = null;
    this.#tell();
  }

  loadAnew(told) {
    [this.#before, this.#ahead] = [[], []];
    this.load(told);
  }

  get piece() {
    return this.chosen === null ? null : this.pieces[this.chosen];
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

  #go(from, to) {
    if (!from.length || this.locked) return;
    to.push(JSON.stringify([this.pieces, this.chosen]));
    [this.pieces, this.chosen] = JSON.parse(from.pop());
    this.#tell();
  }

  undo() {
    this.#go(this.#before, this.#ahead);
  }

  redo() {
    this.#go(this.#ahead, this.#before);
  }

  add(kind, polygon) {
    this.mark();
    const taken = new Set(this.pieces.map((piece) => piece.name));
    let number = 1;
    while (taken.has(`${kind}-${number}`)) number += 1;
    const height_cm = this.kinds.find((known) => known.kind === kind)?.height_cm ?? 0;
    this.pieces = [...this.pieces, { name: `${kind}-${number}`, kind, polygon: polygon.map(rounded), height_cm }];
    this.choose(this.pieces.length - 1);
  }

  /** Changes the chosen piece; without `mark` it is part of a change that was marked. */
  change(changes, { mark = true } = {}) {
    if (mark) this.mark();
    this.pieces = this.pieces.map((piece, i) => (i === this.chosen ? { ...piece, ...changes } : piece));
    this.#tell();
  }

  remove(index) {
    this.mark();
    this.pieces = this.pieces.filter((_, i) => i !== index);
    this.choose(null);
  }

  moveCorner(corner, to, options) {
    this.change({ polygon: this.piece.polygon.map((at, i) => (i === corner ? rounded(to) : at)) }, options);
  }

  insertCorner(after, at) {
    this.change({ polygon: this.piece.polygon.toSpliced(after + 1, 0, rounded(at)) });
  }

  /** Says whether it could: an outline keeps three corners. */
  removeCorner(corner) {
    if (this.piece.polygon.length <= 3) return false;
    this.change({ polygon: this.piece.polygon.toSpliced(corner, 1) });
    return true;
  }

  #tell() {
    this.dispatchEvent(new Event("change"));
  }
}
