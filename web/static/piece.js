// A piece of the page: an element that shows a session once it is given one.

/** @import { Past } from "./record/past.js" */
/** @import { Session } from "./session.js" */

/**
 * Made empty by the page's HTML; `begin` builds it.
 * @template {Session | Past} [Shown=Session]
 */
export class Piece extends HTMLElement {
  /** @type {Shown | null} */
  #session = null;

  get session() {
    if (!this.#session) throw new Error(`<${this.localName}> has no session yet.`);
    return this.#session;
  }

  set session(session) {
    this.#session = session;
    this.begin(session);
  }

  /** @param {Shown} _session */
  begin(_session) {}
}
