// The hexes of a board on the plan: the ground, what may be reached and for how much, ranges, zones, supply.

import { svg } from "../dom.js";
import { num } from "../words.js";
import { CellLayer, outlineOf, way } from "./cells.js";

const SQRT3 = Math.sqrt(3);
const NARROW = window.matchMedia("(max-width: 820px), (max-aspect-ratio: 1/1), (max-height: 520px)");

/** On a phone so many hexes are in sight across, at least, and at most where very many are reached. */
const LEAST_ACROSS = 8;
const MOST_ACROSS = 13;
const MANY = 40;

/** What stops or helps a counter on its way, in a circle of radius 1: a letter says it, no colour alone. */
const NOTE_SIGNS = { zoc: "Z", road: "R", mines: "M", battle: "⚔", no_battle: "–", join: "+", flak: "A" };

/** The arrow at the end of a way, the ring at its beginning, in hexes. */
const ENDS = { head: 0.24, began: 0.1 };

export class HexLayer extends CellLayer {
  #made = "";
  #followed = "";
  /** Straight above a hex lies none in a field of pointed hexes: those aslant count as near. */
  astray = 1.01;

  constructor(session, plan, board = null) {
    super(session, plan, board);
    this.ground.classList.add("hexes");
    this.terrain = svg("g", { class: "hex-terrain", "aria-hidden": "true" });
    this.zones = svg("g", { class: "hex-zones", "aria-hidden": "true" });
    this.ground.after(this.terrain);
    this.marks.after(this.zones);
  }

  draw() {
    const { view } = this.session;
    if (view?.board?.kind !== "hexes") return;
    const depth = view.table.depth_cm;
    this.#make(view.board, depth);
    const { board } = this;
    const options = new Map((board?.answer?.options ?? []).map((option) => [option.cell, option]));
    const aimed = new Set(
      (board?.answer?.targets ?? []).filter((one) => one.ways.some((way) => way.allowed)).map((one) => one.cell),
    );
    this.drawCells(options, (id, option) => [
      "hex",
      ...(option?.notes.map((note) => `notes-${note}`) ?? []),
      ...(aimed.has(id) ? ["is-aimed"] : []),
      ...(board?.to === id && option ? ["is-picked"] : []),
    ]);
    this.#drawZones(view.board);
    this.#drawWays(options, depth);
    this.#follow();
  }

  /** On a phone hexes are small: the window goes to the chosen counter and what it may reach, and back. */
  #follow() {
    if (!this.board || !NARROW.matches || this.board.via.length) return;
    const { actor, answer } = this.board;
    const { view } = this.session;
    const reached = actor ? [...answer.options, ...answer.targets] : [];
    const { width, height } = this.plan.svg.getBoundingClientRect();
    const home = [view.turn.side, view.board.phase?.name, Math.round(width), Math.round(height)];
    const ruled = actor ? [] : this.#ofRuling();
    const key = reached.length ? `${actor} ${answer.options.length}` : ruled.length ? ruled.join(" ") : home.join(" ");
    if (key === this.#followed) return;
    this.#followed = key;
    if (!reached.length && !ruled.length) return this.plan.zoom.byHand || this.#filled(view.board, width, height);
    const points = ruled.length
      ? ruled
      : this.#nearest(answer.at, this.#placesOf([answer.at, ...reached.map((one) => one.cell)]));
    const spread = Math.max(...points.map(([x]) => x)) - Math.min(...points.map(([x]) => x));
    this.plan.zoom.frame(points, Math.max(this.size * 2.5, (this.size * SQRT3 * LEAST_ACROSS - spread) / 2));
  }

