// The turn being put together on a board: which soldier, which steps, what may follow. What is legal the server says.

import { ask } from "../tools/asking.js";
import { t } from "../words.js";

const NONE = { steps: [], at: null, answer: null, refusal: null };

export class Board {
  #busy = Promise.resolve();
  #version = "";
  #cells = new Map();
  #made = "";

  constructor(desk) {
    this.desk = desk;
    Object.assign(this, NONE);
    desk.addEventListener("change", () => this.#keepUp());
  }

  get view() {
    return this.desk.view?.board ?? null;
  }

  /** The squares by name, each with its middle in table cm. */
  get cells() {
    const listed = this.view?.cells ?? [];
    const made = `${listed.length} ${listed[0]} ${listed.at(-1)}`;
    if (made !== this.#made) {
      this.#made = made;
      this.#cells = new Map(listed.map(([id, x, y, label, number]) => [id, { id, x, y, label, number }]));
    }
    return this.#cells;
  }

  /** A square as it is printed. */
  label(cell) {
    return this.cells.get(cell)?.label ?? cell;
  }

  /** Where a soldier stands, the steps of this turn included; null for one that is on no square. */
  cellOf(name) {
    const moved = this.answer?.moved.find((one) => one.name === name);
    return moved ? moved.to : this.view?.soldiers[name]?.cell ?? null;
  }

  /** Who stands on a square, the steps of this turn included. */
  onCell(cell) {
    const taken = this.answer?.taken ?? [];
    const stands = this.desk.view.stands.filter((stand) => !stand.fallen && !taken.includes(stand.name));
    return stands.find((stand) => this.cellOf(stand.name) === cell) ?? null;
  }

  option(cell) {
    return this.at ? this.answer?.options.find((option) => option.cell === cell) ?? null : null;
  }

  /** A soldier was tapped. */
  async choose(name) {
    const { desk } = this;
    if (desk.underWay) return desk.say(t(`owed_${desk.view.owed}`));
    const stand = desk.stand(name);
    const cell = this.cellOf(name);
    if (!stand) return;
    if (stand.fallen) return desk.say(t("said_fallen", { name }));
    if (this.option(cell)) return this.tap(cell);
    if (!cell) return desk.say(this.view.soldiers[name]?.said ?? t("board_off"));
    if (desk.ruling) await desk.act("withdraw");
    if (desk.ruling) return;
    if (stand.side !== desk.view.turn.side) {
      if (this.at) return this.#ask(this.steps, this.at, cell);
      return desk.say(t("board_other_side", { side: desk.view.turn.title }));
    }
    if (cell === this.at) return this.#ask(this.steps, null);
    return this.#ask(this.steps, cell);
  }

  /** A square was tapped. */
  async tap(cell) {
    await this.#busy;
    const option = this.option(cell);
    if (option?.declares) return this.declareAction(option.declares);
    if (option) return this.#ask([...this.steps, ...option.steps], cell);
    const stand = this.onCell(cell);
    if (stand && !(this.at && stand.side !== this.desk.view.turn.side)) return this.choose(stand.name);
    if (!this.at) return this.desk.say(t("board_tap_soldier", { side: this.desk.view.turn.title }));
    return this.#ask(this.steps, this.at, cell);
  }

  takeBack() {
    if (this.refusal) {
      this.refusal = null;
      return this.#changed();
    }
    if (!this.steps.length) return this.leave();
    const last = this.steps.at(-1);
    return this.#ask(this.steps.slice(0, -1), last.from);
  }

  leave() {
    Object.assign(this, NONE);
    this.#changed();
  }

  /** The turn as it was put together. */
  get action() {
    if (this.refusal) return this.refusal.action;
    return this.steps.length ? this.answer?.action ?? null : null;
  }

  async declare() {
    await this.#busy;
    if (this.action) await this.declareAction(this.action);
  }

  async declareAction(action) {
    const { desk } = this;
    if (desk.underWay) return desk.say(t(`owed_${desk.view.owed}`));
    const before = desk.view.acts;
    await desk.act("act", { action });
    if (desk.view.acts !== before) this.leave();
  }

  /** What the camera saw is so: it is declared, and happens where it is allowed. */
  async take(reading) {
    Object.assign(this, NONE);
    await this.desk.act("seen", { action: reading.action }, "board");
  }

  /** The soldiers stand where the camera sees them. */
  settle() {
    Object.assign(this, NONE);
    return this.desk.act("settle", {}, "board");
  }

  #ask(steps, at, to = null) {
    const after = this.#busy.then(async () => {
      const answer = await ask("board/steps", { steps, ...(at ? { at } : {}), ...(to ? { to } : {}) });
      if (answer.error) return this.desk.say(answer.error);
      Object.assign(this, { steps, at: answer.at, answer, refusal: answer.refusal ?? null });
      this.#changed();
    });
    this.#busy = after.catch(() => {});
    return after;
  }

  /** Another turn, or another position: what was put together belongs to the one before. */
  #keepUp() {
    const { view, ruling } = this.desk;
    if (!view?.board) return;
    const version = JSON.stringify([view.turn, view.versions.run, view.board.position]);
    if (version !== this.#version) {
      const first = this.#version === "";
      this.#version = version;
      if (!first && (this.steps.length || this.at)) Object.assign(this, NONE);
    }
    if (ruling && (this.steps.length || this.at)) Object.assign(this, NONE);
  }

  #changed() {
    this.desk.dispatchEvent(new Event("change"));
  }
}
