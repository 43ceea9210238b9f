// What the game still asks for, as a list: on the card, in the score and where it holds the turn.

import { html } from "../dom.js";
import { capital, t } from "../words.js";

/** @import { Session } from "../session.js" */
/** @import { ObligationView } from "../types.js" */

/**
 * One thing that is owed; tapped it is declared, or who owes it chosen.
 * @param {Session} session
 * @param {ObligationView} owed
 * @param {() => void} tapped what is done besides
 */
const owedItem = (session, { clause, sentence, side, stand, action }, tapped) => {
  const said = capital(side && !sentence.includes(side) ? `${side}: ${sentence}` : sentence);
  const begin = () => {
    tapped();
    return action ? session.act("act", { action }) : stand && session.choose(stand);
  };
  return html(
    "li",
    { class: "check" },
    html("span", { class: "check-sign", "aria-hidden": "true" }, "!"),
    action || (stand !== session.actor && session.stand(stand))
      ? html("button", { type: "button", class: "check-text plain link", "data-act": "owed", onclick: begin }, said)
      : html("span", { class: "check-text" }, said),
    html("span", { class: "clause" }, clause),
  );
};

/**
 * The list alone.
 * @param {Session} session
 * @param {ObligationView[]} owed
 * @param {() => void} [tapped] what is done besides when one is tapped
 */
export const owedItems = (session, owed, tapped = () => {}) =>
  html("ul", { class: "checks owed", "aria-label": t("owed") }, ...owed.map((it) => owedItem(session, it, tapped)));

/**
 * The list under its heading; nothing where nothing is owed.
 * @param {Session} session
 * @param {ObligationView[]} owed
 * @param {() => void} [tapped] what is done besides when one is tapped
 */
export const owedList = (session, owed, tapped) =>
  owed.length === 0 ? [] : [html("h3", { class: "card-small" }, t("owed")), owedItems(session, owed, tapped)];
