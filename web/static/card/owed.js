// What the game still asks for: a list on the card, and a dialog where it holds the turn.

import { tell } from "../barscore.js";
import { html } from "../dom.js";
import { owedSaid } from "../voice/sentences.js";
import { capital, t } from "../words.js";
import { overSaid } from "./over.js";

/** @import { Session } from "../session.js" */
/** @import { ObligationView, View } from "../types.js" */

/**
 * One thing that is owed; tapped it is declared, or who owes it chosen.
 * @param {Session} session
 * @param {ObligationView} owed
 * @param {() => void} tapped what is done besides
 */
const owedItem = (session, { clause, sentence, side, stand, action }, tapped = () => {}) => {
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
 * The list on the card; nothing where nothing is owed.
 * @param {Session} session
 * @param {View} view
 */
export const owedList = (session, view) =>
  view.obligations.length === 0
    ? []
    : [
        html("h3", { class: "card-small" }, t("owed")),
        html(
          "ul",
          { class: "checks owed", "aria-label": t("owed") },
          ...view.obligations.map((it) => owedItem(session, it)),
        ),
      ];

/** @param {View | null} view */
const holding = (view) => view?.obligations.filter((it) => it.holds_the_turn) ?? [];

/**
 * Whether the end of the turn is that of the match: a side has come to its goal, and nothing is owed any more.
 * @param {View} view
 */
export const endsMatch = (view) => Boolean(overSaid(view.score)) && holding(view).length === 0;

/**
 * The other side begins, or the match ends; where something holds the turn, that is said first.
 * @param {Session} session
 */
export function endTurn(session) {
  if (session.view && endsMatch(session.view)) return tell(session);
  return tellOwed(session) || session.act("end-turn");
}

/**
 * What holds the turn, or on hexes its phase, is said in a dialog; where nothing does, there is none. The referee may
 * waive it, but on hexes, where the rules themselves end a phase.
 * @param {Session} session
 */
export function tellOwed(session) {
  const [held, onBoard] = [holding(session.view), Boolean(session.view?.board)];
  if (held.length === 0) return false;
  /** @type {HTMLDialogElement} */
  const dialog = html(
    "dialog",
    { class: "keys", "aria-labelledby": "owed-title" },
    html("h2", { class: "panel-title", id: "owed-title" }, t(onBoard ? "owed" : "owed_title")),
    html("p", { class: "hint" }, t("owed_how")),
    html("ul", { class: "checks owed" }, ...held.map((it) => owedItem(session, it, () => dialog.close()))),
    html(
      "form",
      { class: "row", method: "dialog" },
      html("button", { class: "tool", value: "close" }, t("close")),
      !onBoard &&
        document.documentElement.dataset.role === "referee" &&
        html(
          "button",
          { class: "tool", value: "waive", "data-act": "waive", title: t("owed_waive_title") },
          t("owed_waive"),
        ),
    ),
  );
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (dialog.returnValue === "waive") session.act("end-turn", { waive: true });
  });
  document.body.append(dialog);
  session.dispatchEvent(new CustomEvent("told", { detail: owedSaid(held) }));
  dialog.showModal();
  return true;
}
