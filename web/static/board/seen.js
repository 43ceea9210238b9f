// What the cards of all boards have: what the camera saw go, what is to be put right, what else may be done.

import { html } from "../dom.js";
import { t } from "../words.js";

/** @import { Board } from "./board.js" */
/** @import { HexTurn } from "./turn.js" */
/** @import { ActView, BoardView, SeenView } from "../types.js" */

/** @type {Record<string, string>} */
const SIGNS = { in: "✓", out: "✕", close: "≈" };

/**
 * What the camera saw go: one reading to confirm with one tap, or those it may be.
 * @param {Board | HexTurn} board
 * @param {SeenView} seen
 */
export function seenPart(board, seen) {
  return html(
    "section",
    { class: "aside is-plain seen", "aria-labelledby": "seen-title" },
    html(
      "h2",
      { class: "card-title", id: "seen-title" },
      t(seen.readings.length > 1 ? "board_seen_many" : "board_seen"),
    ),
    ...seen.readings.map((reading) =>
      html(
        "div",
        { class: "reading" },
        html("p", { class: "strip-moves" }, reading.notation),
        html(
          "p",
          { class: `tool-verdict tone-${reading.tone}` },
          html("span", { "aria-hidden": "true" }, `${SIGNS[reading.tone]} `),
          reading.word,
        ),
        html("p", { class: "why" }, reading.sentence),
        html(
          "button",
          {
            type: "button",
            class: `decide tone-${reading.tone === "in" ? "in" : "plain"} seen-take`,
            "data-act": `take-${reading.notation}`,
            onclick: () => board.take(reading),
          },
          html("span", { "aria-hidden": "true" }, reading.tone === "in" ? "✓ " : ""),
          t(reading.tone === "in" ? "board_take" : "board_rule"),
        ),
      ),
    ),
    !seen.readings.length && html("p", { class: "aside" }, seen.said),
    !seen.readings.some((reading) => reading.tone === "in") && settleButton(board),
  );
}

/**
 * What the players still have to put right on the table.
 * @param {Board | HexTurn} board
 * @param {BoardView["todo"]} todo
 */
export function todoPart(board, todo) {
  return html(
    "section",
    { class: "aside todo", "aria-labelledby": "todo-title" },
    html("h3", { class: "card-small", id: "todo-title" }, t("board_todo")),
    html("ul", { class: "todo-list" }, ...todo.map((one) => html("li", {}, one.said))),
    settleButton(board),
  );
}

/** @param {Board | HexTurn} board */
const settleButton = (board) =>
  html(
    "button",
    {
      type: "button",
      class: "tool settle",
      "data-act": "settle",
      title: t("board_settle_title"),
      onclick: () => board.settle(),
    },
    t("board_settle"),
  );

/**
 * A line to tap, or to read why not.
 * @param {ActView} act
 * @param {string} before
 * @param {() => void} onTap
 * @param {string} key
 * @param {boolean} sealed whether it may be is told once it is declared
 */
export function line(act, before, onTap, key, sealed = false) {
  return html(
    "li",
    { class: sealed ? "check" : `check is-${act.allowed ? "passed" : "modifier"}` },
    sealed
      ? html("span", { class: "check-sign", "aria-hidden": "true" }, "→")
      : html(
          "span",
          { class: "check-sign", role: "img", "aria-label": t(act.allowed ? "may" : "may_not") },
          act.allowed ? "✓" : "✕",
        ),
    act.allowed
      ? html(
          "button",
          { type: "button", class: "check-text plain link may-button", "data-act": key, onclick: onTap },
          before,
          act.sentence,
        )
      : html("span", { class: "check-text" }, before, act.sentence),
    act.clause && html("span", { class: "clause" }, act.clause),
  );
}

/**
 * A button of the card's foot, with its key.
 * @param {string} act
 * @param {string} word
 * @param {string} key
 * @param {() => void} onTap
 */
export const tool = (act, word, key, onTap) =>
  html(
    "button",
    { type: "button", class: "tool", "data-act": act, onclick: onTap },
    `${word} `,
    html("kbd", { "aria-hidden": "true" }, key),
  );
