// The turn being put together on a board: which soldier, which steps, what may follow. What is legal the server says.

import { t } from "../words.js";
import { Draft } from "./draft.js";

const NONE = { steps: [], at: null, answer: null, refusal: null };

export class Board extends Draft {
  constructor(session) {
    super(session, NONE);
  }

  get begun() {
    return this.steps.length > 0 || Boolean(this.at);
  }

  /** Where a soldier stands, the steps of this turn included; null for one that is on no square. */
  cellOf(name) {
    const moved = this.answer?.moved.find((one) => one.name === name);
    return moved ? moved.to : (this.view?.soldiers[name]?.cell ?? null);
  }

  /** Who stands on a square, the steps of this turn included. */
  onCell(cell) {
    const taken = this.answer?.taken ?? [];
    const stands = this.session.view.stands.filter((stand) => !stand.fallen && !taken.includes(stand.name));
    return stands.find((stand) => this.cellOf(stand.name) === cell) ?? null;
  }

  option(cell) {
    return this.at ? (this.answer?.options.find((option) => option.cell === cell) ?? null) : null;
  }

  /** A soldier was tapped. */
  async choose(name) {
    const { session } = this;
    if (session.underWay) return session.say(t(`owed_${session.view.owed}`));
    const stand = session.stand(name);
    const cell = this.cellOf(name);
    if (!stand) return;
    if (stand.fallen) return session.say(t("said_fallen", { name }));
    if (this.option(cell)) return this.tap(cell);
    if (!cell) return session.say(this.view.soldiers[name]?.said ?? t("board_off"));
    if (session.ruling) await session.act("withdraw");
    if (session.ruling) return;
    if (stand.side !== session.view.turn.side) {
      if (this.at) return this.#ask(this.steps, this.at, cell);
      return session.say(t("board_other_side", { side: session.view.turn.title }));
    }
    if (cell === this.at) return this.#ask(this.steps, null);
    return this.#ask(this.steps, cell);
  }

  /** A square was tapped. */
  async tap(cell) {
    await this.busy;
    const option = this.option(cell);
    if (option?.declares) return this.declareAction(option.declares);
    if (option) return this.#ask([...this.steps, ...option.steps], cell);
    const stand = this.onCell(cell);
    if (stand && !(this.at && stand.side !== this.session.view.turn.side)) return this.choose(stand.name);
    if (!this.at) return this.session.say(t("board_tap_soldier", { side: this.session.view.turn.title }));
    return this.#ask(this.steps, this.at, cell);
  }

  takeBack() {
    if (this.refusal) {
      this.refusal = null;
      return this.changed();
    }
    if (!this.steps.length) return this.leave();
    const last = this.steps.at(-1);
    return this.#ask(this.steps.slice(0, -1), last.from);
  }

  /** The turn as it was put together. */
  get action() {
    if (this.refusal) return this.refusal.action;
    return this.steps.length ? (this.answer?.action ?? null) : null;
  }

  #ask(steps, at, to = null) {
    return this.ask("board/steps", { steps, ...(at ? { at } : {}), ...(to ? { to } : {}) }, (answer) => ({
      steps,
      at: answer.at,
    }));
  }
}
