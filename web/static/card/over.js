// What the card says once a side has won or the match has ended, and the button that ends it.

import { tell } from "../barscore.js";
import { html } from "../dom.js";
import { t } from "../words.js";

/** @import { Session } from "../session.js" */
/** @import { View } from "../types.js" */

/**
 * How the match ended, or who has won; nothing while it goes on.
 * @param {View["score"]} score
 */
export const overSaid = ({ ended, winner, both }) => ended ?? winner?.text ?? both;

/**
 * Nothing while the match goes on; `over` says what the game itself says of a battle that nobody won.
 * @param {Session} session
 * @param {View} view
 * @param {string} [over]
 */
export function overPart(session, { score }, over) {
  const said = overSaid(score) ?? over;
  if (!said) return [];
  return [
    html("h2", { class: "card-title is-over", id: "phase-title" }, said),
    html(
      "p",
      { class: "row" },
      score.ended
        ? html("a", { class: "tool", href: "/result" }, t("nav_result"))
        : html(
            "button",
            { type: "button", class: "decide tone-in", "data-act": "end-match", onclick: () => tell(session) },
            t("end_match"),
          ),
    ),
  ];
}
