// Counters and blocks on a board of hexes: symbol, letters and numbers, the side by shape and edge; stacks fanned out.

import { set, svg } from "../dom.js";
import { box } from "../plan/labels.js";
import { symbolOf } from "./symbols.js";
import { TokenLayer } from "./tokens.js";
import { HexTurn } from "./turn.js";

/** @import { Common, Places } from "./tokens.js" */
/** @import { Edges } from "../plan/labels.js" */
/** @import { Drawn } from "../plan/stands.js" */
/** @import { CounterFaceView, StandView } from "../types.js" */

/** A stand that the board knows nothing of yet. */
/** @type {CounterFaceView} */
const BLANK = {};
const NOWHERE = { state: "off", cell: null, place: null, label: null, face: BLANK, level: 0, stack: 1 };

/** How far each counter of a stack is shifted, in counter widths; together no farther than the hex is wide. */
const FAN = 0.72;
const WIDEST = 0.95;

/**
 * `shown` is what was drawn last: only what has changed is drawn anew.
 * @typedef {object} Parts
 * @property {SVGRectElement} tap
 * @property {SVGElement[]} drawn
 * @property {SVGPathElement} edge
 * @property {SVGGElement} symbol
 * @property {number} half
 * @property {number} stack
 * @property {Edges} box
 * @property {string} shown
 */

/** @extends {TokenLayer<Parts>} */
export class CounterLayer extends TokenLayer {
  /**
   * @param {StandView[]} stands
   * @param {Drawn} given
   */
  shown(stands, { view }) {
    const board = view.board?.kind === "hexes" ? view.board : null;
    /** @param {StandView} stand */
    const level = (stand) => board?.soldiers[stand.name]?.level ?? 0;
    /** @param {StandView} stand */
    const row = (stand) => Math.round(stand.y / ((board?.size_cm ?? 1) * 0.8));
    return stands
      .filter((stand) => !board?.soldiers[stand.name]?.awaited)
      .sort((a, b) => row(b) - row(a) || a.x - b.x || level(a) - level(b));
  }

  /** What counters cover. */
  get boxes() {
    return this.owns.map((own) => own.box);
  }

  parts() {
    const edge = svg("path", { class: "counter-edge" });
    const symbol = svg("g", { class: "counter-symbol", "aria-hidden": "true" });
    return {
      tap: svg("rect", { class: "tap" }),
      drawn: [edge, symbol],
      edge,
      symbol,
      half: 1,
      stack: 1,
      shown: "",
      box: box(0, 0, 0, 0),
    };
  }

  /**
   * @param {Parts} own
   * @param {number} least
   */
  resizeTap({ tap, half, stack }, least) {
    const reach = stack > 1 ? half : Math.max(half, least);
    set(tap, { x: -reach, y: -reach, width: 2 * reach, height: 2 * reach });
  }

  /**
   * @param {Common} common
   * @param {Parts} own
   * @param {StandView} stand
   * @param {Drawn} given
   * @param {Places} places
   */
  update(common, own, stand, { depth, sides, view, board: turn }, places) {
    const shown = view.board?.kind === "hexes" ? view.board : null;
    const board = turn instanceof HexTurn ? turn : null;
    const told = shown?.soldiers[stand.name] ?? NOWHERE;
    const face = told.face;
    const on = told.cell && told.state !== "between" ? places.get(told.cell) : null;
    const [x, y] = on?.at ?? told.place ?? [stand.x, stand.y];
    const hex = (shown?.size_cm ?? 1) / Math.sqrt(3);
    const half = hex * (told.stack > 1 ? 0.43 : 0.55);
    const step = Math.min(FAN * 2 * half, (WIDEST * hex) / Math.max(1, told.stack - 1));
    const shift = on ? (told.level - (told.stack - 1) / 2) * step : 0;
    const side = sides.get(stand.side) ?? 1;
    const d = tokenPath(side, half);
    Object.assign(own, { half, stack: told.stack, box: box(x + shift, depth - y - shift, 1.03 * half, 1.03 * half) });
    const drawn = JSON.stringify([face, half, side]);
    if (drawn !== own.shown) {
      own.shown = drawn;
      for (const path of [common.casing, common.face]) path.setAttribute("d", d);
      own.edge.setAttribute("d", tokenPath(side, half * 0.93));
      common.halo.setAttribute("d", tokenPath(side, half * 1.13));
      own.symbol.replaceChildren(...symbolOf(face, half));
      set(common.doubt, { x: half * 0.8, y: -half * 0.8 });
    }
    const classes = ["soldier", "counter", `side-${side}`, `is-${told.state}`, `nation-${face.tone ?? "plain"}`];
    classes.push(...(face.tags ?? []).map((tag) => `has-${tag}`));
    if (board?.actor === stand.name) classes.push("is-chosen");
    if (board?.others.includes(stand.name)) classes.push("joins-in");
    if (board?.targets.includes(stand.name)) classes.push("is-target");
    const target = board?.target(stand.name);
    if (target?.ways.some((way) => way.allowed)) classes.push("may-be-hit");
    if (board?.answer?.helpers.includes(stand.name)) classes.push("may-join");
    if (!board?.actor && shown?.ready.includes(stand.name)) classes.push("is-movable");
    if (!stand.seen) classes.push("not-seen");
    return {
      class: classes.join(" "),
      transform: `translate(${x + shift} ${depth - y - shift})`,
      "aria-label": [told.label ?? stand.label, target?.said, board?.option(told.cell)?.short]
        .filter(Boolean)
        .join(", "),
      ...(this.onChoose
        ? {
            "aria-pressed": String(
              board?.actor === stand.name ||
                Boolean(board?.others.includes(stand.name)) ||
                Boolean(board?.targets.includes(stand.name)),
            ),
          }
        : {}),
    };
  }
}

/**
 * The first side's counters are square with round corners, the second's have their corners cut.
 * @param {number} side
 * @param {number} r
 */
export function tokenPath(side, r) {
  if (side === 1) {
    const c = r * 0.3;
    const round = `A${c} ${c} 0 0 1`;
    const [right, left] = [`H${r - c}${round} ${r} ${-r + c}V${r - c}`, `H${-r + c}${round} ${-r} ${r - c}V${-r + c}`];
    return `M${-r + c} ${-r}${right}${round} ${r - c} ${r}${left}${round} ${-r + c} ${-r}Z`;
  }
  const c = r * 0.42;
  const e = r - c;
  return `M${-e} ${-r}L${e} ${-r}L${r} ${-e}L${r} ${e}L${e} ${r}L${-e} ${r}L${-r} ${e}L${-r} ${-e}Z`;
}
