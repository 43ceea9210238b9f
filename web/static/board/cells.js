// The cells of a board on the plan, squares or hexes: their groups, which of them are buttons, keys from cell to cell.

import { nearest, set, svg } from "../dom.js";
import { arrowHead, bounds, closed, open, upright } from "../plan/paths.js";
import { t } from "../words.js";

/** @import { Board } from "./board.js" */
/** @import { HexTurn } from "./turn.js" */
/** @import { Edges } from "../plan/labels.js" */
/** @import { Plan } from "../plan/plan.js" */
/** @import { Past } from "../record/past.js" */
/** @import { Session } from "../session.js" */
/** @import { BoardOption, BoardView, MarkView, Point, Value } from "../types.js" */

/** @type {Record<string, Point>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/**
 * `Turn` is what is put together on the board.
 * @template {Board | HexTurn} [Turn=Board | HexTurn]
 */
export class CellLayer {
  /** @type {Map<string, SVGGElement>} */
  #elements = new Map();
  ground = svg("g", { class: "cells" });
  marks = svg("g", { class: "board-marks", "aria-hidden": "true" });
  ways = svg("g", { class: "steps" });
  signs = svg("g", { class: "cell-signs" });
  session;
  plan;
  board;
  /** How much a cell counts that lies aside of an arrow's line: of squares the one straight ahead is the next. */
  astray = 2;

  /**
   * `board` is the turn being put together; without one the cells are only looked at.
   * @param {Session | Past} session
   * @param {Plan} plan
   * @param {Turn | null} board
   */
  constructor(session, plan, board = null) {
    this.session = session;
    this.plan = plan;
    this.board = board;
    plan.boardLayer.append(this.ground, this.marks, this.ways);
    plan.aboveLayer.append(this.signs);
    session.addEventListener("change", () => this.draw());
    plan.addEventListener("rescale", () => this.draw());
    plan.cells = this;
    if (board) {
      plan.boardLayer.addEventListener("click", (event) => {
        const cell = nearest(event, "[data-cell]")?.dataset.cell;
        if (cell) board.tap(cell);
      });
    }
  }

  /**
   * What lies over the cells besides the tokens: no name goes there.
   * @type {Edges[]}
   */
  boxes = [];

  draw() {}

  /** @param {string} cell */
  element(cell) {
    return this.#elements.get(cell) ?? null;
  }

  /**
   * Everything anew for another board; `printed` places the number in its cell.
   * @param {BoardView} board
   * @param {string} d
   * @param {number} depth
   * @param {Record<string, Value>} printed
   */
  makeCells({ cells, marks }, d, depth, printed = {}) {
    this.#elements.clear();
    for (const [id, x, y, , number] of cells) {
      this.#elements.set(
        id,
        svg(
          "g",
          {
            "data-cell": id,
            transform: `translate(${x} ${depth - y})`,
            ...(this.board ? { role: "button", tabindex: -1 } : { "aria-hidden": "true" }),
          },
          svg("path", { class: "cell-face", d }),
          svg("text", { class: "cell-name", ...printed }, number),
        ),
      );
    }
    this.plan.svg.classList.add("has-cells");
    this.marks.replaceChildren(...marks.map((mark) => markOf(mark, depth)));
    this.ground.replaceChildren(...this.#elements.values());
  }

