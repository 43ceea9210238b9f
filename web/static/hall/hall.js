// The hall goes on while somebody watches it; a referee hears of a call, and takes or closes it by a tap.

import { follow } from "../follow.js";
import { chime } from "../setup/chime.js";
import { ask, failed } from "../tools/asking.js";
import { hour } from "../words.js";
import { turnThrough } from "./turning.js";

/** @import { Failed, HallCallsView } from "../types.js" */

const TITLE = document.title;
/** @type {Set<string>} */
let waiting = new Set();

/** When each table was last heard of is told in the reader's own time. */
function tellTimes() {
  for (const time of document.querySelectorAll("time")) time.textContent = hour(time.dateTime);
}

function tellCalls() {
  /** @type {HTMLElement[]} */
  const calls = [...document.querySelectorAll("[data-waits]")].filter((call) => call instanceof HTMLElement);
  const now = new Set(calls.map((call) => call.dataset.call ?? ""));
  if ([...now].some((call) => !waiting.has(call))) {
    chime("taken");
    navigator.vibrate?.(200);
  }
  waiting = now;
  document.title = now.size ? `(${now.size}) ${TITLE}` : TITLE;
}

function tell() {
  tellTimes();
  tellCalls();
}

document.addEventListener("click", async (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-do]") : null;
  const call = button?.closest("[data-call]");
  if (!(button instanceof HTMLElement && call instanceof HTMLElement)) return;
  button.blur(); // or what is new would not be shown while it has the focus
  const [match, number] = (call.dataset.call ?? "").split(" ");
  /** @type {HallCallsView | Failed} */
  const answer = await ask(`calls/${button.dataset.do}`, { match, number: Number(number) });
  const said = document.querySelector("#calls [role=alert]");
  if (said) said.textContent = failed(answer) ? answer.error : "";
});

tell();
turnThrough();
follow(["calls", "tables"], tell);
