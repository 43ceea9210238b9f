// The end of a turn, or of the match; where something owed holds it, a dialog says so first.

import { tell } from "../barscore.js";
import { html } from "../dom.js";
import { owedSaid } from "../voice/sentences.js";
import { t } from "../words.js";
import { overSaid } from "./over.js";
import { owedItems } from "./owedlist.js";

/** @import { Session } from "../session.js" */
/** @import { View } from "../types.js" */

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
    owedItems(session, held, () => dialog.close()),
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
