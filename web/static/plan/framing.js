// Which part of the table the plan shows: all of it, or on a phone where something happens.

import { aroundBoard } from "../board/cells.js";
import { ghostPoints } from "./ghosts.js";
import { upright } from "./paths.js";

/** @import { Leaning } from "./leaning.js" */
/** @import { Zoom } from "./zoom.js" */
/** @import { PlanView, Point, ProposalView, PutBackView, ShownRulingView } from "../types.js" */

const MARGIN_CM = 7;
/** Whether the page is a phone's: the plan is small, and the card lies under it. */
export const NARROW = window.matchMedia("(max-width: 820px), (max-aspect-ratio: 1/1), (max-height: 520px)");

/** The window goes to a thing once: who looks elsewhere by hand stays there. */
export class Framing {
  #zoom;
  /** @type {string | null} */
  #framed = null;
  #sized = "";

  /** @param {Zoom} zoom */
  constructor(zoom) {
    this.#zoom = zoom;
  }

  /** The next view is fitted anew. */
  forget() {
    this.#sized = "";
  }

  /**
   * Shows the whole table where its size is another; says whether it is.
   * @param {PlanView} view
   */
  fit(view) {
    const { width_cm: width, depth_cm: depth } = view.table;
    const margin = NARROW.matches ? 1.5 : MARGIN_CM;
    const size = `${width} ${depth} ${margin} ${view.board?.cells.length} ${Boolean(view.picture_cm)}`;
    if (size === this.#sized) return false;
    this.#sized = size;
    this.#zoom.reset(
      view.board
        ? aroundBoard(view.board, depth)
        : { x: -margin, y: -margin, width: width + 2 * margin, height: depth + 2 * margin },
    );
    return true;
  }

  /**
   * Goes to what a view is about.
   * @param {PlanView} view
   * @param {ShownRulingView | null} ruling
   * @param {Leaning} lean
   * @param {boolean} moves whether on a phone it goes to a ruling, too
   */
  show(view, ruling, lean, moves) {
    const depth = view.table.depth_cm;
    if (view.put_back?.under_way) this.#ghosts(view.put_back, lean);
    else if (NARROW.matches && view.cannon?.proposal) this.#shot(view.cannon.proposal, view);
    else this.#ruling(ruling, depth, moves && NARROW.matches && !view.board);
  }

  /**
   * The window goes to what is to be put back; on a phone again with every stand that is back.
   * @param {PutBackView} putBack
   * @param {Leaning} lean
   */
  #ghosts(putBack, lean) {
    const points = ghostPoints(putBack, lean);
    const key = `ghosts ${NARROW.matches ? points.length : ""}`;
    if (!points.length || key === this.#framed) return;
    this.#framed = key;
    this.#zoom.frame(points, NARROW.matches ? 9 : 14);
  }

  /**
   * On a phone the window goes to whom a shot knocked down: on the whole board his mark would be a dot.
   * @param {ProposalView} shot
   * @param {PlanView} view
   */
  #shot({ number, casualties, shell_xy: shell }, { table, board }) {
    const key = `shot ${number}`;
    if (key === this.#framed) return;
    this.#framed = key;
    const fell = casualties.map(({ x, y }) => /** @type {Point} */ ([x, y]));
    const points = [...fell, ...(shell ? [shell] : [])].map(upright(table.depth_cm));
    if (points.length) this.#zoom.frame(points, 2 * (board?.size_cm ?? 4));
  }

  /**
   * The window goes to the two stands that matter, and back.
   * @param {ShownRulingView | null} ruling
   * @param {number} depth
   * @param {boolean} moves
   */
  #ruling(ruling, depth, moves) {
    const led = /^(ghosts|shot)/.test(this.#framed ?? "");
    if (!moves && !led) return;
    const key = ruling ? `${ruling.actor} ${ruling.target}` : null;
    if (key === this.#framed) return;
    this.#framed = key;
    const line = ruling?.geometry.filter((shape) => shape.form === "line").flatMap((shape) => shape.points);
    if (line?.length) this.#zoom.frame(line.map(upright(depth)), 8);
    else if (!this.#zoom.byHand) this.#zoom.reset();
  }
}
