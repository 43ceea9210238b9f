// <vd-score>: each side with its sign, what is left and what is lost.

import { sideBadge } from "../board/badge.js";
import { html, svg } from "../dom.js";
import { Piece } from "../piece.js";
import { owedSaid } from "../voice/sentences.js";
import { t } from "../words.js";

/** @import { Session } from "../session.js" */
/** @import { ScoreView, View } from "../types.js" */

class Score extends Piece {
  #shown = "";

  /** @param {Session} session */
  begin(session) {
    session.addEventListener("change", () => this.#draw(session.view));
  }

  /** @param {View | null} view */
  #draw(view) {
    const state = JSON.stringify([view?.score, view?.turn, view?.board?.tally, view?.obligations]);
    if (!view?.score || state === this.#shown) return;
    this.#shown = state;
    const { score, turn } = view;
    this.replaceChildren(
      ...(score.ended || score.winner ? [html("p", { class: "score-winner" }, score.ended ?? score.winner?.text)] : []),
      html(
        "div",
        { class: "bar-row score-sides" },
        ...score.sides.map((side, i) =>
          sideOf(
            side,
            sideBadge(view, i + 1),
            i + 1,
            side.name === turn.side,
            [...(view.board?.tally ?? [])].find((one) => one.side === side.name),
          ),
        ),
      ),
      ...(view.obligations.length > 0 ? [html("p", { class: "score-owed" }, `! ${owedSaid(view.obligations)}`)] : []),
    );
  }
}

/**
 * On a board the score is what the game counts: enemies left, prisoners, shells.
 * @param {ScoreView["sides"][number]} side
 * @param {string} badge
 * @param {number} number
 * @param {boolean} plays
 * @param {{ said: string[] } | undefined} tally
 */
function sideOf(side, badge, number, plays, tally) {
  const lost =
    side.lost_names.length > 0 &&
    html("p", { class: "score-names" }, t("lost_who", { names: side.lost_names.join(", ") }));
  return html(
    "div",
    { class: `score-side side-${number}${plays ? " plays" : ""}` },
    html(
      "h2",
      {},
      svg("svg", { viewBox: "-10 -10 20 20", "aria-hidden": "true" }, svg("path", { class: "turn-badge", d: badge })),
      side.title,
    ),
    ...(tally
      ? [html("ul", { class: "score-tally" }, ...tally.said.map((said) => html("li", {}, said)))]
      : [
          html("p", { class: "score-left" }, html("strong", {}, String(side.left)), ` ${t("left")}`),
          html("p", { class: "score-lost" }, html("strong", {}, String(side.lost)), ` ${t("lost_count")}`),
        ]),
    side.said.length > 0 && html("p", { class: "score-said" }, side.said.join(", ")),
    !tally && lost,
    ...side.goals.map((goal) => html("p", { class: "score-names" }, `${goal.sentence} (${goal.clause})`)),
  );
}

customElements.define("vd-score", Score);
