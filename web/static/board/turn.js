// An action being put together on a board of hexes: who acts, with whom, at whom. What is legal the server says.

import { tellOwed } from "../card/owed.js";
import { t } from "../words.js";
import { Draft } from "./draft.js";

/** @import { ActView, ChoiceView, HexBoardView, HexOptionView } from "../types.js" */

/**
 * What is chosen of an action: who acts, with whom, at whom, where to.
 * @typedef {object} Chosen
 * @property {string | null} actor
 * @property {string[]} others
 * @property {string[]} targets
 * @property {string | null} to
 * @property {string[]} via
 * @property {string[]} holds
 * @property {boolean} steering
 * @property {number | null} number
 */

/** @type {Chosen} */
const NONE = { actor: null, others: [], targets: [], to: null, via: [], holds: [], steering: false, number: null };

/** A turn has no more phases than that: so many pass with one tap at most. */
const MOST_PASSED = 12;

/** Shown over the hexes: zones of control, supply; kept while the page is open. */
const shown = new Set();

/** @extends {Draft<ChoiceView>} */
export class HexTurn extends Draft {
  #passing = false;
  actor = NONE.actor;
  others = NONE.others;
  targets = NONE.targets;
  to = NONE.to;
  via = NONE.via;
  holds = NONE.holds;
  steering = NONE.steering;
  number = NONE.number;

  /** @returns {HexBoardView | null} */
  get view() {
    const { view } = this.session;
    return view?.board?.kind === "hexes" ? view.board : null;
  }

  clear() {
    super.clear();
    Object.assign(this, NONE);
  }

  /** What of it the card shows. */
  get shown() {
    const { actor, others, targets, to, via, holds, steering, number, answer, refusal } = this;
    const switched = this.view?.overlays.map((one) => this.isShown(one.key));
    return [actor, others, targets, to, via, holds, steering, number, answer, refusal, switched];
  }

  get begun() {
    return Boolean(this.actor);
  }

  get chosen() {
    return this.actor;
  }

  /** The hex of the counter that acts: what a key, or the layer that draws, asks for. */
  get at() {
    return this.answer?.at ?? null;
  }

  /** @param {string} name */
  cellOf(name) {
    return this.view?.soldiers[name]?.cell ?? null;
  }

  /**
   * Who stands in a hex, the topmost first.
   * @param {string} cell
   */
  allOn(cell) {
    const { session, view } = this;
    if (!session.view || !view) return [];
    return session.view.stands
      .filter((stand) => !stand.fallen && view.soldiers[stand.name]?.cell === cell)
      .sort((a, b) => view.soldiers[b.name].level - view.soldiers[a.name].level);
  }

  /** @param {string} cell */
  onCell(cell) {
    return this.allOn(cell)[0] ?? null;
  }

  /** Where the chosen counter may go. */
  get options() {
    return (this.actor ? (this.answer?.options ?? []) : []).filter((option) => "path" in option);
  }

  /** @param {string | null} cell */
  option(cell) {
    return this.options.find((option) => option.cell === cell) ?? null;
  }

  /** @param {string} name */
  target(name) {
    return this.answer?.targets.find((one) => one.name === name) ?? null;
  }

  /** @param {string} key */
  isShown(key) {
    return shown.has(key);
  }

  /** @param {string} key */
  show(key) {
    shown.has(key) ? shown.delete(key) : shown.add(key);
    this.changed();
  }

