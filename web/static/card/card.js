// <vd-card>: the verdict, or what to do next. Drawn anew on every change; the focus stays where it was.

import { boardCard } from "../board/card.js";
import { hexCard } from "../board/hexcard.js";
import { placingCard } from "../byhand/placing.js";
import { whenLetGo } from "../letgo.js";
import { idleCard } from "./idle.js";
import { rulingCard } from "./ruling.js";
import { toolCard } from "../tools/card.js";

export class Card extends HTMLElement {
  #shown = "";

  set session(session) {
    session.addEventListener(
      "change",
      whenLetGo(this, () => this.#draw(session)),
    );
  }

  #draw(session) {
    const { view, ruling, actor } = session;
    if (!view) return;
    const idle = ruling ? null : [session.may, session.reach?.said];
    const state = JSON.stringify([
      ruling,
      actor,
      view.undo,
      view.suggestions,
      view.reserve,
      session.placing,
      session.stand(actor),
      idle,
      view.mode,
      toolState(session.tools),
      boardState(session),
    ]);
    const tool = Boolean(session.tools?.kind);
    if (state === this.#shown) return;
    const top = tool
      ? `tool ${session.tools.kind}`
      : ruling
        ? `${ruling.actor} ${ruling.target} ${ruling.dice.length}`
        : (session.board?.actor ?? "");
    const sameTop = this.dataset.about === top;
    this.#shown = state;
    const held = this.contains(document.activeElement) ? document.activeElement : null;
    const body = this.querySelector(".card-body");
    const scrolled = sameTop && body ? body.scrollTop : 0;
    this.replaceChildren(
      ...(tool
        ? toolCard(session)
        : ruling
          ? rulingCard(session)
          : session.placing
            ? placingCard(session)
            : view.board && session.board
              ? (view.board.kind === "hexes" ? hexCard : boardCard)(session)
              : idleCard(session)
      ).filter(Boolean),
    );
    this.dataset.about = top;
    this.dataset.verdict = ruling?.verdict ?? "";
    this.querySelector(".card-body").scrollTop = scrolled;
    if (held) this.#focusLike(held);
    // Where the whole page scrolls, a new verdict comes into sight.
    if (!sameTop && ruling && !tool) this.querySelector(".verdict").scrollIntoView({ block: "nearest" });
  }

  #focusLike(held) {
    const { face, act, target, field } = held.dataset;
    const same =
      (face && this.querySelector(`[data-face="${face}"]`)) ||
      (field && this.querySelector(`[data-field="${field}"]`)) ||
      (act && this.querySelector(`[data-act="${act}"]`)) ||
      (target && this.querySelector(`[data-target="${CSS.escape(target)}"]`)) ||
      (held.classList.contains("roll") && this.querySelector(".roll")) ||
      // Never a button that acts: the next Enter was meant for the one that is gone.
      this.querySelector(".card-body");
    same?.focus({ preventScroll: true });
  }
}

/** What of a tool the card shows. */
const toolState = (tools) =>
  tools?.kind && [
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

/** What of a board the card shows. */
const boardState = ({ board, view }) =>
  view.board &&
  board && [
    board.steps,
    board.at,
    board.answer,
    board.refusal,
    board.actor,
    board.others,
    board.targets,
    board.to,
    board.via,
    board.holds,
    board.steering,
    view.board.ready,
    view.board.to_place,
    view.board.to_lay,
    view.board.overlays?.map((one) => board.isShown?.(one.key)),
    view.board.phase,
    view.board.seen,
    view.board.todo,
    view.board.acts,
    view.board.tally,
    view.turn,
  ];

customElements.define("vd-card", Card);
