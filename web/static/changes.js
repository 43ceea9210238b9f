// Word of every change of the table: the server's stream of events, or, where that is full, asking again and again.

/** @import { VersionsView } from "./types.js" */

const ASK_MS = 750;
const STREAM_AGAIN_MS = 30_000;

/**
 * Spreads what many pages do at once, so that they do not all ask in one moment.
 * @param {number} ms
 */
export const about = (ms) => ms * (0.75 + Math.random() / 2);

export class Changes {
  /** @type {(versions: VersionsView) => unknown} */
  #tell;
  /** @type {(lost: boolean) => unknown} */
  #tellLost;
  /** @type {EventSource | null} */
  #events = null;
  /** @type {number | ReturnType<typeof setTimeout>} */
  #timer = 0;

  /**
   * `tell` is given the newest version numbers, `tellLost` whether the server has stopped answering.
   * @param {(versions: VersionsView) => unknown} tell
   * @param {(lost: boolean) => unknown} tellLost
   */
  constructor(tell, tellLost = () => {}) {
    this.#tell = tell;
    this.#tellLost = tellLost;
  }

  open() {
    this.close();
    const events = new EventSource("/api/events");
    this.#events = events;
    events.onmessage = (event) => this.#heard(JSON.parse(event.data));
    events.onerror = () => {
      // A lost connection the browser tries again by itself; a stream that was refused it gives up.
      if (events.readyState !== EventSource.CLOSED) this.#tellLost(true);
      else if (events === this.#events) this.#ask(Date.now() + about(STREAM_AGAIN_MS));
    };
  }

  close() {
    this.#events?.close();
    this.#events = null;
    clearTimeout(this.#timer);
    this.#timer = 0;
  }

  /** @param {VersionsView} versions */
  #heard(versions) {
    this.#tellLost(false);
    this.#tell(versions);
  }

  /** @param {number} until */
  async #ask(until) {
    const events = this.#events;
    try {
      const answer = await fetch("/api/versions", { signal: AbortSignal.timeout(10 * ASK_MS) });
      if (answer.ok && events === this.#events) this.#heard(await answer.json());
    } catch {
      if (events === this.#events) this.#tellLost(true);
    }
    if (events !== this.#events) return; // closed or opened anew meanwhile
    this.#timer = setTimeout(() => (Date.now() > until ? this.open() : this.#ask(until)), about(ASK_MS));
  }
}
