// The squares of a board on the plan: their numbers, where the chosen soldier may go and how, the steps so far.

import { present, svg } from "../dom.js";
import { upright } from "../plan/paths.js";
import { num } from "../words.js";
import { CellLayer, outlineOf, way } from "./cells.js";

/** @import { Board } from "./board.js" */
/** @import { OpenFacts, Point, SquareBoardView, SquareOptionView, StepView } from "../types.js" */

/**
 * Signs in a square of 20 x 20: a ring to step to, a cross to take, an open link to free.
 * @type {Record<string, string[]>}
 */
const SIGNS = {
  move: [],
  capture: ["M-2.600-2.600 2.600 2.600M-2.600 2.600 2.600-2.600"],
  free: ["M-.8-1.800H-1.600A1.800 1.800 0 0 0-1.600 1.800H-.8M.8-1.800H1.600A1.800 1.800 0 0 1 1.600 1.800H.8"],
};

/** @extends {CellLayer<Board>} */
export class BoardLayer extends CellLayer {
  #made = "";

  draw() {
    const { view } = this.session;
    if (view?.board?.kind !== "squares") return;
    const depth = view.table.depth_cm;
    this.#make(view.board, depth);
    const { board } = this;
    const options = new Map((board?.options ?? []).map((option) => [option.cell, option]));
    this.drawCells(options, (id, option) => [`field-${id[0]}`, ...(option ? [`is-${option.kind}`] : [])]);
    this.#drawSigns(view.board, options, depth);
  }

  /**
   * @param {SquareBoardView} board
   * @param {number} depth
   */
  #make(board, depth) {
    const { shape, cells } = board;
    const made = `${JSON.stringify(shape)} ${cells.length} ${cells[0]} ${cells.at(-1)} ${depth}`;
    if (made === this.#made) return;
    this.#made = made;
    const size = Math.min(
      ...[0, 1].map((axis) => Math.max(...shape.map((p) => p[axis])) - Math.min(...shape.map((p) => p[axis]))),
    );
    this.plan.svg.style.setProperty("--cell", String(size));
    this.makeCells(board, outlineOf(shape), depth);
  }

  /**
   * What lies over the soldiers: where one may go, the steps so far, what the camera saw go.
   * @param {SquareBoardView} shown
   * @param {Map<string, SquareOptionView>} options
   * @param {number} depth
   */
  #drawSigns(shown, options, depth) {
    const seen = stepsOf(this.onlyReading(Boolean(this.board?.steps.length))?.action);
    const places = new Map(shown.cells.map(([id, x, y]) => [id, upright(depth)([x, y])]));
    /** @param {string} cell */
    const at = (cell) => places.get(cell);
    const size = shown.size_cm;
    const on = new Set(this.board ? [] : Object.values(shown.soldiers).map((one) => one.cell));
    /** @param {string} cell */
    const taken = (cell) => (this.board ? Boolean(this.board.onCell(cell)) : on.has(cell));
    /** @param {string[]} leg */
    const short = (leg) => size * (taken(leg.at(-1) ?? "") ? 0.44 : 0.08);
    const more = this.board?.refusal ? legs(this.board.refusal.steps) : [];
    this.ways.replaceChildren(
      ...this.ruled(depth).flatMap(({ points, tone }) => way(points, size, `is-ruled tone-${tone}`, size * 0.44)),
      ...legs(seen).flatMap((leg) => way(leg.map(at), size, "is-seen", short(leg))),
      ...legs(this.board?.steps ?? []).flatMap((leg) => way(leg.map(at), size, "", short(leg))),
      ...more.flatMap((leg) => way(leg.map(at), size, "is-refused", short(leg))),
    );
    this.signs.replaceChildren(...present([...options.values()].map((option) => sign(option, at(option.cell), size))));
  }

  /**
   * @param {Board} board
   * @param {string} cell
   */
  async press(board, cell) {
    await board.tap(cell);
    this.#follow(cell);
  }

  /**
   * Whoever stepped there is the button now; a focus that has gone on meanwhile stays where it is.
   * @param {string} cell
   */
  #follow(cell) {
    const held = document.activeElement;
    if (held === document.body || held === this.element(cell)) this.focus(cell);
  }
}

/**
 * A ring with how many squares it takes; in the corner a cross takes a prisoner, an open link frees.
 * @param {SquareOptionView} option
 * @param {Point | undefined} at
 * @param {number} size
 */
function sign({ kind, squares, cell }, at, size) {
  if (!at) return null;
  const corner = kind !== "move";
  return svg(
    "g",
    { class: `cell-sign is-${kind}`, "data-sign": cell, transform: `translate(${at.join(" ")}) scale(${size / 22})` },
    svg(
      "g",
      corner ? { transform: "translate(6.6 -6.6)" } : { transform: "translate(1.2 1.2)" },
      svg("circle", { class: "sign-casing", r: corner ? 5.6 : 6.5 }),
      svg("circle", { class: "sign-ring", r: corner ? 5.6 : 6.5 }),
      ...SIGNS[kind].map((d) => svg("path", { class: "sign-mark", d })),
      !corner && svg("text", { class: "sign-count" }, num(squares, 0)),
    ),
  );
}

/**
 * The steps of a turn on squares.
 * @param {OpenFacts | undefined} action
 * @returns {StepView[]}
 */
const stepsOf = (action) => (Array.isArray(action?.steps) ? action.steps : []);

/**
 * Steps as the ways of soldiers, each from square to square.
 * @param {StepView[]} steps
 */
function legs(steps) {
  /** @type {string[][]} */
  const found = [];
  for (const { from, to } of steps) {
    const going = found.find((leg) => leg.at(-1) === from);
    if (going) going.push(to);
    else found.push([from, to]);
  }
  return found;
}
