// What a stand reaches, as a list: its ways, each weapon with its range and the line it is drawn by, and who is in it.

import { html, svg } from "../dom.js";
import { capital, t } from "../words.js";

/** @import { ReachLineView } from "../types.js" */

/** @type {Record<string, string>} */
const SIGNS = { going: "→", in: "✓", out: "✕", close: "≈", unseen: "–" };

/** @param {readonly ReachLineView[]} said */
export const reachedLines = (said) =>
  html(
    "ul",
    { class: "checks reach-list" },
    ...said.map(({ sign, text, drawn }) =>
      html(
        "li",
        { class: `check reach-${sign}` },
        html(
          "span",
          { class: "check-sign", role: "img", "aria-label": t(`sign_${sign}`) },
          drawn ? lineSample(drawn) : SIGNS[sign],
        ),
        html("span", { class: "check-text" }, capital(text)),
      ),
    ),
  );

/**
 * A short piece of the line by which the plan draws it, in the text's colour.
 * @param {NonNullable<ReachLineView["drawn"]>} drawn
 */
function lineSample({ role, verb }) {
  const line = svg("path", { class: `reach-${role} weapon-${verb}`, d: "M1 5H19" });
  const sample = svg("svg", { width: 20, height: 10, viewBox: "0 0 20 10" }, line);
  sample.style.setProperty("--bright", "currentColor");
  return sample;
}
