// <vd-squares>: the score and everybody's square, beside the board where there is room.

import { html, svg } from "../dom.js";
import { Piece } from "../piece.js";
import { badgePath } from "../plan/stands.js";
import { sideCounters } from "./hexcard.js";
import { HexTurn } from "./turn.js";

/** @import { Board } from "./board.js" */
/** @import { Session } from "../session.js" */
/** @import { TallyView, View } from "../types.js" */

class Squares extends Piece {
  #shown = "";

  /** @param {Session} session */
  begin(session) {
    session.addEventListener("change", () => this.#draw(session.view, session.board));
  }

  /**
   * @param {View | null} view
   * @param {Board | HexTurn | null} board
   */
  #draw(view, board) {
    this.hidden = !view?.board;
    const state = JSON.stringify([view?.board?.tally, view?.turn]);
    if (!view?.board || state === this.#shown) return;
    this.#shown = state;
    const turn = board instanceof HexTurn ? board : null;
    const sides =
      view.board.kind === "hexes"
        ? view.board.tally.map((side) => sideCounters(side, view, turn))
        : view.board.tally.map((side) => sideOf(side, view));
    this.replaceChildren(...sides.reverse());
  }
}

/**
 * One side's score and squares; the far side stands above, as on the board.
 * @param {TallyView} side
 * @param {View} view
 */
export function sideOf(side, view) {
  const number = 1 + view.sides.findIndex((one) => one.name === side.side);
  return html(
    "section",
    { class: `side-tally side-${number}${view.turn.side === side.side ? " plays" : ""}` },
    html(
      "h2",
      { class: "card-small" },
      svg(
        "svg",
        { class: "tally-badge", viewBox: "-10 -10 20 20", "aria-hidden": "true" },
        svg("path", { class: "turn-badge", d: badgePath(number, 7) }),
      ),
      ` ${side.title}`,
    ),
    html("ul", { class: "tally" }, ...side.said.map((said) => html("li", {}, said))),
    html("p", { class: "squares-of" }, side.squares),
  );
}

customElements.define("vd-squares", Squares);
