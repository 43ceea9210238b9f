// The combat chart goes on while somebody reads it: after every change of the match its tables are fetched again.

import { Changes } from "../changes.js";

const PAUSE_MS = 400;
let known = "";
let busy = false;

async function refresh() {
  if (busy) return;
  busy = true;
  try {
    const answer = await fetch(location.href, { signal: AbortSignal.timeout(10_000) });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("charts");
    const shown = document.getElementById("charts");
    if (answer.ok && fresh && shown && fresh.innerHTML !== shown.innerHTML && !shown.contains(document.activeElement))
      shown.replaceWith(fresh);
  } catch {
    // The next change tries again.
  }
  await new Promise((done) => setTimeout(done, PAUSE_MS));
  busy = false;
}

new Changes(({ table, run }) => {
  const now = `${run} ${table}`;
  if (known && now !== known) refresh();
  known = now;
}).open();
