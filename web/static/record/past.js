// What the plan draws here: the table now, or as it stood at an entry; the newest wish wins, one is fetched at a time.

import { ask, failed } from "../tools/asking.js";

/** @import { Session } from "../session.js" */
/** @import { Failed, PastView, PlanView } from "../types.js" */

export class Past extends EventTarget {
  /**
   * The entry that is shown; null for now.
   * @type {number | null}
   */
  at = null;
  /** @type {string | null} */
  actor = null;
  pictureVersion = 0;
  #now;
  /** @type {PastView | null} */
  #view = null;
  /** @type {number | null} */
  #wanted = null;
  #fetching = false;

  /** @param {Session} now */
  constructor(now) {
    super();
    this.#now = now;
    now.addEventListener("change", () => this.#changed());
  }

  get head() {
    return this.#now.view?.journal?.sequence ?? 0;
  }

  /**
   * Before the table was first seen it is drawn empty, as large as it is now.
   * @returns {PlanView | null}
   */
  get view() {
    const now = this.#now.view;
    if (this.at === null || !now) return now;
    return this.#view && { ...this.#view, table: this.#view.table ?? now.table };
  }

  /** The entry at which the table was seen as it is shown; null where it never was. */
  get tableOf() {
    return this.#view?.table?.of ?? null;
  }

  /** The last ruling there was, while the table is shown as it is now. */
  get last() {
    return this.at === null ? (this.#now.view?.last ?? null) : null;
  }

  get ruling() {
    return this.view?.ruling ?? null;
  }

  get entry() {
    return this.at === null ? null : (this.#view?.entry ?? null);
  }

  /** The entry after the one that is shown at which there is something to see. */
  get later() {
    return this.at === null ? null : (this.#view?.later ?? null);
  }

  /** @param {string | null} name */
  stand(name) {
    return this.view?.stands.find((stand) => stand.name === name) ?? null;
  }

  /**
   * Show an entry's moment; the newest is now.
   * @param {number} number
   */
  async go(number) {
    this.#wanted = number >= this.head ? null : Math.max(1, number);
    if (this.#fetching) return;
    this.#fetching = true;
    while (this.#wanted !== this.at) {
      const wanted = this.#wanted;
      /** @type {PastView | Failed | null} */
      const told = wanted === null ? null : await ask(`journal/${wanted}`);
      const view = told && failed(told) ? null : told;
      if (wanted !== null && !view) {
        this.#wanted = this.at; // it cannot be shown: what was there stays
        break;
      }
      this.at = wanted;
      this.#view = view;
      this.#changed();
    }
    this.#fetching = false;
    this.dispatchEvent(new Event("settled"));
  }

  #changed() {
    this.actor = this.ruling?.actor ?? null;
    this.dispatchEvent(new Event("change"));
  }
}
