// Soldiers on a board: a token with the number of its square, its side by shape, pattern and colour.

import { set, svg } from "../dom.js";
import { badgePath } from "../plan/stands.js";
import { Board } from "./board.js";
import { TokenLayer } from "./tokens.js";

/** @import { Common, Places } from "./tokens.js" */
/** @import { Drawn } from "../plan/stands.js" */
/** @import { StandView } from "../types.js" */

/** A stand that the board knows nothing of yet. */
const NOWHERE = { state: "off", cell: null, place: null, label: null };

/**
 * @typedef {object} Parts
 * @property {SVGCircleElement} tap
 * @property {SVGElement[]} drawn
 * @property {SVGPathElement} pattern
 * @property {SVGTextElement} number
 * @property {number} size
 */

/** @extends {TokenLayer<Parts>} */
export class SoldierLayer extends TokenLayer {
  /**
   * @param {StandView[]} stands
   * @param {Drawn} given
   */
  shown(stands, { view, board }) {
    const size = view.board?.size_cm ?? 1;
    /** @param {StandView} stand */
    const row = (stand) => Math.round(stand.y / size);
    const taken = board instanceof Board ? (board.answer?.taken ?? []) : [];
    return stands.filter((stand) => !taken.includes(stand.name)).sort((a, b) => row(b) - row(a) || a.x - b.x);
  }

  parts() {
    const [pattern, number] = [svg("path", { class: "token-pattern" }), svg("text", { class: "token-number" })];
    return { tap: svg("circle", { class: "tap" }), drawn: [pattern, number], pattern, number, size: 4.5 };
  }

  /**
   * @param {Parts} own
   * @param {number} least
   */
  resizeTap({ tap, size }, least) {
    set(tap, { r: Math.min(size * 0.62, Math.max(size / 2, least)) });
  }

  /**
   * @param {Common} common
   * @param {Parts} own
   * @param {StandView} stand
   * @param {Drawn} given
   * @param {Places} places
   */
  update(common, own, stand, { depth, sides, view, board: turn }, places) {
    const board = turn instanceof Board ? turn : null;
    const told = view.board?.soldiers[stand.name] ?? NOWHERE;
    const cell = board ? board.cellOf(stand.name) : told.cell;
    const on = cell && told.state !== "between" ? places.get(cell) : null;
    const [x, y] = on?.at ?? told.place ?? [stand.x, stand.y];
    own.size = view.board?.size_cm ?? own.size;
    const side = sides.get(stand.side) ?? 1;
    const r = own.size * (side === 1 ? 0.4 : 0.38);
    const d = badgePath(side, r);
    for (const path of [common.casing, common.face, own.pattern]) path.setAttribute("d", d);
    common.halo.setAttribute("d", badgePath(side, r * 1.13));
    set(common.doubt, { x: r * 0.8, y: -r * 0.8 });
    own.number.textContent = told.state === "between" ? "" : (places.get(cell ?? "")?.number ?? "");
    const classes = ["soldier", `side-${side}`, `is-${told.state}`];
    if (board?.at && board.at === cell) classes.push("is-chosen");
    if (cell !== told.cell) classes.push("has-stepped");
    if (!board?.at && cell && board?.answer?.movable.includes(cell)) classes.push("is-movable");
    if (!stand.seen) classes.push("not-seen");
    return {
      class: classes.join(" "),
      transform: `translate(${x} ${depth - y})`,
      "aria-label": [told.label ?? stand.label, board?.option(cell)?.short].filter(Boolean).join(", "),
    };
  }
}