  /** As much of the board as fills the window from edge to edge, round those who have something to do. */
  #filled({ ready, soldiers }, width, height) {
    const { zoom } = this.plan;
    zoom.reset();
    const { whole } = zoom;
    if (!height || width / height > 0.8 * (whole.width / whole.height)) return;
    const wide = Math.max(this.size * SQRT3 * LEAST_ACROSS, (whole.height * width) / height);
    const points = this.#placesOf(ready.map((name) => soldiers[name]?.cell));
    const middle = points.length ? points.reduce((sum, [x]) => sum + x, 0) / points.length : whole.x + whole.width / 2;
    zoom.to({ x: middle - wide / 2, y: whole.y, width: wide, height: whole.height });
  }

  /** Of a reach that is all over the board, what lies round the counter: hexes too small to tap help nobody. */
  #nearest(cell, points) {
    const at = this.places.get(cell);
    if (!at || points.length < MANY) return points;
    return points.filter(([x]) => Math.abs(x - at[0]) < (this.size * SQRT3 * MOST_ACROSS) / 2);
  }

  /** Where the ruling on the card happens: its lines, who acts and on whom. */
  #ofRuling() {
    const { ruling, view } = this.session;
    if (!ruling) return [];
    const lines = ruling.geometry.filter((shape) => shape.form === "line").flatMap((shape) => shape.points);
    const cells = [ruling.actor, ruling.target].map((name) => view.board.soldiers[name]?.cell);
    return [...this.#placesOf(cells), ...lines.map(([x, y]) => [x, view.table.depth_cm - y])];
  }

  #placesOf(cells) {
    return cells.map((cell) => this.places.get(cell)).filter(Boolean);
  }

  empty(id) {
    const ground = this.session.view.board.ground?.find((one) => one.cell === id);
    return [super.empty(id), ground?.said].filter(Boolean).join(", ");
  }

  #make(board, depth) {
    const { shape, cells, marks, ground } = board;
    const made = JSON.stringify([shape, cells.length, cells[0], cells.at(-1), depth, marks, ground]);
    if (made === this.#made) return;
    this.#made = made;
    this.outline = outlineOf(shape);
    this.size = Math.hypot(...shape[0]);
    this.places = new Map(cells.map(([id, x, y]) => [id, [x, depth - y]]));
    const pointy = Math.abs(shape[0][0]) < 1e-6 || shape.some(([x]) => Math.abs(x) < 1e-6);
    this.plan.svg.style.setProperty("--cell", this.size * SQRT3);
    this.plan.svg.classList.add("has-hexes");
    this.makeCells(board, this.outline, depth, { y: this.size * (pointy ? 0.68 : 0.7) });
    this.terrain.replaceChildren(...(ground ?? []).flatMap((one) => this.#groundOf(one)));
  }

  /** What lies in a hex: a tint with a hatch, and its letter in a corner. */
  #groundOf({ cell, kinds }) {
    const at = this.places.get(cell);
    if (!at) return [];
    return kinds
      .filter((kind) => kind !== "road")
      .map((kind, i) =>
        svg(
          "g",
          { class: `ground-${kind}`, transform: `translate(${at.join(" ")})` },
          svg("path", { class: "ground-fill", d: this.outline, transform: "scale(0.97)" }),
          ...groundSign(kind, this.size, i),
        ),
      );
  }

  /** What is switched on: zones of control and supply, each side with its own hatch; ranges of who is chosen. */
  #drawZones(board) {
    const turn = this.board;
    const drawn = (board.overlays ?? [])
      .filter((one) => turn?.isShown(one.key))
      .flatMap((one) =>
        one.layers.flatMap(({ side, part, cells }) =>
          cells.map((cell) => this.#zone(cell, `zone-${one.key} zone-side-${side} zone-part-${part}`)),
        ),
      );
    const rings = (turn?.answer?.rings ?? []).map((ring) => this.#ring(ring));
    this.zones.replaceChildren(...drawn.filter(Boolean), ...rings.flat().filter(Boolean));
  }

  #zone(cell, more) {
    const at = this.places.get(cell);
    return (
      at && svg("path", { class: `zone ${more}`, d: this.outline, transform: `translate(${at.join(" ")}) scale(0.94)` })
    );
  }

  /** The outline of all hexes within a range: the edges beyond which none of them lies. */
  #ring({ cells, label }) {
    const corners = this.session.view.board.shape.map(([x, y]) => [x, -y]);
    const within = cells.map((cell) => this.places.get(cell)).filter(Boolean);
    const isWithin = (x, y) => within.some((at) => Math.hypot(at[0] - x, at[1] - y) < this.size * 0.2);
    const d = within
      .flatMap(([cx, cy]) =>
        corners.map(([x, y], i) => {
          const [nx, ny] = corners[(i + 1) % 6];
          return isWithin(cx + x + nx, cy + y + ny) ? "" : `M${cx + x} ${cy + y}L${cx + nx} ${cy + ny}`;
        }),
      )
      .join("");
    const top = cells
      .map((cell) => this.places.get(cell))
      .filter(Boolean)
      .sort((a, b) => a[1] - b[1])[0];
    return [
      svg("path", { class: "ring-casing", d }),
      svg("path", { class: "ring", d }),
      top && label && svg("text", { class: "ring-name", x: top[0], y: top[1] - this.size * 0.72 }, label),
    ];
  }

  /** Over the counters: what a way costs and what happens there, the way of a ruling, what the camera saw go. */
  #drawWays(options, depth) {
    const at = (cell) => this.places.get(cell);
    const size = this.size * SQRT3;
    const seen = this.onlyReading(this.board?.actor)?.path;
    this.ways.replaceChildren(
      ...this.ruled(depth).flatMap(({ points, tone }) => way(points, size, `is-ruled tone-${tone}`, size * 0.36, ENDS)),
      ...(seen ? way(seen.map(at), size, "is-seen", size * 0.36, ENDS) : []),
      ...this.#drawCourse(this.board?.answer?.course, at, size),
      ...(this.board?.refusal?.path ? way(this.board.refusal.path.map(at), size, "is-refused", size * 0.1, ENDS) : []),
    );
    this.signs.replaceChildren(...[...options.values()].map((option) => this.#sign(option)).filter(Boolean));
  }

  /** The way that is being chosen, with what it has cost where each leg ends. */
  #drawCourse(course, at, size) {
    if (!course) return [];
    const ends = course.legs.map(
      ({ to, spent }) =>
        at(to) &&
        svg(
          "g",
          { class: "leg-end", transform: `translate(${at(to).join(" ")}) scale(${this.size / 13})` },
          svg("circle", { class: "sign-casing", r: 6.5 }),
          svg("circle", { class: "leg-dot", r: 6.5 }),
          svg("text", { class: `leg-cost${Number.isInteger(spent) ? "" : " is-long"}` }, hexes(spent)),
        ),
    );
    return [
      ...way(course.path.map(at), size, course.allowed ? "" : "is-refused", size * 0.1, ENDS),
      ...ends.filter(Boolean),
    ];
  }

  #sign({ cell, cost, notes, kind }) {
    const at = this.places.get(cell);
    if (!at || kind === "place") return null;
    const taken = this.board.onCell(cell);
    const lift = taken ? `translate(${this.size * 0.6} ${-this.size * 0.6}) scale(.62)` : "";
    const letters = notes
      .map((note) => NOTE_SIGNS[note])
      .filter(Boolean)
      .join("");
    return svg(
      "g",
      {
        class: `cell-sign is-move${notes.includes("zoc") ? " stops" : ""}`,
        "data-sign": cell,
        transform: `translate(${at.join(" ")}) ${lift} scale(${this.size / 13})`,
      },
      svg("circle", { class: "sign-casing", r: 6.5 }),
      svg("circle", { class: "sign-ring", r: 6.5 }),
      svg(
        "text",
        { class: `sign-count${Number.isInteger(cost) ? "" : " is-long"}`, y: letters ? -1.6 : 0 },
        hexes(cost),
      ),
      letters && svg("text", { class: "sign-notes", y: 3.6 }, letters),
    );
  }

  /** Enter, on whoever stands there or on the hex: the focus goes on to who stands there then. */
  press(cell, name) {
    const held = document.activeElement;
    (name ? this.board.choose(name) : this.board.tap(cell)).then(() => {
      if (document.activeElement === document.body || document.activeElement === held) this.focus(cell, name);
    });
  }
}

/** A cost in hexes: half of one for a mined hex. */
const hexes = (count) => num(count, Number.isInteger(count) ? 0 : 1);

/** Signs of the ground in a hex of size 1, each in its own corner. */
const GROUND_LETTERS = {
  town: "T",
  airfield: "✈",
  victory: "★",
  mines: "✱",
  cleared: "↑",
  woods: "W",
  forest: "W",
  hill: "H",
  river: "~",
  camp: "C",
};
const CORNERS = [
  [-0.5, -0.46],
  [0.5, -0.46],
  [0.5, 0.46],
  [-0.5, 0.46],
];

function groundSign(kind, size, i) {
  const letter = GROUND_LETTERS[kind] ?? kind.charAt(0).toUpperCase();
  const [x, y] = CORNERS[i % 4];
  return [svg("text", { class: "ground-sign", x: x * size, y: y * size }, letter)];
}
