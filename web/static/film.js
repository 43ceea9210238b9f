// The film of the evening: begun here, made in the server, fetched once it is there.

import { one } from "./dom.js";
import { ask, failed } from "./tools/asking.js";
import { t } from "./words.js";

/** @import { Failed, FilmView } from "./types.js" */

const LOOK_MS = 700;
const button = one(document, "#film", HTMLButtonElement);
const link = one(document, "#film-get", HTMLAnchorElement);
const bar = one(document, "#film-bar", HTMLProgressElement);
const said = one(document, "#film-said", HTMLElement);

/** @param {object} [body] */
async function look(body) {
  button.disabled = true;
  /** @type {FilmView | Failed} */
  const told = await ask("film", body);
  if (failed(told)) return show(false, told.error);
  bar.value = told.of ? told.done / told.of : 0;
  show(told.ready, told.running ? t("film_making") : told.said, told.running);
  if (told.running) setTimeout(look, LOOK_MS);
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

button.addEventListener("click", () => look({}));
look();
