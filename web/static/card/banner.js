// The banner of a ruling, on the card and for those who watch: the verdict, and once the dice fell what they brought.

import { html } from "../dom.js";
import { dieFace } from "./dice.js";

/** @import { ShownRulingView } from "../types.js" */

/**
 * @param {ShownRulingView} ruling
 * @param {string} who
 */
export function banner({ banner: { sign, word, tone, die, die_said } }, who) {
  return html(
    "header",
    { class: tone ? `verdict tone-${tone}` : "verdict" },
    html(
      "span",
      { class: "verdict-sign", "aria-hidden": "true" },
      die === null ? sign : dieFace(die, die_said ?? undefined),
    ),
    html("h2", { class: tone ? "verdict-word" : "verdict-word outcome" }, word),
    html("p", { class: "verdict-who" }, who),
  );
}
