// The card of a game on a board: the turn in chart notation, where the soldier may go, what the camera saw.

import { idleTools } from "../card/idle.js";
import { overPart } from "../card/over.js";
import { html } from "../dom.js";
import { unseenButton } from "../unseen/dialog.js";
import { t } from "../words.js";
import { line, seenPart, todoPart, tool } from "./seen.js";
import { sideOf } from "./squares.js";

/** @import { Board } from "./board.js" */
/** @import { Session } from "../session.js" */
/** @import { ActView, RefusalView, SquareBoardView, View } from "../types.js" */

/** @type {Record<string, string>} */
const KINDS = { move: "→", capture: "✕", free: "⚯" };

/**
 * @param {Session} session
 * @param {Board} board
 * @param {View} view
 * @param {SquareBoardView} shown
 */
export function boardCard(session, board, view, shown) {
  const over = overPart(session, view);
  const at = !over.length && board.at && board.onCell(board.at) ? board.at : null;
  // Once it is won nobody does anything more.
  const listed = over.length ? [] : [...(board.answer?.acts ?? []), ...(board.steps.length ? [] : shown.acts)];
  return [
    html(
      "div",
      { class: "card-body board-body", tabindex: 0, role: "group", "aria-label": t("details") },
      ...over,
      shown.seen && !board.steps.length && !board.at && seenPart(board, shown.seen),
      shown.todo.length > 0 && todoPart(board, shown.todo),
      !over.length && strip(board, view, shown),
      board.refusal && refused(board.refusal),
      at && !board.refusal && goings(board, at),
      !at && acts(board, listed),
      at && acts(board, board.answer?.acts ?? []),
      squaresList(view, shown),
      unseenButton(session),
    ),
    ...idleTools(session, view, Boolean(at) || board.steps.length > 0),
    foot(session, board, view.undo),
  ];
}

/**
 * The strip: the turn so far as the chart has it, and how much of it is left.
 * @param {Board} board
 * @param {View} view
 * @param {SquareBoardView} shown
 */
function strip(board, view, shown) {
  const notation = board.refusal?.notation ?? (board.steps.length ? board.answer?.notation : "");
  const left = board.answer && board.steps.length ? board.answer.left : shown.squares;
  return html(
    "section",
    { class: "strip", "aria-labelledby": "strip-title" },
    html(
      "h2",
      { class: "card-title", id: "strip-title" },
      t("board_turn_of", { number: view.turn.number, side: view.turn.title }),
    ),
    notation
      ? html("p", { class: "strip-moves" }, notation)
      : html(
          "p",
          { class: "why" },
          board.at
            ? t("board_choose_square", { cell: board.label(board.at) })
            : t("board_tap_soldier", { side: view.turn.title }),
        ),
    html(
      "p",
      { class: "row strip-left quiet" },
      pips(shown.squares, left),
      html("span", {}, t("board_left", { count: left })),
      board.composes &&
        toggle("compongo", t("board_compongo"), board.compongo, () => board.compose(), t("board_compongo_title")),
      board.at &&
        !board.steps.length &&
        !board.touches &&
        toggle("touched", t("board_touched"), board.touched === board.at, () => board.touch()),
    ),
    ...(board.answer?.facts ?? []).map((said) => html("p", { class: "why" }, said)),
  );
}

/**
 * @param {string} act
 * @param {string} word
 * @param {boolean} on
 * @param {() => void} onTap
 * @param {string} [title]
 */
const toggle = (act, word, on, onTap, title) =>
  html(
    "button",
    { type: "button", class: "tool", "data-act": act, "aria-pressed": String(on), title, onclick: onTap },
    word,
  );

/**
 * @param {number} all
 * @param {number} left
 */
const pips = (all, left) =>
  html(
    "span",
    { class: "pips", "aria-hidden": "true" },
    ...Array.from({ length: all }, (_, i) => html("span", { class: i < left ? "pip" : "pip is-spent" })),
  );

/** @param {RefusalView} refusal */
function refused(refusal) {
  return html(
    "div",
    { class: "aside is-bad refused" },
    html("p", { class: "tool-verdict tone-out" }, html("span", { "aria-hidden": "true" }, "✕ "), refusal.word),
    html("p", { class: "why" }, refusal.sentence, " ", html("span", { class: "clause" }, refusal.clause)),
  );
}

/**
 * Where the chosen soldier may go: the same as the signs on the board, to read and to tap.
 * @param {Board} board
 * @param {string} at
 */
function goings(board, at) {
  // What is worth most is seen first where the list is cut off.
  const moves = (/** @type {{ kind: string }} */ option) => Number(option.kind === "move");
  const options = [...(board.answer?.options ?? [])].sort((a, b) => moves(a) - moves(b));
  if (!options.length) return html("p", { class: "aside" }, t("board_nowhere", { cell: board.label(at) }));
  return [
    html("h3", { class: "card-small" }, t("board_goings", { cell: board.label(at) })),
    html(
      "ul",
      { class: "goings", "aria-label": t("board_goings", { cell: board.label(at) }) },
      ...options.map((option) =>
        html(
          "li",
          {},
          html(
            "button",
            {
              type: "button",
              class: `suggestion going is-${option.kind}`,
              "data-act": `go-${option.cell}`,
              onclick: () => board.tap(option.cell),
            },
            html("span", { class: "going-sign", "aria-hidden": "true" }, KINDS[option.kind]),
            html("strong", {}, option.label),
            html("span", { class: "going-word" }, option.short),
          ),
        ),
      ),
    ),
  ];
}

/**
 * What else may be done: free comrades, retreat, give up; and why not.
 * @param {Board} board
 * @param {ActView[]} listed
 */
function acts(board, listed) {
  if (!listed.length) return null;
  return [
    html("h3", { class: "card-small" }, t("board_acts")),
    html(
      "ul",
      { class: "checks may", "aria-label": t("board_acts") },
      ...listed.map((act) => line(act, "", () => board.declareAction(act.action), `do-${act.verb}`)),
    ),
  ];
}

/**
 * Everybody and his square, to read in place of the picture.
 * @param {View} view
 * @param {SquareBoardView} shown
 */
function squaresList(view, shown) {
  return html(
    "details",
    { class: "squares-list" },
    html("summary", {}, t("board_list")),
    ...shown.tally.map((side) => sideOf(side, view)),
  );
}

/**
 * @param {Session} session
 * @param {Board} board
 * @param {string | null} undone
 */
function foot(session, board, undone) {
  const declare =
    board.action &&
    html(
      "button",
      {
        type: "button",
        class: `decide ${board.refusal ? "tone-plain" : "tone-in"} tool-declare`,
        "data-act": "declare",
        onclick: () => board.declare(),
      },
      `${t("declare")} `,
      html("kbd", { "aria-hidden": "true" }, "D"),
    );
  const back = board.stepped && tool("back", t("board_back"), "⌫", () => board.takeBack());
  const leave = (board.at || board.steps.length > 0) && tool("leave", t("close"), "Esc", () => board.leave());
  const undo =
    undone && !board.steps.length && tool("undo", t("undo", { act: undone }), "U", () => session.act("undo"));
  if (!declare && !back && !leave && !undo) return null;
  return html("footer", { class: "card-foot" }, declare, html("div", { class: "row after" }, back, leave, undo));
}
