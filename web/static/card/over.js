// What the card says once a side has won or the match has ended, and the button that ends it.

import { tell } from "../barscore.js";
import { html } from "../dom.js";
import { t } from "../words.js";

/** @import { Session } from "../session.js" */
/** @import { View } from "../types.js" */

/**
 * Nothing while the match goes on.
 * @param {Session} session
 * @param {View} view
 */
export function overPart(session, { score: { ended, winner } }) {
  if (!ended && !winner) return [];
  return [
    html("h2", { class: "card-title is-over" }, ended ?? winner?.text),
    html(
      "p",
      { class: "row" },
      ended
        ? html("a", { class: "tool", href: "/result" }, t("nav_result"))
        : html(
            "button",
            { type: "button", class: "decide tone-in", "data-act": "end-match", onclick: () => tell(session) },
            t("end_match"),
          ),
    ),
  ];
}
