// What is worth trying now, as the battle has it: each a button that declares it.

import { html } from "../dom.js";

/** @import { Session } from "../session.js" */
/** @import { View } from "../types.js" */

/**
 * @param {Session} session
 * @param {View["suggestions"]} listed
 */
export const suggestionList = (session, listed) =>
  html(
    "ul",
    { class: "suggestions" },
    ...listed.map((s) =>
      html(
        "li",
        {},
        html(
          "button",
          {
            type: "button",
            class: "suggestion",
            "data-target": s.target,
            onclick: () => session.declare(s.actor, s.target),
          },
          html("strong", {}, `${s.actor} → ${s.target}`),
          html("span", {}, s.question),
        ),
      ),
    ),
  );
