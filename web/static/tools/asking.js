// Asking the server: its answer, or the sentence that says why there is none; and one question at a time.

import { t } from "../words.js";

/** @import { Failed } from "../types.js" */

const PATIENCE_MS = 10_000;
const PAUSE_MS = 150;

/**
 * Returns the answer, or {error: sentence}.
 * @template T
 * @param {string} address
 * @param {object} [body]
 * @returns {Promise<T | Failed>}
 */
export async function ask(address, body) {
  const how = body && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  try {
    const answer = await fetch(`/api/${address}`, { ...how, signal: AbortSignal.timeout(PATIENCE_MS) });
    const data = await answer.json();
    return answer.ok ? data : { error: data.error };
  } catch {
    return { error: t("no_answer") };
  }
}

/**
 * @param {object} answer
 * @returns {answer is Failed}
 */
export const failed = (answer) => "error" in answer;

/** Asks one question at a time; of those that come meanwhile only the newest is asked. */
export class Newest {
  #busy = false;
  /** @type {(() => Promise<() => void>) | null} */
  #next = null;

  /**
   * `make` returns the promise of an answer, `take` is given it; both are left out when a newer question came.
   * @template T
   * @param {() => Promise<T>} make
   * @param {(answer: T) => void} take
   */
  put(make, take) {
    this.#next = async () => {
      const answer = await make();
      return () => take(answer);
    };
    if (!this.#busy) this.#run();
  }

  drop() {
    this.#next = null;
  }

  async #run() {
    this.#busy = true;
    while (this.#next) {
      const asked = this.#next;
      this.#next = null;
      const take = await asked();
      if (!this.#next) take();
      await new Promise((done) => setTimeout(done, PAUSE_MS)); // a drag asks a few times a second, not at every step
    }
    this.#busy = false;
  }
}
