// The bar's own pieces: <vd-status> says how the table is, <vd-turn> whose turn it is.

import { sideBadge } from "./board/badge.js";
import { endsMatch, endTurn } from "./card/owed.js";
import { html, svg } from "./dom.js";
import { Piece } from "./piece.js";
import { num, t } from "./words.js";

/** @import { Session } from "./session.js" */

/** @type {Record<string, string>} */
const SIGNS = {
  still: "M2 6.500 5 9.500 10 3",
  settling: "M2 6H10",
  hands: "M2 2 10 10M10 2 2 10",
  covered: "M6 2V7M6 9V10",
  unseen: "M6 2V7M6 9V10",
  noticed: "M6 2V7M6 9V10",
};

/**
 * Whether who looks at this page may act for a side: a player for their own, the referee for both.
 * @param {string} side
 */
const ours = (side) => (document.documentElement.dataset.side ?? side) === side;

class Status extends Piece {
  /** @param {Session} session */
  begin(session) {
    session.addEventListener("change", () => this.#draw(session));
  }

  /** @param {Session} session */
  #draw({ view, lost }) {
    if (!view) return;
    const key = lost ? "lost" : view.status.key;
    const text = lost ? t("lost") : view.status.text;
    const { seen, expected, rms_px: rms } = view.frame;
    const advice = lost ? "" : view.status.advice;
    const fit =
      rms === null ? t("frame_seen", { seen, expected }) : t("frame_fit", { seen, expected, px: num(rms, 2) });
    const title = advice ? `${advice} ${fit}` : fit;
    const state = `${key} ${text} ${title}`;
    if (state === this.dataset.state) return;
    this.dataset.state = state;
    this.dataset.key = key;
    this.replaceChildren(
      html(
        "span",
        { class: `chip chip-${key}`, title },
        svg(
          "svg",
          { viewBox: "0 0 12 12", "aria-hidden": "true" },
          svg("path", {
            d: SIGNS[key] ?? SIGNS.hands,
            fill: "none",
            stroke: "currentColor",
            "stroke-width": 2.2,
            "stroke-linecap": "round",
          }),
        ),
        html("span", { class: "chip-text" }, text),
      ),
    );
  }
}

class Turn extends Piece {
  /** @param {Session} session */
  begin(session) {
    session.addEventListener("change", () => this.#draw(session));
  }

  /** @param {Session} session */
  #draw(session) {
    const { view } = session;
    if (!view) return;
    const { turn, sides, score } = view;
    const over = endsMatch(view);
    const state = [turn.number, turn.side, over, score.ended].join(" ");
    if (this.dataset.state === state) return;
    this.dataset.state = state;
    const held = this.contains(document.activeElement);
    const number = 1 + sides.findIndex((side) => side.name === turn.side);
    this.replaceChildren(
      html(
        "span",
        { class: "turn-now" },
        svg(
          "svg",
          { class: `side-${number}`, viewBox: "-10 -10 20 20", "aria-hidden": "true" },
          svg("path", { class: "turn-badge", d: sideBadge(view, number) }),
        ),
        html(
          "span",
          {},
          `${t("turn")} ${turn.number}`,
          html("span", { class: "turn-dot" }, " · "),
          html("span", { class: "turn-name", title: turn.title }, turn.title),
        ),
      ),
    );
    // On a board a turn ends by itself: with the move that is confirmed, or the shot.
    if (view.board || score.ended) return;
    this.append(
      html(
        "button",
        {
          type: "button",
          class: over || ours(turn.side) ? "tool" : "tool not-ours",
          id: over ? "tool-end-match" : "tool-end-turn",
          title: over ? "" : t("end_turn_title"),
          onclick: () => endTurn(session),
        },
        t(over ? "end_match" : "end_turn"),
      ),
    );
    if (held) this.querySelector("button")?.focus();
  }
}

customElements.define("vd-status", Status);
customElements.define("vd-turn", Turn);

// A folder of pictures in place of a camera: its pictures are turned from the match, too.
for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("button[data-turns]"))) {
  button.addEventListener("click", () =>
    fetch(button.dataset.turns ?? "", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ pages: Number(button.value) }),
    }),
  );
}
