// <vd-card>: the verdict, or what to do next. Drawn anew on every change; the focus stays where it was.

import { Board } from "../board/board.js";
import { boardCard } from "../board/card.js";
import { hexCard } from "../board/hexcard.js";
import { HexTurn } from "../board/turn.js";
import { placingCard } from "../byhand/placing.js";
import { drawAnew, held, one } from "../dom.js";
import { whenLetGo } from "../letgo.js";
import { Piece } from "../piece.js";
import { toolCard } from "../tools/card.js";
import { misses } from "../unseen/look.js";
import { idleCard } from "./idle.js";
import { rulingCard } from "./ruling.js";

/** @import { Session } from "../session.js" */
/** @import { Tools } from "../tools/tools.js" */
/** @import { Child, View } from "../types.js" */

export class Card extends Piece {
  #shown = "";

  /** @param {Session} session */
  begin(session) {
    session.addEventListener(
      "change",
      whenLetGo(this, () => this.#draw(session)),
    );
  }

  /** @param {Session} session */
  #draw(session) {
    const { view, ruling, actor } = session;
    if (!view) return;
    const idle = ruling ? null : [session.may, session.reach?.said, session.moved];
    const state = JSON.stringify([
      ruling,
      actor,
      view.undo,
      view.suggestions,
      view.reserve,
      session.placing,
      session.stand(actor),
      idle,
      session.lost,
      view.mode,
      misses(session),
      toolState(session.tools),
      boardState(session),
    ]);
    const tool = Boolean(session.tools.kind);
    if (state === this.#shown) return;
    const top = tool
      ? `tool ${session.tools.kind}`
      : ruling
        ? `${ruling.actor} ${ruling.target} ${ruling.dice.length}`
        : session.board instanceof HexTurn
          ? (session.board.actor ?? "")
          : "";
    const sameTop = this.dataset.about === top;
    this.#shown = state;
    const focused = held(this);
    const body = this.querySelector(".card-body");
    const scrolled = sameTop && body ? body.scrollTop : 0;
    const now = drawAnew(this, () => cardOf(session, view));
    this.dataset.about = top;
    this.dataset.verdict = ruling?.verdict ?? "";
    one(this, ".card-body", HTMLElement).scrollTop = scrolled;
    // Never a button that acts: the next Enter was meant for the one that is gone.
    if (focused && !now) one(this, ".card-body", HTMLElement).focus({ preventScroll: true });
    // Where the whole page scrolls, a new verdict comes into sight.
    if (!sameTop && ruling && !tool) this.querySelector(".verdict")?.scrollIntoView({ block: "nearest" });
  }
}

/**
 * What the card shows: one thing at a time.
 * @param {Session} session
 * @param {View} view
 * @returns {Child[]}
 */
function cardOf(session, view) {
  const { board, placing, ruling, tools } = session;
  if (tools.kind) return toolCard(session, view);
  if (ruling) return rulingCard(session, view, ruling);
  if (placing) return placingCard(session, placing);
  if (board instanceof HexTurn && view.board?.kind === "hexes") return hexCard(session, board, view, view.board);
  if (board instanceof Board && view.board?.kind === "squares") return boardCard(session, board, view, view.board);
  return idleCard(session, view);
}

/**
 * What of a tool the card shows.
 * @param {Tools} tools
 */
const toolState = (tools) =>
  tools.kind && [
    tools.kind,
    tools.aim,
    tools.points,
    tools.stand,
    tools.ways,
    tools.way,
    tools.manner,
    tools.degrees,
    tools.verb,
    tools.how,
    tools.result,
    Object.keys(tools.arcs),
  ];

/**
 * What of a board the card shows.
 * @param {Session} session
 */
const boardState = ({ board, view }) =>
  view?.board && board && [board.shown, { ...view.board, cells: null, marks: null, soldiers: null }, view.turn];

customElements.define("vd-card", Card);
