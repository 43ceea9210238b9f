// The banner of a ruling, on the card and for those who watch: the verdict, and once the dice fell what they brought.

import { html } from "../dom.js";
import { dieFace } from "./dice.js";

/** @import { ShownRulingView } from "../types.js" */

/**
 * @param {ShownRulingView} ruling
 * @param {string} who
 * @param {string | null} headline
 */
export function banner(ruling, who, headline = null) {
  const last = ruling.dice.at(-1);
  const fell = Boolean(last && ruling.outcome);
  const sign = last && fell ? dieFace(last.given[last.given.length - 1], last.said?.at(-1)) : ruling.sign;
  const outcome = ruling.outcome?.replace(/\.$/, "");
  return html(
    "header",
    { class: fell ? "verdict" : `verdict tone-${ruling.tone}` },
    html("span", { class: "verdict-sign", "aria-hidden": "true" }, sign),
    html("h2", { class: fell ? "verdict-word outcome" : "verdict-word" }, headline ?? (fell ? outcome : ruling.word)),
    html("p", { class: "verdict-who" }, who),
  );
}
