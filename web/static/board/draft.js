// What is put together on a board until it is declared: kept while the position is the same, asked of the server in turn.

import { ask } from "../tools/asking.js";
import { t } from "../words.js";

export class Draft {
  #none;
  #version = "";
  #cells = new Map();
  #made = "";
  /** The question under way, if any: whoever taps meanwhile waits for its answer. */
  busy = Promise.resolve();

  /** `none` is all that is put together while nothing is. */
  constructor(session, none) {
    this.session = session;
    this.#none = none;
    this.clear();
    session.addEventListener("change", () => this.#keepUp());
  }

  get view() {
    return this.session.view?.board ?? null;
  }

  /** The cells by name, each with its middle in table cm. */
  get cells() {
    const listed = this.view?.cells ?? [];
    const made = `${listed.length} ${listed[0]} ${listed.at(-1)}`;
    if (made !== this.#made) {
      this.#made = made;
      this.#cells = new Map(listed.map(([id, x, y, label, number]) => [id, { id, x, y, label, number }]));
    }
    return this.#cells;
  }

  /** A cell as it is printed. */
  label(cell) {
    return this.cells.get(cell)?.label ?? cell;
  }

  clear() {
    Object.assign(this, this.#none);
  }

  leave() {
    this.clear();
    this.changed();
  }

  async declare() {
    await this.busy;
    if (this.action) await this.declareAction(this.action);
  }

  async declareAction(action) {
    const { session } = this;
    if (session.underWay) return session.say(t(`owed_${session.view.owed}`));
    const before = session.view.acts;
    await session.act("act", { action });
    if (session.view.acts !== before) this.leave();
  }

  /** What the camera saw is so: it is declared, and happens where it is allowed. */
  async take(reading) {
    this.clear();
    await this.session.act("seen", { action: reading.action }, "board");
  }

  /** Everybody stands where the camera sees him. */
  settle() {
    this.clear();
    return this.session.act("settle", {}, "board");
  }

  /** What may follow; `kept` says what of the question is put together once it is answered. */
  ask(path, asked, kept) {
    const after = this.busy.then(async () => {
      const answer = await ask(path, asked);
      if (answer.error) return this.session.say(answer.error);
      Object.assign(this, kept(answer), { answer, refusal: answer.refusal ?? null });
      this.changed();
    });
    this.busy = after.catch(() => {});
    return after;
  }

  /** Another turn or phase, or another position: what was put together belongs to the one before. */
  #keepUp() {
    const { view, ruling } = this.session;
    if (!view?.board) return;
    const version = JSON.stringify([view.turn, view.versions.run, view.board.position, view.board.phase]);
    const other = this.#version !== "" && version !== this.#version;
    this.#version = version;
    if (this.begun && (other || ruling)) this.clear();
  }

  changed() {
    this.session.dispatchEvent(new Event("change"));
  }
}