  /**
   * How every cell stands now; `more` says the classes that only this kind of board gives.
   * @template {BoardOption} O
   * @param {Map<string, O>} options
   * @param {(id: string, option: O | undefined) => string[]} more
   */
  drawCells(options, more) {
    const { board } = this;
    const soldiers = Object.values(this.session.view?.board?.soldiers ?? {});
    const doubtful = new Set(soldiers.flatMap((one) => (one.state === "between" ? one.cells : [])));
    for (const [id, root] of this.#elements) {
      const option = options.get(id);
      const classes = ["cell", ...more(id, option)];
      if (option) classes.push("is-option");
      if (doubtful.has(id)) classes.push("is-doubtful");
      if (board?.at === id) classes.push("is-from");
      set(root, { class: classes.join(" "), ...(board ? this.#told(board, id, option) : {}) });
    }
  }

  /**
   * An empty cell is a button; where somebody stands he is it.
   * @param {Turn} board
   * @param {string} id
   * @param {BoardOption | undefined} option
   */
  #told(board, id, option) {
    if (board.onCell(id)) return { "aria-hidden": "true", "aria-label": null };
    return { "aria-hidden": null, "aria-label": option ? option.said : this.empty(board.label(id), id) };
  }

  /**
   * What is said of an empty cell.
   * @param {string} label
   * @param {string} _id
   */
  empty(label, _id) {
    return t("board_empty", { cell: label });
  }

  /**
   * The ways of a ruling.
   * @param {number} depth
   */
  ruled(depth) {
    const { ruling } = this.session;
    if (!ruling) return [];
    const paths = ruling.geometry.filter((shape) => shape.role === "path" && shape.form === "line");
    return paths.map(({ points }) => ({ tone: ruling.tone, points: points.map(upright(depth)) }));
  }

  /**
   * What the camera saw go, where it can be read in one way only and nobody has `begun` a turn on the page.
   * @param {boolean} begun
   */
  onlyReading(begun) {
    const { view, ruling } = this.session;
    const readings = ruling || begun ? [] : (view?.board?.seen?.readings ?? []);
    return readings.length === 1 ? readings[0] : null;
  }

  /**
   * Arrows go from cell to cell, Enter does what a tap would.
   * @param {KeyboardEvent} event
   */
  key(event) {
    const { board } = this;
    const name = nearest(event, "[data-name]")?.dataset.name;
    const from = board && (nearest(event, "[data-cell]")?.dataset.cell ?? (name && board.cellOf(name)));
    if (!board || !from) return false;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.press(board, from, name);
      return true;
    }
    const way = WAYS[event.key];
    if (!way) return false;
    event.preventDefault();
    const next = this.#beside(board, from, way);
    if (next) this.focus(next);
    return true;
  }

  /**
   * Does what a tap would.
   * @param {Turn} _board
   * @param {string} _cell
   * @param {string | undefined} _name
   */
  press(_board, _cell, _name) {}

  /**
   * Who stands there is the button; an empty cell is one itself.
   * @param {string} cell
   * @param {string | undefined} name
   */
  focus(cell, name = this.board?.onCell(cell)?.name) {
    const stand = name ? this.plan.stands.element(name) : null;
    (stand ?? this.element(cell))?.focus();
  }

  /**
   * @param {Turn} board
   * @param {string} from
   * @param {Point} way
   */
  #beside(board, from, [dx, dy]) {
    const here = board.cells.get(from);
    if (!here) return null;
    let best = null;
    let least = Infinity;
    for (const cell of board.cells.values()) {
      const ahead = (cell.x - here.x) * dx + (cell.y - here.y) * dy;
      const aside = Math.abs((cell.x - here.x) * dy - (cell.y - here.y) * dx);
      if (ahead <= 1e-6 || aside > ahead) continue;
      const cost = ahead + this.astray * aside;
      if (cost < least) [best, least] = [cell.id, cost];
    }
    return best;
  }
}

/**
 * A cell's outline round its middle; the table's y goes up, the plan's down.
 * @param {Point[]} shape
 */
export const outlineOf = (shape) => closed(shape.map(upright(0)));

/**
 * A way from the middle of one cell to another, or `short` of it where somebody stands; a ring where it began.
 * @param {(Point | undefined)[]} points
 * @param {number} size
 * @param {string} more
 * @param {number} short
 * @param {{ head?: number, began?: number }} ends
 */
export function way(points, size, more, short, { head = 0.3, began = 0.12 } = {}) {
  const known = points.filter((point) => point !== undefined);
  const [a, b] = known.slice(-2);
  if (known.length < points.length || !b) return [];
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  /** @type {Point} */
  const tip = [b[0] - ux * short, b[1] - uy * short];
  /** @type {Point} */
  const neck = [tip[0] - ux * size * head, tip[1] - uy * size * head];
  const d = open([...known.slice(0, -1), neck]);
  const ring = svg("circle", { class: `step-began ${more}`, cx: known[0][0], cy: known[0][1], r: size * began });
  return [
    svg("path", { class: `step-casing ${more}`, d }),
    svg("path", { class: `step ${more}`, d }),
    ring,
    svg("path", { class: `step-tip ${more}`, d: arrowHead(neck, tip, size * head * 0.72) }),
  ];
}

/**
 * @param {MarkView} mark
 * @param {number} depth
 */
function markOf({ kind, points, word }, depth) {
  const at = points.map(upright(depth));
  if (word) return svg("text", { class: `board-mark is-${kind}`, x: at[0][0], y: at[0][1] }, word);
  return svg("path", { class: `board-mark is-${kind}`, d: open(at) });
}

/**
 * A board is looked at without the table round it.
 * @param {BoardView} board
 * @param {number} depth
 */
export function aroundBoard({ cells, size_cm: size }, depth) {
  const { x, y, width, height } = bounds(cells.map((cell) => upright(depth)([cell[1], cell[2]])));
  const [aside, room] = [size * 1.2, size * 0.62];
  return { x: x - aside, y: y - room, width: width + 2 * aside, height: height + 2 * room };
}
