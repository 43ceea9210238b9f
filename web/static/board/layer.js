// The squares of a board on the plan: their numbers, where the chosen soldier may go and how, the steps so far.

import { set, svg } from "../dom.js";
import { num, t } from "../words.js";

/** Signs in a square of 20 x 20: a ring to step to, a cross to take, an open link to free. */
const SIGNS = {
  move: [],
  capture: ["M-2.600-2.600 2.600 2.600M-2.600 2.600 2.600-2.600"],
  free: ["M-.8-1.800H-1.600A1.800 1.800 0 0 0-1.600 1.800H-.8M.8-1.800H1.600A1.800 1.800 0 0 1 1.600 1.800H.8"],
};

export class BoardLayer {
  #elements = new Map();
  #made = "";

  /** `board` is the turn being put together; without one the squares are only looked at. */
  constructor(desk, plan, board = null) {
    Object.assign(this, { desk, plan, board });
    this.ground = svg("g", { class: "cells" });
    this.marks = svg("g", { class: "board-marks", "aria-hidden": "true" });
    this.ways = svg("g", { class: "steps" });
    this.signs = svg("g", { class: "cell-signs" });
    plan.boardLayer.append(this.ground, this.marks, this.ways);
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
        ...(board ? this.#told(id, option) : {}),
      });
    }
    this.#drawSigns(options, depth);
  }

  /** An empty square is a button; where somebody stands he is it. */
  #told(id, option) {
    const stand = this.board.onCell(id);
    if (stand) return { "aria-hidden": "true", "aria-label": null };
    return { "aria-hidden": null, "aria-label": option ? option.said : t("board_empty", { cell: this.board.label(id) }) };
  }

  #make({ shape, cells, marks }, depth) {
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
    this.plan.svg.classList.add("has-cells");
    this.marks.replaceChildren(...marks.map((mark) => markOf(mark, depth)));
    this.ground.replaceChildren(...[...this.#elements.values()].map(({ root }) => root));
  }

  /** What lies over the soldiers: where one may go, the steps so far, what the camera saw go. */
  #drawSigns(options, depth) {
    const cells = this.board?.cells;
    const seen = this.#seenSteps();
    const at = (cell) => {
      const found = (cells ?? this.#places()).get(cell);
      return found && [found.x, depth - found.y];
    };
    const size = this.desk.view.board.size_cm;
    const on = new Set(this.board ? [] : Object.values(this.desk.view.board.soldiers).map((one) => one.cell));
    const taken = (cell) => (this.board ? Boolean(this.board.onCell(cell)) : on.has(cell));
    const short = (leg) => size * (taken(leg.at(-1)) ? 0.44 : 0.08);
    const more = this.board?.refusal ? legs(this.board.refusal.steps) : [];
    this.ways.replaceChildren(
      ...this.#ruled(depth).flatMap(({ points, tone }) => way(points, size, `is-ruled tone-${tone}`, size * 0.44)),
      ...legs(seen).flatMap((leg) => way(leg.map(at), size, "is-seen", short(leg))),
      ...legs(this.board?.steps ?? []).flatMap((leg) => way(leg.map(at), size, "", short(leg))),
      ...more.flatMap((leg) => way(leg.map(at), size, "is-refused", short(leg))));
    this.signs.replaceChildren(...[...options.values()].map((option) => sign(option, at(option.cell), size)));
  }

  #places() {
    return new Map(this.desk.view.board.cells.map(([id, x, y]) => [id, { x, y }]));
  }

  /** The ways of a ruling's soldiers. */
  #ruled(depth) {
    const { ruling } = this.desk;
    const paths = ruling?.geometry.filter((shape) => shape.role === "path" && shape.form === "line") ?? [];
    return paths.map(({ points }) => ({ tone: ruling.tone, points: points.map(([x, y]) => [x, depth - y]) }));
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
      this.board.tap(from).then(() => this.#follow(from));
      return true;
    }
    const way = WAYS[event.key];
    if (!way) return false;
    event.preventDefault();
    const next = this.#beside(from, way);
    if (next) this.focus(next);
    return true;
  }

  /** Whoever stepped there is the button now; a focus that has gone on meanwhile stays where it is. */
  #follow(cell) {
    const held = document.activeElement;
    if (held === document.body || held === this.element(cell)) this.focus(cell);
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

/** A ring with how many squares it takes; in the corner a cross takes a prisoner, an open link frees. */
function sign({ kind, squares, cell }, [x, y], size) {
  const corner = kind !== "move";
  return svg("g", { class: `cell-sign is-${kind}`, "data-sign": cell, transform: `translate(${x} ${y}) scale(${size / 22})` },
    svg("g", corner ? { transform: "translate(6.6 -6.6)" } : { transform: "translate(1.2 1.2)" },
      svg("circle", { class: "sign-casing", r: corner ? 5.6 : 6.5 }),
      svg("circle", { class: "sign-ring", r: corner ? 5.6 : 6.5 }),
      ...SIGNS[kind].map((d) => svg("path", { class: "sign-mark", d })),
      !corner && svg("text", { class: "sign-count" }, num(squares, 0))));
}

/** Steps as the ways of soldiers, each from square to square. */
function legs(steps) {
  const found = [];
  for (const { from, to } of steps) {
    const going = found.find((leg) => leg.at(-1) === from);
    if (going) going.push(to);
    else found.push([from, to]);
  }
  return found;
}

/** A way from the middle of one square to another, or to the edge of who stands there; a ring where it began. */
function way(points, size, more, short) {
  if (points.some((point) => !point)) return [];
  const [a, b] = points.slice(-2);
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  const tip = [b[0] - ux * short, b[1] - uy * short];
  const head = size * 0.3;
  const neck = [tip[0] - ux * head, tip[1] - uy * head];
  const d = `M${[...points.slice(0, -1), neck].map((p) => p.join(" ")).join("L")}`;
  const wing = head * 0.72;
  const point = `M${tip.join(" ")}L${neck[0] - uy * wing} ${neck[1] + ux * wing}L${neck[0] + uy * wing} ${neck[1] - ux * wing}Z`;
  const began = svg("circle", { class: `step-began ${more}`, cx: points[0][0], cy: points[0][1], r: size * 0.12 });
  return [svg("path", { class: `step-casing ${more}`, d }), svg("path", { class: `step ${more}`, d }), began, svg("path", { class: `step-tip ${more}`, d: point })];
}

function markOf({ kind, points, word }, depth) {
  const at = points.map(([x, y]) => [x, depth - y]);
  if (word) return svg("text", { class: `board-mark is-${kind}`, x: at[0][0], y: at[0][1] }, word);
  return svg("path", { class: `board-mark is-${kind}`, d: `M${at.map((p) => p.join(" ")).join("L")}` });
}
