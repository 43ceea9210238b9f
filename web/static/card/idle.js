// The card while nothing is declared: what to do now, and what is worth trying.

import { notOnTable, placingButtons } from "../byhand/placing.js";
import { html } from "../dom.js";
import { unseenButton } from "../unseen/dialog.js";
import { capital, num, t } from "../words.js";
import { movedLine } from "./moved.js";
import { overPart } from "./over.js";
import { owedList } from "./owedlist.js";
import { reachedLines } from "./reached.js";
import { suggestionList } from "./suggestions.js";

/** @import { Session } from "../session.js" */
/** @import { PossibleView, VerbView, View } from "../types.js" */

/**
 * What the chosen stand may do, and below, quieter, what not and why; what may be done is tapped to declare it.
 * @param {PossibleView[]} may
 * @param {Session["begin"]} begin
 */
function mayList(may, begin) {
  return html(
    "ul",
    { class: "checks may", "aria-label": t("may_list") },
    ...may.map((it) =>
      html(
        "li",
        { class: `check is-${it.allowed ? "passed" : "modifier"}` },
        html(
          "span",
          { class: "check-sign", role: "img", "aria-label": t(it.allowed ? "may" : "may_not") },
          it.allowed ? "✓" : "✕",
        ),
        it.allowed
          ? html(
              "button",
              {
                type: "button",
                class: "check-text plain link may-button",
                "data-act": `do-${it.verb}`,
                onclick: (event) => begin(it, event),
              },
              capital(it.sentence),
            )
          : html("span", { class: "check-text" }, capital(it.sentence)),
        it.clauses.length > 0 && html("span", { class: "clause" }, it.clauses[0]),
      ),
    ),
  );
}

/**
 * Declare first: what may be declared, without a word about whom it would reach.
 * @param {VerbView[]} veiled
 * @param {Session["begin"]} begin
 */
const veiledList = (veiled, begin) =>
  html(
    "ul",
    { class: "checks veiled", "aria-label": t("veiled_list") },
    ...veiled.map((it) =>
      html(
        "li",
        { class: "check" },
        html("span", { class: "check-sign", "aria-hidden": "true" }, "→"),
        html(
          "button",
          {
            type: "button",
            class: "check-text plain link may-button",
            "data-act": `do-${it.verb}`,
            onclick: (event) => begin(it, event),
          },
          capital(it.name),
        ),
      ),
    ),
  );

/**
 * *Declare first*, on or off, as long as something is played.
 * @param {Session} session
 * @param {View} view
 */
const modeTool = (session, view) =>
  !view.score.ended &&
  html(
    "button",
    {
      type: "button",
      class: "tool",
      "data-act": "mode",
      "aria-pressed": String(view.mode === "reveal"),
      onclick: () => session.chooseMode(),
    },
    t("declare_first"),
  );

/**
 * On a board: who is chosen needs the room, on a phone most of all. What is on can be switched off at any time.
 * @param {Session} session
 * @param {View} view
 * @param {boolean} chosen
 */
export const idleTools = (session, view, chosen) =>
  chosen && view.mode !== "reveal" ? [] : [html("div", { class: "idle-tools" }, modeTool(session, view))];

/**
 * @param {Session} session
 * @param {View} view
 */
export function idleCard(session, view) {
  const shooter = session.stand(session.actor);
  const [veiled, reached] = [session.may?.veiled ?? [], session.reach?.said ?? []];
  const over = overPart(session, view);
  const { ended } = view.score;
  const suggestions = view.suggestions.filter((s) => !ended && (!shooter || s.actor === shooter.name));
  return [
    html(
      "div",
      { class: "card-body", tabindex: 0, role: "group", "aria-label": t("details") },
      ...(shooter
        ? [
            html("h2", { class: "card-title" }, shooter.name),
            html(
              "p",
              { class: "why" },
              `${[shooter.kind, ...shooter.marks].join(", ")}. `,
              ended ?? t(view.mode === "reveal" ? "tap_to_declare" : "tap_target"),
            ),
            // Two places are a distance: where those are shown only after the declaration, so are these.
            view.mode !== "reveal" &&
              html(
                "p",
                { class: "place" },
                t("place", { x: num(shooter.x, 1), y: num(shooter.y, 1), pm: num(1.96 * shooter.sigma_cm, 2) }),
              ),
          ]
        : over.length > 0
          ? over
          : [html("h2", { class: "card-title" }, view.whose), html("p", { class: "why" }, view.invitation)]),
      shooter && session.lost && html("p", { class: "aside" }, capital(t("lost"))),
      shooter?.by_hand && placingButtons(session, shooter),
      !shooter &&
        over.length === 0 &&
        view.start &&
        html(
          "button",
          {
            type: "button",
            class: "tool",
            "data-act": "start",
            onclick: () => session.act("act", { action: { type: "start" } }),
          },
          capital(view.start),
        ),
      ...owedList(session, view.obligations),
      !shooter && movedLine(session),
      shooter && !ended && session.may && mayList(session.may.may, session.begin),
      shooter && !ended && veiled.length > 0 && veiledList(veiled, session.begin),
      ...(shooter && reached.length > 0
        ? [html("h3", { class: "card-small" }, t("reach_list")), reachedLines(reached)]
        : []),
      shooter && !shooter.by_hand && placingButtons(session, shooter),
      suggestions.length > 0 && html("h3", { class: "card-small" }, t("argue")),
      suggestions.length > 0 && suggestionList(session, suggestions),
      !shooter && notOnTable(session),
      unseenButton(session),
    ),
    html(
      "div",
      { class: "idle-tools" },
      modeTool(session, view),
      html(
        "button",
        {
          type: "button",
          class: "tool",
          "data-act": "view",
          onclick: () => session.dispatchEvent(new Event("view-wanted")),
        },
        t("map"),
      ),
      html(
        "button",
        {
          type: "button",
          class: "tool",
          "data-act": "put-back",
          onclick: () => session.dispatchEvent(new Event("put-back-wanted")),
        },
        t("put_button"),
      ),
      view.fair_dice &&
        html(
          "button",
          { type: "button", class: "tool", "data-act": "dice", onclick: () => session.showDice() },
          t("dice"),
        ),
    ),
    view.undo || shooter
      ? html(
          "footer",
          { class: "card-foot" },
          html(
            "div",
            { class: "row after" },
            shooter &&
              html(
                "button",
                { type: "button", class: "tool", "data-act": "away", onclick: () => session.putAway() },
                `${t("close")} `,
                html("kbd", { "aria-hidden": "true" }, "Esc"),
              ),
            view.undo &&
              html(
                "button",
                { type: "button", class: "tool", "data-act": "undo", onclick: () => session.act("undo") },
                `${t("undo", { act: view.undo })} `,
                html("kbd", { "aria-hidden": "true" }, "U"),
              ),
          ),
        )
      : null,
  ];
}
