// <vd-squares>: the score and everybody's square, beside the board where there is room.

import { html, svg } from "../dom.js";
import { badgePath } from "../plan/stands.js";
import { sideCounters } from "./hexcard.js";

class Squares extends HTMLElement {
  #shown = "";

  set session(session) {
    session.addEventListener("change", () => this.#draw(session.view, session.board));
  }

  #draw(view, board) {
    this.hidden = !view?.board;
    const state = JSON.stringify([view?.board?.tally, view?.turn]);
    if (!view?.board || state === this.#shown) return;
    this.#shown = state;
    this.replaceChildren(
      ...[...view.board.tally]
        .reverse()
        .map((side) => (view.board.kind === "hexes" ? sideCounters(side, view, board) : sideOf(side, view))),
    );
  }
}

/** One side's score and squares; the far side stands above, as on the board. */
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
