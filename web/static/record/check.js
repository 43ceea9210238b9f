// The check of all seals: begun here, done in the server, looked at until it is through.

import { html, one } from "../dom.js";
import { ask, failed } from "../tools/asking.js";
import { t } from "../words.js";

/** @import { Failed, SealsView } from "../types.js" */

const LOOK_MS = 300;

export function listenToCheck() {
  const form = document.getElementById("check");
  if (!form) return;
  const noted = one(document, "#noted", HTMLInputElement);
  const bar = one(document, "#check-bar", HTMLProgressElement);
  const said = one(document, "#check-said", HTMLElement);
  const faults = one(document, "#check-faults", HTMLElement);
  const button = one(form, "button", HTMLButtonElement);

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const head = noted.value.trim();
    look(head ? { head } : {});
  });

  /** @param {object} [begun] */
  async function look(begun) {
    button.disabled = true;
    /** @type {SealsView | Failed} */
    const told = await ask("journal/check", begun);
    if (failed(told)) return done(told.error, []);
    bar.hidden = !told.running;
    bar.value = told.entries ? Math.min(1, told.checked / told.entries) : 0;
    if (!told.running) return done(told.said, told.faults, Boolean(told.whole));
    said.textContent = t("check_progress", { ...told });
    setTimeout(look, LOOK_MS);
  }

  /**
   * @param {string} text
   * @param {SealsView["faults"]} found
   * @param {boolean} whole
   */
  function done(text, found, whole = false) {
    button.disabled = false;
    bar.hidden = true;
    said.textContent = text ? `${whole ? "✓" : "✕"} ${text}` : "";
    said.dataset.whole = String(whole);
    faults.replaceChildren(
      ...found.map((fault) => html("li", {}, t("check_fault", { number: fault.sequence, what: fault.text }))),
    );
  }
}