  /**
   * A counter was tapped: it acts, it joins in, or it is what is acted on.
   * @param {string} name
   */
  async choose(name) {
    await this.busy;
    const { session, view } = this;
    if (!view) return;
    if (session.underWay) return session.say(t(`owed_${session.view?.owed}`));
    const stand = session.stand(name);
    if (!stand) return;
    if (stand.fallen) return session.say(t("said_fallen", { name }));
    if (!this.cellOf(name) && !view.to_place.includes(name))
      return session.say(view.soldiers[name]?.said ?? t("board_off"));
    if (session.ruling) await session.act("withdraw");
    if (session.ruling) return;
    const actor = session.stand(this.actor);
    if (!actor) return this.#ask({ actor: name });
    const gathers = (this.targets.length && this.answer?.battle) || this.answer?.gathered.length;
    const option = this.option(this.cellOf(name));
    if (option && !gathers && this.#isGround(name)) return this.go(option);
    if (this.steering && (this.via.length || actor.side !== stand.side)) return this.#askOf(this.cellOf(name));
    if (actor.side !== stand.side) return this.#aim(name);
    if (name === this.actor) return this.leave();
    if (option?.kind === "join") return this.declareAction(option.action);
    if (gathers) return this.#ask({ actor: this.actor, others: toggled(this.others, name), targets: this.targets });
    return this.#ask({ actor: name });
  }

  /**
   * A counter that has nothing to do and cannot be acted on is no more than what lies in the hex it is in.
   * @param {string} name
   */
  #isGround(name) {
    return name !== this.actor && !this.view?.ready.includes(name) && !this.target(name)?.ways.length;
  }

