// A part of a page that goes on while somebody reads it: after every change it is fetched again.

import { Changes } from "./changes.js";

const PAUSE_MS = 400;

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
    try {
      const answer = await fetch(location.href, { signal: AbortSignal.timeout(10_000) });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
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
    await new Promise((done) => setTimeout(done, PAUSE_MS));
    busy = false;
    if (again) refresh();
  }

  new Changes(({ table, run }) => {
    const now = `${run} ${table}`;
    if (known && now !== known) refresh();
    known = now;
  }).open();
}
