// What is put together on a board until it is declared: kept while the position is the same, asked of the server.

import { ask, failed } from "../tools/asking.js";
import { t } from "../words.js";

/** @import { Session } from "../session.js" */
/** @import { BoardView, Failed, OpenFacts, RefusalView, SeenActView } from "../types.js" */

/** @typedef {{ id: string, x: number, y: number, label: string, number: string }} Cell */

/**
 * `Answer` is what the server says may follow.
 * @template {{ refusal: RefusalView | null }} Answer
 */
export class Draft {
  session;
  #version = "";
  /** @type {Map<string, Cell>} */
  #cells = new Map();
  #made = "";
  /** @type {Answer | null} */
  answer = null;
  /** @type {RefusalView | null} */
  refusal = null;
  /**
   * The question under way, if any: whoever taps meanwhile waits for its answer.
   * @type {Promise<unknown>}
   */
  busy = Promise.resolve();

  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    session.addEventListener("change", () => this.#keepUp());
  }

  /** Whether anything is put together. */
  get begun() {
    return false;
  }

  /**
   * Who is to act, as people call him.
   * @returns {string | null}
   */
  get chosen() {
    return null;
  }

  /**
   * What would be declared.
   * @returns {OpenFacts | null}
   */
  get action() {
    return null;
  }

  /** What carries the turn on, where there is such a thing. */
  next() {}

  /** @returns {BoardView | null} */
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

  /**
   * A cell as it is printed.
   * @param {string} cell
   */
  label(cell) {
    return this.cells.get(cell)?.label ?? cell;
  }

  clear() {
    this.answer = null;
    this.refusal = null;
  }

  leave() {
    this.clear();
    this.changed();
  }

  async declare() {
    await this.busy;
    if (this.action) await this.declareAction(this.action);
  }

  /** @param {OpenFacts} action */
  async declareAction(action) {
    const { session } = this;
    if (session.underWay) return session.say(t(`owed_${session.view?.owed}`));
    const before = session.view?.acts;
    await session.act("act", { action });
    if (session.view?.acts !== before) this.leave();
  }

  /**
   * What the camera saw is so: it is declared, and happens where it is allowed.
   * @param {SeenActView} reading
   */
  async take(reading) {
    this.clear();
    await this.session.act("seen", { action: reading.action }, "board");
  }

  /** Everybody stands where the camera sees him. */
  settle() {
    this.clear();
    return this.session.act("settle", {}, "board");
  }

  /**
   * What may follow; `keep` keeps what of the question is put together once it is answered.
   * @param {string} path
   * @param {object} asked
   * @param {(answer: Answer) => void} keep
   */
  ask(path, asked, keep) {
    const after = this.busy.then(async () => {
      // What is offered after the end would be refused.
      const ended = this.session.view?.score.ended;
      if (ended) return this.session.say(ended);
      /** @type {Answer | Failed} */
      const answer = await ask(path, asked);
      if (failed(answer)) return this.session.say(answer.error);
      keep(answer);
      this.answer = answer;
      this.refusal = answer.refusal;
      this.changed();
    });
    this.busy = after.catch(() => {});
    return after;
  }

  /** Another turn or phase, or another position: what was put together belongs to the one before. */
  #keepUp() {
    const { view, ruling } = this.session;
    if (!view?.board) return;
    const phase = view.board.kind === "hexes" ? view.board.phase : null;
    const version = JSON.stringify([view.turn, view.versions.run, view.board.position, phase]);
    const other = this.#version !== "" && version !== this.#version;
    this.#version = version;
    if (other) this.anew();
    else if (this.begun && ruling) this.clear();
  }

  /** What was put together belongs to a turn or a position that is over. */
  anew() {
    if (this.begun) this.clear();
  }

  changed() {
    this.session.dispatchEvent(new Event("change"));
  }
}
