// The cells of a board on the plan, squares or hexes: their groups, which of them are buttons, keys from cell to cell.

import { set, svg } from "../dom.js";
import { t } from "../words.js";

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class CellLayer {
  #elements = new Map();
  /** How much a cell counts that lies aside of an arrow's line: of squares the one straight ahead is the next. */
  astray = 2;

  /** `board` is the turn being put together; without one the cells are only looked at. */
  constructor(session, plan, board = null) {
    Object.assign(this, { session, plan, board });
    this.ground = svg("g", { class: "cells" });
    this.marks = svg("g", { class: "board-marks", "aria-hidden": "true" });
    this.ways = svg("g", { class: "steps" });
    this.signs = svg("g", { class: "cell-signs" });
    plan.boardLayer.append(this.ground, this.marks, this.ways);
    plan.aboveLayer.append(this.signs);
    session.addEventListener("change", () => this.draw());
    plan.addEventListener("rescale", () => this.draw());
    plan.board = board;
    if (board) {
      plan.boardLayer.addEventListener("click", (event) => {
        const cell = event.target.closest?.("[data-cell]")?.dataset.cell;
        if (cell) board.tap(cell);
      });
      plan.boardKeys = (event) => this.#key(event);
    }
  }

  element(cell) {
    return this.#elements.get(cell) ?? null;
  }

  /** Everything anew for another board; `printed` places the number in its cell. */
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

  /** How every cell stands now; `more` says the classes that only this kind of board gives. */
  drawCells(options, more) {
    const { board } = this;
    const doubtful = new Set(
      Object.values(this.session.view.board.soldiers).flatMap((one) => (one.state === "between" ? one.cells : [])),
    );
    for (const [id, root] of this.#elements) {
      const option = options.get(id);
      const classes = ["cell", ...more(id, option)];
      if (option) classes.push("is-option");
      if (doubtful.has(id)) classes.push("is-doubtful");
      if (board?.at === id) classes.push("is-from");
      set(root, { class: classes.join(" "), ...(board ? this.#told(id, option) : {}) });
    }
  }

  /** An empty cell is a button; where somebody stands he is it. */
  #told(id, option) {
    if (this.board.onCell(id)) return { "aria-hidden": "true", "aria-label": null };
    return { "aria-hidden": null, "aria-label": option ? option.said : this.empty(id) };
  }

  empty(id) {
    return t("board_empty", { cell: this.board.label(id) });
  }

  /** The ways of a ruling. */
  ruled(depth) {
    const { ruling } = this.session;
    const paths = ruling?.geometry.filter((shape) => shape.role === "path" && shape.form === "line") ?? [];
    return paths.map(({ points }) => ({ tone: ruling.tone, points: points.map(([x, y]) => [x, depth - y]) }));
  }

  /** What the camera saw go, where it can be read in one way only and nobody has `begun` a turn on the page. */
  onlyReading(begun) {
    const { view, ruling } = this.session;
    const readings = ruling || begun ? [] : (view.board.seen?.readings ?? []);
    return readings.length === 1 ? readings[0] : null;
  }

  /** Arrows go from cell to cell, Enter does what a tap would. */
  #key(event) {
    const name = event.target.closest?.("[data-name]")?.dataset.name;
    const from = event.target.closest?.("[data-cell]")?.dataset.cell ?? (name && this.board.cellOf(name));
    if (!from) return false;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.press(from, name);
      return true;
    }
    const way = WAYS[event.key];
    if (!way) return false;
    event.preventDefault();
    const next = this.#beside(from, way);
    if (next) this.focus(next);
    return true;
  }

  /** Who stands there is the button; an empty cell is one itself. */
  focus(cell, name = this.board.onCell(cell)?.name) {
    ((name && this.plan.stands.element(name)) ?? this.element(cell))?.focus();
  }

  #beside(from, [dx, dy]) {
    const here = this.board.cells.get(from);
    let best = null;
    let least = Infinity;
    for (const cell of this.board.cells.values()) {
      const ahead = (cell.x - here.x) * dx + (cell.y - here.y) * dy;
      const aside = Math.abs((cell.x - here.x) * dy - (cell.y - here.y) * dx);
      if (ahead <= 1e-6 || aside > ahead) continue;
      const cost = ahead + this.astray * aside;
      if (cost < least) [best, least] = [cell.id, cost];
    }
    return best;
  }
}

/** A cell's outline round its middle; the table's y goes up, the plan's down. */
export const outlineOf = (shape) => `M${shape.map(([x, y]) => `${x} ${-y}`).join("L")}Z`;

/** A way from the middle of one cell to another, or `short` of it where somebody stands; a ring where it began. */
export function way(points, size, more, short, { head = 0.3, began = 0.12 } = {}) {
  if (points.length < 2 || points.some((point) => !point)) return [];
  const [a, b] = points.slice(-2);
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  const tip = [b[0] - ux * short, b[1] - uy * short];
  const neck = [tip[0] - ux * size * head, tip[1] - uy * size * head];
  const d = `M${[...points.slice(0, -1), neck].map((p) => p.join(" ")).join("L")}`;
  const wing = size * head * 0.72;
  const point = `M${tip.join(" ")}L${neck[0] - uy * wing} ${neck[1] + ux * wing}L${neck[0] + uy * wing} ${neck[1] - ux * wing}Z`;
  const ring = svg("circle", { class: `step-began ${more}`, cx: points[0][0], cy: points[0][1], r: size * began });
  return [
    svg("path", { class: `step-casing ${more}`, d }),
    svg("path", { class: `step ${more}`, d }),
    ring,
    svg("path", { class: `step-tip ${more}`, d: point }),
  ];
}

function markOf({ kind, points, word }, depth) {
  const at = points.map(([x, y]) => [x, depth - y]);
  if (word) return svg("text", { class: `board-mark is-${kind}`, x: at[0][0], y: at[0][1] }, word);
  return svg("path", { class: `board-mark is-${kind}`, d: `M${at.map((p) => p.join(" ")).join("L")}` });
}
