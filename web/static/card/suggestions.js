// Lists of things to choose from, each a button: the shots that are worth trying now, say.

import { html } from "../dom.js";

/** @import { Session } from "../session.js" */
/** @import { Attributes, View } from "../types.js" */

/**
 * One of a list of things to choose from.
 * @param {Attributes<HTMLButtonElement>} button
 * @param {string} title
 * @param {string} more
 */
export const suggestion = (button, title, more) =>
  html(
    "li",
    {},
    html(
      "button",
      { type: "button", class: "suggestion", ...button },
      html("strong", {}, title),
      html("span", {}, more),
    ),
  );

/**
 * @param {Session} session
 * @param {View["suggestions"]} listed
 */
export const suggestionList = (session, listed) =>
  html(
    "ul",
    { class: "suggestions" },
    ...listed.map(({ actor, target, question }) =>
      suggestion(
        { "data-target": target, onclick: () => session.declare(actor, target) },
        `${actor} → ${target}`,
        question,
      ),
    ),
  );