  /**
   * What there is only one way to do is declared at once; a battle with many grows with every tap. While who is chosen
   * only moves, the tap is answered with why it cannot go there.
   * @param {string} name
   */
  #aim(name) {
    const moves = this.options.length > 0 && !this.answer?.targets.length && !this.targets.length;
    if (moves) return this.#askOf(this.cellOf(name));
    const ways = this.target(name)?.ways.filter((way) => way.allowed) ?? [];
    if (ways.length === 1 && !ways[0].gathers && !this.targets.length) return this.declareAction(ways[0].action);
    const targets = toggled(this.targets, name);
    return this.#ask({ actor: this.actor, others: targets.length ? this.others : [], targets });
  }

  /**
   * A battle with several begins with this target.
   * @param {string} name
   */
  gather(name) {
    return this.#ask({ actor: this.actor, targets: [name] });
  }

  /**
   * Leaves one out of the battle; who began it leaving ends it.
   * @param {string} name
   */
  drop(name) {
    if (name === this.actor) return this.leave();
    const targets = this.targets.filter((one) => one !== name);
    const keeps = targets.length || this.answer?.gathered.length;
    return this.#ask({ actor: this.actor, others: keeps ? this.others.filter((one) => one !== name) : [], targets });
  }

  /**
   * Another counter of a stack is meant.
   * @param {string} name
   */
  only(name) {
    return this.#ask({ actor: name });
  }

  /** The next phase; with it pass those that follow in which nobody has anything to do, each written down by itself. */
  async next() {
    if (this.#passing) return; // a second tap means the same phase, not one more
    this.#passing = true;
    try {
      await this.#pass();
    } finally {
      this.#passing = false;
    }
  }

  async #pass() {
    const { session } = this;
    for (let passed = 0; passed < MOST_PASSED; passed++) {
      const [first] = this.view?.acts ?? [];
      if (!first?.main || session.ruling) return;
      if (passed && !(first.allowed && first.at_once && this.#idle)) return;
      if (!first.allowed && tellOwed(session)) return;
      const before = session.view?.acts;
      await this.do(first);
      if (session.view?.acts === before || session.lost) return;
    }
  }

  /** Whether in this phase nobody has anything to do, and no dice are owed. */
  get #idle() {
    const { session, view } = this;
    return Boolean(view && !view.ready.length && !view.to_place.length && view.phase?.of_turn && !session.underWay);
  }

  /**
   * A hex was tapped.
   * @param {string} cell
   */
  async tap(cell) {
    await this.busy;
    const option = this.option(cell);
    if (option) return this.go(option);
    const stand = this.onCell(cell);
    if (this.steering && cell === this.via.at(-1)) return this.declare();
    if (stand) return this.choose(stand.name);
    if (!this.actor) return this.session.say(t("hex_tap_counter", { side: this.session.view?.turn.title }));
    return this.#askOf(cell);
  }

  /**
   * Why it may not go there.
   * @param {string | null} cell
   */
  #askOf(cell) {
    return this.#ask({ actor: this.actor, via: this.via, holds: this.holds, to: cell });
  }

  /**
   * A hex it may go to: there at once by the cheapest way, as the next of a way that is chosen, or to be placed on.
   * @param {HexOptionView} option
   */
  go(option) {
    if (option.kind === "place") return this.#pick(option.cell);
    return this.steering
      ? this.#ask({ actor: this.actor, via: [...this.via, option.cell], holds: this.holds })
      : this.declareAction(option.action);
  }

  /**
   * Where it is to be placed: shown until it is confirmed; the same hex again does that.
   * @param {string | null} cell
   */
  #pick(cell) {
    if (cell && this.to === cell) return this.declare();
    Object.assign(this, { to: cell, refusal: null });
    this.changed();
  }

  /** The hex that is picked for the counter to be placed on. */
  get picked() {
    const option = this.option(this.to);
    return option?.kind === "place" ? option : null;
  }

  /** Its way is chosen hex by hex, or no more. */
  steer() {
    this.steering = !this.steering;
    return this.via.length ? this.#ask({ actor: this.actor }) : this.changed();
  }

  /**
   * The way ends before this leg.
   * @param {number} leg
   */
  cut(leg) {
    return this.#ask({ actor: this.actor, via: this.via.slice(0, leg), holds: this.holds });
  }

  /**
   * A gun on the way keeps its shot, or fires after all.
   * @param {string} gun
   */
  hold(gun) {
    return this.#ask({ actor: this.actor, via: this.via, holds: toggled(this.holds, gun) });
  }

  /**
   * What the card that is played has printed on it, or nobody says it any more.
   * @param {number} number
   */
  print(number) {
    const { actor, others } = this;
    return this.#ask({ actor, others, number: number === this.number ? null : number });
  }

  async declare() {
    await this.busy;
    if (this.picked && !this.refusal) return this.do({ action: this.picked.action, at_once: true });
    return super.declare();
  }

  /** Whether a leg of its way, or the hex to place it on, can be taken back; whom it is about is left out by name. */
  get stepped() {
    return this.via.length > 0 || Boolean(this.picked);
  }

  /** Takes back the last thing that was tapped. */
  takeBack() {
    if (this.refusal && this.to) return this.#ask({ actor: this.actor, via: this.via, holds: this.holds });
    if (this.picked) return this.#pick(null);
    if (this.via.length) return this.cut(this.via.length - 1);
    if (this.others.length)
      return this.#ask({ actor: this.actor, others: this.others.slice(0, -1), targets: this.targets });
    if (this.targets.length) return this.#ask({ actor: this.actor, targets: this.targets.slice(0, -1) });
    return this.leave();
  }

  get action() {
    return (
      this.refusal?.action ?? this.answer?.battle?.action ?? this.picked?.action ?? this.answer?.course?.action ?? null
    );
  }

  /**
   * An act that needs no second look, such as the next phase: it is declared, and happens where it is allowed.
   * @param {Pick<ActView, "action" | "at_once">} act
   */
  async do(act) {
    this.clear();
    await this.session.act(act.at_once ? "do" : "act", { action: act.action }, act.at_once ? "board" : "match");
  }

  /** @param {Partial<Chosen>} chosen */
  #ask(chosen) {
    const kept = chosen.actor === this.actor ? { steering: this.steering, number: this.number } : {};
    /** @type {Chosen} */
    const wanted = { ...NONE, ...kept, ...chosen };
    const { actor, others, targets, to, via, holds, number } = wanted;
    return this.ask("board/choose", { actor, others, targets, via, holds, number, ...(to ? { to } : {}) }, () =>
      Object.assign(this, wanted),
    );
  }
}

/**
 * @param {string[]} names
 * @param {string} name
 */
const toggled = (names, name) => (names.includes(name) ? names.filter((one) => one !== name) : [...names, name]);
