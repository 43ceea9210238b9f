// One close look at the newest picture: it is asked for, waited for, and its findings told.

/** @import { Session } from "../session.js" */
/** @import { UnseenView } from "../types.js" */

const ASK_MS = 400;
const PATIENCE_MS = 10_000;

/** What the server will not do, in its own words. */
export class Refusal extends Error {}

/** @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * Begins a look and waits for its end; throws a Refusal where none can begin, or nothing came of it.
 * @param {string} at
 * @param {(ms: number) => Promise<unknown>} [wait]
 * @returns {Promise<UnseenView>}
 */
export async function look(at, wait = pause) {
  const head = { "Content-Type": "application/json" };
  let told = await ask(`${at}/look`, { method: "POST", headers: head, body: "{}" });
  while (told.running) {
    await wait(ASK_MS);
    told = await ask(at);
  }
  if (told.error) throw new Refusal(told.error);
  return told;
}

/**
 * @param {string} address
 * @param {RequestInit} [options]
 * @returns {Promise<UnseenView>}
 */
async function ask(address, options) {
  const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS), ...options });
  const told = await answer.json();
  if (!answer.ok) throw new Refusal(told.error);
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
