// The turn being put together on a board: which soldier, which steps, what may follow. What is legal the server says.

import { t } from "../words.js";
import { Draft } from "./draft.js";

/** @import { SquareBoardView, StepView, StepsView } from "../types.js" */

/** @extends {Draft<StepsView>} */
export class Board extends Draft {
  /** @type {StepView[]} */
  steps = [];
  /**
   * Where the chosen soldier stands.
   * @type {string | null}
   */
  at = null;
  /**
   * Where the soldier stood who was touched first in this turn: he must move, but after "Compongo".
   * @type {string | null}
   */
  touched = null;
  compongo = false;

  /** @returns {SquareBoardView | null} */
  get view() {
    const { view } = this.session;
    return view?.board?.kind === "squares" ? view.board : null;
  }

  clear() {
    super.clear();
    if (!this.touches || this.compongo) this.touched = null;
    Object.assign(this, { steps: [], at: null, compongo: false });
  }

  /** Declared first is who moves: a soldier who is tapped was touched. */
  get touches() {
    return this.session.view?.mode === "reveal";
  }

  /** Another turn, or another position: nobody was touched in it yet. */
  anew() {
    this.clear();
    this.touched = null;
  }

  /** What of it the card shows. */
  get shown() {
    return [this.steps, this.at, this.answer, this.refusal, this.touched, this.compongo];
  }

  get begun() {
    return this.steps.length > 0 || Boolean(this.at);
  }

  /**
   * Where a soldier stands, the steps of this turn included; null for one that is on no square.
   * @param {string} name
   */
  cellOf(name) {
    const moved = this.answer?.moved.find((one) => one.name === name);
    return moved ? moved.to : (this.view?.soldiers[name]?.cell ?? null);
  }

  /**
   * Who stands on a square, the steps of this turn included.
   * @param {string} cell
   */
  onCell(cell) {
    const taken = this.answer?.taken ?? [];
    const stands = (this.session.view?.stands ?? []).filter((stand) => !stand.fallen && !taken.includes(stand.name));
    return stands.find((stand) => this.cellOf(stand.name) === cell) ?? null;
  }

  get chosen() {
    const name = this.at && this.onCell(this.at)?.name;
    return name ? this.view?.soldiers[name]?.label || name : null;
  }

  /** Where the chosen soldier may go. */
  get options() {
    return (this.at ? (this.answer?.options ?? []) : []).filter((option) => "squares" in option);
  }

  /** @param {string | null} cell */
  option(cell) {
    return this.options.find((option) => option.cell === cell) ?? null;
  }

  /**
   * A soldier was tapped.
   * @param {string} name
   * @returns {Promise<unknown>}
   */
  async choose(name) {
    const { session } = this;
    if (!session.view) return;
    if (session.underWay) return session.say(t(`owed_${session.view.owed}`));
    const stand = session.stand(name);
    const cell = this.cellOf(name);
    if (!stand) return;
    if (stand.fallen) return session.say(t("said_fallen", { name }));
    if (!cell) return session.say(this.view?.soldiers[name]?.said ?? t("board_off"));
    if (this.option(cell)) return this.tap(cell);
    if (session.ruling) await session.act("withdraw");
    if (session.ruling) return;
    if (stand.side !== session.view.turn.side) {
      if (this.at) return this.#ask(this.steps, this.at, cell);
      return session.say(t("board_other_side", { side: session.view.turn.title }));
    }
    if (this.touches || this.compongo) this.touched ??= this.steps.length ? null : cell;
    if (cell === this.at) return this.#ask(this.steps, null);
    return this.#ask(this.steps, cell);
  }

  /** Whether "Compongo" may still be said: not of a soldier who was touched before. */
  get composes() {
    return !this.touches || this.compongo || !this.touched;
  }

  /** "Compongo": who is touched now is only put straight; said again it is taken back. */
  compose() {
    this.compongo = !this.compongo;
    return this.#ask(this.steps, this.at);
  }

  /** The soldier who is chosen was touched first, or was not after all. */
  touch() {
    this.touched = this.touched === this.at ? null : this.at;
    return this.#ask(this.steps, this.at);
  }

  /**
   * A square was tapped.
   * @param {string} cell
   * @returns {Promise<unknown>}
   */
  async tap(cell) {
    await this.busy;
    const option = this.option(cell);
    if (option) return this.#ask([...this.steps, ...option.steps], cell);
    const stand = this.onCell(cell);
    const turn = this.session.view?.turn;
    if (stand && !(this.at && stand.side !== turn?.side)) return this.choose(stand.name);
    if (!this.at) return this.session.say(t("board_tap_soldier", { side: turn?.title }));
    return this.#ask(this.steps, this.at, cell);
  }

  /** Whether a step was made that can be taken back. */
  get stepped() {
    return this.steps.length > 0;
  }

  takeBack() {
    if (this.refusal) {
      this.refusal = null;
      return this.changed();
    }
    const last = this.steps.at(-1);
    if (!last) return this.leave();
    return this.#ask(this.steps.slice(0, -1), last.from);
  }

  /** The turn as it was put together. */
  get action() {
    if (this.refusal) return this.refusal.action;
    return this.steps.length ? (this.answer?.action ?? null) : null;
  }

  /**
   * @param {StepView[]} steps
   * @param {string | null} at
   * @param {string | null} to
   */
  #ask(steps, at, to = null) {
    const { touched, compongo } = this;
    return this.ask("board/steps", { steps, at, to, touched, compongo }, (answer) => {
      this.steps = steps;
      this.at = answer.at;
    });
  }
}
