// One close look at the newest picture: it is asked for, waited for, and its findings told.

import { ask } from "../tools/asking.js";

/** @import { Session } from "../session.js" */
/** @import { Failed, UnseenView } from "../types.js" */

const ASK_MS = 400;

/** @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * Begins a look and waits for its end; what it returns has an error where none can begin, or nothing came of it.
 * @param {string} at
 * @param {(ms: number) => Promise<unknown>} [wait]
 * @returns {Promise<UnseenView | Failed>}
 */
export async function look(at, wait = pause) {
  /** @type {UnseenView | Failed} */
  let told = await ask(`${at}/look`, {});
  while ("running" in told && told.running) {
    await wait(ASK_MS);
    told = await ask(at);
  }
  return told;
}

/**
 * Whether anything is not seen that may be on the table.
 * @param {Session} session
 */
export function misses({ view }) {
  if (!view) return false;
  return view.stands.some(({ seen }) => !seen) || view.reserve.length > 0 || view.frame.seen < view.frame.expected;
}
