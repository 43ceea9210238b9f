// The film of the evening: begun here, made in the server, fetched once it is there.

import { one } from "./dom.js";
import { t } from "./words.js";

/** @import { FilmView } from "./types.js" */

const LOOK_MS = 700;
const button = one(document, "#film", HTMLButtonElement);
const link = one(document, "#film-get", HTMLAnchorElement);
const bar = one(document, "#film-bar", HTMLProgressElement);
const said = one(document, "#film-said", HTMLElement);

const BEGIN = { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" };

/** @param {RequestInit} options */
async function ask(options = {}) {
  button.disabled = true;
  try {
    const answer = await fetch("/api/film", { ...options, signal: AbortSignal.timeout(10_000) });
    if (!answer.ok) return show(false, (await answer.json()).error);
    /** @type {FilmView} */
    const told = await answer.json();
    bar.value = told.of ? told.done / told.of : 0;
    show(told.ready, told.running ? t("film_making") : told.said, told.running);
    if (told.running) setTimeout(ask, LOOK_MS);
  } catch {
    show(false, t("no_answer"));
  }
}

/**
 * @param {boolean} ready
 * @param {string} text
 */
function show(ready, text, running = false) {
  button.disabled = running;
  button.hidden = ready;
  link.hidden = !ready;
  bar.hidden = !running;
  said.textContent = text;
}

button.addEventListener("click", () => ask(BEGIN));
ask();
