// A part of a page that goes on while somebody reads it: after every change it is fetched again.

import { Changes } from "./changes.js";

// A hall that answers slowly, for it has many who watch, is asked less often.
const PAUSE_MS = 400;
const TIMES_TAKEN = 2;

/**
 * Fetches the part with this id again after every change, or several parts, unless somebody is at work in one.
 * @param {string | string[]} ids
 * @param {() => void} then
 */
export function follow(ids, then = () => {}) {
  let known = "";
  let busy = false;
  let again = false;

  async function refresh() {
    again = busy;
    if (busy) return;
    busy = true;
    const began = performance.now();
    let took = 0;
    try {
      const answer = await fetch(location.href, { signal: AbortSignal.timeout(10_000) });
      const text = await answer.text();
      took = performance.now() - began;
      const page = new DOMParser().parseFromString(text, "text/html");
      for (const id of [ids].flat()) {
        const fresh = page.getElementById(id);
        const shown = document.getElementById(id);
        if (
          answer.ok &&
          fresh &&
          shown &&
          fresh.innerHTML !== shown.innerHTML &&
          !shown.contains(document.activeElement)
        )
          shown.replaceWith(fresh);
      }
      then();
    } catch {
      // The next change tries again.
    }
    await new Promise((done) => setTimeout(done, Math.max(PAUSE_MS, TIMES_TAKEN * took)));
    busy = false;
    if (again) refresh();
  }

  new Changes(({ table, run }) => {
    const now = `${run} ${table}`;
    if (known && now !== known) refresh();
    known = now;
  }).open();
}
