// The squares of a board on the plan: their numbers, where the chosen soldier may go and how, the steps so far.

import { set, svg } from "../dom.js";
import { num, t } from "../words.js";

/** Signs in a square of 20 x 20: a ring to step to, a cross to take, an open link to free. */
const SIGNS = {
  move: [],
  capture: ["M-6-6 6 6M-6 6 6-6"],
  free: ["M-2.500-1.500H-5A3.500 3.500 0 1 0-5 5.500H-2.500M2.500-5.500H5A3.500 3.500 0 1 1 5 1.500H2.500M-3 2 3-2"],
};

export class BoardLayer {
  #elements = new Map();
  #made = "";

  /** `board` is the turn being put together; without one the squares are only looked at. */
  constructor(desk, plan, board = null) {
    Object.assign(this, { desk, plan, board });
    this.ground = svg("g", { class: "cells" });
    this.signs = svg("g", { class: "cell-signs" });
    plan.boardLayer.append(this.ground);
    plan.aboveLayer.append(this.signs);
    desk.addEventListener("change", () => this.draw());
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
    return this.#elements.get(cell)?.root ?? null;
  }

  draw() {
    const { view } = this.desk;
    if (!view?.board) return;
    const depth = view.table.depth_cm;
    this.#make(view.board, depth);
    const { board } = this;
    const options = new Map((board?.at ? board.answer?.options ?? [] : []).map((option) => [option.cell, option]));
    const doubtful = new Set(Object.values(view.board.soldiers).flatMap((one) => (one.state === "between" ? one.cells : [])));
    for (const [id, parts] of this.#elements) {
      const option = options.get(id);
      const classes = ["cell", `field-${id[0]}`];
      if (option) classes.push("is-option", `is-${option.kind}`);
      if (doubtful.has(id)) classes.push("is-doubtful");
      if (board?.at === id) classes.push("is-from");
      set(parts.root, {
        class: classes.join(" "),
        ...(board ? { "aria-label": option ? option.said : t("board_empty", { cell: this.board.label(id) }) } : {}),
      });
    }
    this.#drawSigns(options, depth);
  }

  #make({ shape, cells }, depth) {
    const made = `${JSON.stringify(shape)} ${cells.length} ${cells[0]} ${cells.at(-1)} ${depth}`;
    if (made === this.#made) return;
    this.#made = made;
    this.#elements.clear();
    const d = `M${shape.map(([x, y]) => `${x} ${-y}`).join("L")}Z`;
    const size = Math.min(...[0, 1].map((axis) => Math.max(...shape.map((p) => p[axis])) - Math.min(...shape.map((p) => p[axis]))));
    this.plan.svg.style.setProperty("--cell", size);
    for (const [id, x, y, , number] of cells) {
      const parts = { face: svg("path", { class: "cell-face", d }), name: svg("text", { class: "cell-name" }, number) };
      parts.root = svg("g", { "data-cell": id, transform: `translate(${x} ${depth - y})`, ...(this.board ? { role: "button", tabindex: -1 } : { "aria-hidden": "true" }) }, parts.face, parts.name);
      this.#elements.set(id, parts);
    }
    this.ground.replaceChildren(...[...this.#elements.values()].map(({ root }) => root));
  }

  /** What lies over the soldiers: where one may go, the steps so far, what the camera saw go. */
  #drawSigns(options, depth) {
    const cells = this.board?.cells;
    const seen = this.#seenSteps();
    if (!cells && !seen.length) return this.signs.replaceChildren();
    const at = (cell) => {
      const found = (cells ?? this.#places()).get(cell);
      return found && [found.x, depth - found.y];
    };
    const steps = this.board?.refusal ? [...this.board.steps, ...this.board.refusal.steps] : this.board?.steps ?? [];
    const arrows = [...seen.map((step) => arrow(step, at, "is-seen")), ...steps.map((step, i) => arrow(step, at, this.board.refusal && i >= this.board.steps.length ? "is-refused" : ""))];
    this.signs.replaceChildren(...arrows.flat().filter(Boolean), ...[...options.values()].map((option) => sign(option, at(option.cell))));
  }

  #places() {
    return new Map(this.desk.view.board.cells.map(([id, x, y]) => [id, { x, y }]));
  }

  #seenSteps() {
    const { view, ruling } = this.desk;
    if (ruling || this.board?.steps.length) return [];
    const readings = view.board.seen?.readings ?? [];
    return readings.length === 1 ? readings[0].action.steps ?? [] : [];
  }

  /** Arrows go from square to square, Enter does what a tap would. */
  #key(event) {
    const from = event.target.closest?.("[data-cell]")?.dataset.cell ?? this.board.cellOf(event.target.closest?.("[data-name]")?.dataset.name);
    if (!from) return false;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.board.tap(from).then(() => this.focus(from));
      return true;
    }
    if (event.key === "Backspace") {
      event.preventDefault();
      this.board.takeBack();
      return true;
    }
    const way = WAYS[event.key];
    if (!way) return false;
    event.preventDefault();
    const next = this.#beside(from, way);
    if (next) this.focus(next);
    return true;
  }

  /** Who stands there is the button; an empty square is one itself. */
  focus(cell) {
    const stand = this.board.onCell(cell);
    const element = (stand && this.plan.stands.element(stand.name)) ?? this.element(cell);
    element?.focus();
  }

  #beside(from, [dx, dy]) {
    const here = this.board.cells.get(from);
    let best = null;
    let least = Infinity;
    for (const cell of this.board.cells.values()) {
      const ahead = (cell.x - here.x) * dx + (cell.y - here.y) * dy;
      const aside = Math.abs((cell.x - here.x) * dy - (cell.y - here.y) * dx);
      if (ahead <= 1e-6 || aside > ahead) continue;
      const cost = ahead + 2 * aside;
      if (cost < least) [best, least] = [cell.id, cost];
    }
    return best;
  }
}

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** A ring with how many squares it takes; a cross takes a prisoner, an open link frees. */
function sign({ kind, squares, cell }, [x, y]) {
  return svg("g", { class: `cell-sign is-${kind}`, "data-sign": cell, transform: `translate(${x} ${y})` },
    svg("g", { class: "cell-sign-size" },
      svg("circle", { class: "sign-casing", r: kind === "move" ? 6.5 : 8.6 }),
      svg("circle", { class: "sign-ring", r: kind === "move" ? 6.5 : 8.6 }),
      ...SIGNS[kind].map((d) => svg("path", { class: "sign-mark", d })),
      kind === "move" && svg("text", { class: "sign-count" }, num(squares, 0))));
}

function arrow({ from, to }, at, more) {
  const [a, b] = [at(from), at(to)];
  if (!a || !b) return [];
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const head = length * 0.26;
  const neck = [b[0] - ux * head, b[1] - uy * head];
  const d = `M${a.join(" ")}L${neck.join(" ")}`;
  const tip = `M${b.join(" ")}L${neck[0] - uy * head * 0.6} ${neck[1] + ux * head * 0.6}L${neck[0] + uy * head * 0.6} ${neck[1] - ux * head * 0.6}Z`;
  return [svg("path", { class: `step-casing ${more}`, d }), svg("path", { class: `step ${more}`, d }), svg("path", { class: `step-tip ${more}`, d: tip })];
}
