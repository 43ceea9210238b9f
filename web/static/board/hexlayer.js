// The hexes of a board on the plan: the ground, what may be reached and for how much, ranges, zones, supply.

import { present, svg } from "../dom.js";
import { NARROW } from "../plan/framing.js";
import { box } from "../plan/labels.js";
import { upright } from "../plan/paths.js";
import { num } from "../words.js";
import { CellLayer, outlineOf, way } from "./cells.js";
import { hexName } from "./names.js";

/** @import { HexTurn } from "./turn.js" */
/** @import { Naming } from "../plan/names.js" */
/** @import { Plan } from "../plan/plan.js" */
/** @import { Past } from "../record/past.js" */
/** @import { Session } from "../session.js" */
/** @import { CourseView, GroundView, HexBoardView, HexOptionView, PlanView, Point, RingView } from "../types.js" */

const SQRT3 = Math.sqrt(3);

/** On a phone so many hexes are in sight across, at least, and at most where very many are reached. */
const LEAST_ACROSS = 8;
const MOST_ACROSS = 13;
const MANY = 40;

/**
 * What stops or helps a counter on its way, in a circle of radius 1: a letter says it, no colour alone.
 * @type {Record<string, string>}
 */
const NOTE_SIGNS = { zoc: "Z", road: "R", mines: "M", battle: "⚔", no_battle: "–", join: "+", flak: "A" };

/** The arrow at the end of a way, the ring at its beginning, in hexes. */
const ENDS = { head: 0.24, began: 0.1 };

/** @extends {CellLayer<HexTurn>} */
export class HexLayer extends CellLayer {
  #made = "";
  #followed = "";
  #outline = "";
  /** From a hex's middle to its corners. */
  #size = 1;
  /**
   * The middles of the hexes in the drawing.
   * @type {Map<string, Point>}
   */
  #places = new Map();
  /**
   * The names of hexes and places, the signs of the ground.
   * @type {Naming[]}
   */
  #printed = [];
  #terrain = svg("g", { class: "hex-terrain", "aria-hidden": "true" });
  #zones = svg("g", { class: "hex-zones", "aria-hidden": "true" });
  /** Straight above a hex lies none in a field of pointed hexes: those aslant count as near. */
  astray = 1.01;

  /**
   * @param {Session | Past} session
   * @param {Plan} plan
   * @param {HexTurn | null} board
   */
  constructor(session, plan, board = null) {
    super(session, plan, board);
    this.ground.classList.add("hexes");
    this.ground.after(this.#terrain);
    this.marks.after(this.#zones);
  }

  /** The board as it is served; null for another. */
  get #shown() {
    const board = this.session.view?.board;
    return board?.kind === "hexes" ? board : null;
  }

  draw() {
    const { view } = this.session;
    const shown = this.#shown;
    if (!view || !shown) return;
    const depth = view.table.depth_cm;
    this.#make(shown, depth);
    const { board } = this;
    const options = new Map((board?.options ?? []).map((option) => [option.cell, option]));
    const answer = board?.answer;
    const aimed = new Set(
      (answer && !answer.sealed ? answer.targets : [])
        .filter((one) => one.ways.some((way) => way.allowed))
        .map((one) => one.cell),
    );
    this.drawCells(options, (id, option) => [
      "hex",
      ...(option?.notes.map((note) => `notes-${note}`) ?? []),
      ...(aimed.has(id) ? ["is-aimed"] : []),
      ...(board?.to === id && option ? ["is-picked"] : []),
    ]);
    const rings = this.#drawZones(shown);
    this.#drawWays(options, depth);
    this.plan.nameAreas("board", [...this.#printed, ...rings]);
    this.#follow(view, shown);
  }

  /**
   * On a phone hexes are small: the window goes to the chosen counter and what it may reach, and back.
   * @param {PlanView} view
   * @param {HexBoardView} shown
   */
  #follow(view, shown) {
    if (!this.board || !NARROW.matches || this.board.via.length) return;
    const { actor } = this.board;
    const answer = actor ? this.board.answer : null;
    const reached = answer ? [...answer.options, ...(answer.sealed ? [] : answer.targets)] : [];
    const { width, height } = this.plan.svg.getBoundingClientRect();
    const home = [view.turn.side, shown.phase?.name, Math.round(width), Math.round(height)];
    const ruled = actor ? [] : this.#ofRuling(view, shown);
    const key =
      answer && reached.length ? `${actor} ${answer.options.length}` : ruled.length ? ruled.join(" ") : home.join(" ");
    if (key === this.#followed) return;
    this.#followed = key;
    if (!reached.length && !ruled.length) {
      if (!this.plan.zoom.byHand) this.#filled(shown, width, height);
      return;
    }
    const points =
      answer && !ruled.length
        ? this.#nearest(answer.at, this.#placesOf([answer.at, ...reached.map((one) => one.cell)]))
        : ruled;
    const spread = Math.max(...points.map(([x]) => x)) - Math.min(...points.map(([x]) => x));
    this.plan.zoom.frame(points, Math.max(this.#size * 2.5, (this.#size * SQRT3 * LEAST_ACROSS - spread) / 2));
  }

  /**
   * As much of the board as fills the window from edge to edge, round those who have something to do.
   * @param {HexBoardView} shown
   * @param {number} width
   * @param {number} height
   */
  #filled({ ready, soldiers }, width, height) {
    const { zoom } = this.plan;
    zoom.reset();
    const { whole } = zoom;
    if (!height || width / height > 0.8 * (whole.width / whole.height)) return;
    const wide = Math.max(this.#size * SQRT3 * LEAST_ACROSS, (whole.height * width) / height);
    const points = this.#placesOf(ready.map((name) => soldiers[name]?.cell));
    const middle = points.length ? points.reduce((sum, [x]) => sum + x, 0) / points.length : whole.x + whole.width / 2;
    zoom.to({ x: middle - wide / 2, y: whole.y, width: wide, height: whole.height });
  }

  /**
   * Of a reach that is all over the board, what lies round the counter: hexes too small to tap help nobody.
   * @param {string | null} cell
   * @param {Point[]} points
   */
  #nearest(cell, points) {
    const at = this.#places.get(cell ?? "");
    if (!at || points.length < MANY) return points;
    return points.filter(([x]) => Math.abs(x - at[0]) < (this.#size * SQRT3 * MOST_ACROSS) / 2);
  }

  /**
   * Where the ruling on the card happens: its lines, all who act and on whom.
   * @param {PlanView} view
   * @param {HexBoardView} shown
   */
  #ofRuling(view, shown) {
    const { ruling } = view;
    if (!ruling) return [];
    const lines = ruling.geometry.filter((shape) => shape.form === "line").flatMap((shape) => shape.points);
    const cells = ruling.named.map((name) => shown.soldiers[name]?.cell);
    return [...this.#placesOf(cells), ...lines.map(upright(view.table.depth_cm))];
  }

  /** @param {(string | null | undefined)[]} cells */
  #placesOf(cells) {
    return cells.map((cell) => this.#places.get(cell ?? "")).filter((at) => at !== undefined);
  }

  /**
   * @param {string} label
   * @param {string} id
   */
  empty(label, id) {
    const ground = this.#shown?.ground.find((one) => one.cell === id);
    return [super.empty(label, id), ground?.said].filter(Boolean).join(", ");
  }

  /**
   * @param {HexBoardView} board
   * @param {number} depth
   */
  #make(board, depth) {
    const { shape, cells, marks, ground } = board;
    const made = JSON.stringify([shape, cells.length, cells[0], cells.at(-1), depth, marks, ground]);
    if (made === this.#made) return;
    this.#made = made;
    this.#outline = outlineOf(shape);
    this.#size = Math.hypot(...shape[0]);
    this.#places = new Map(cells.map(([id, x, y]) => [id, [x, depth - y]]));
    this.plan.svg.style.setProperty("--cell", String(this.#size * SQRT3));
    this.plan.svg.classList.add("has-hexes");
    this.makeCells(board, this.#outline, depth);
    this.#printed = [];
    this.#terrain.replaceChildren(...ground.flatMap((one) => this.#groundOf(one)));
    for (const [id, at] of this.#places) {
      const name = this.element(id)?.querySelector("text");
      if (name) this.#printed.push(hexName("cell", name, [at], this.#size, true));
    }
    for (const word of this.marks.querySelectorAll("text")) {
      const [x, y] = [Number(word.getAttribute("x")), Number(word.getAttribute("y"))];
      this.#printed.push(hexName("place", word, [[x, y + 0.6 * this.#size]], this.#size));
    }
  }

  /**
   * What lies in a hex: a tint with a hatch, and its letter in a corner.
   * @param {GroundView} ground
   */
  #groundOf({ cell, kinds }) {
    const at = this.#places.get(cell);
    if (!at) return [];
    return kinds
      .filter((kind) => kind !== "road")
      .map((kind) => {
        const sign = svg("text", { class: "ground-sign" }, GROUND_LETTERS[kind] ?? kind.charAt(0).toUpperCase());
        this.#printed.push(hexName("ground", sign, [at], this.#size, true));
        return svg(
          "g",
          { class: `ground-${kind}`, transform: `translate(${at.join(" ")})` },
          svg("path", { class: "ground-fill", d: this.#outline, transform: "scale(0.97)" }),
          sign,
        );
      });
  }

  /**
   * What is switched on: zones of control and supply, each side with its own hatch; ranges of who is chosen, whose
   * names it returns.
   * @param {HexBoardView} board
   */
  #drawZones(board) {
    const turn = this.board;
    const drawn = board.overlays
      .filter((one) => turn?.isShown(one.key))
      .flatMap((one) =>
        one.layers.flatMap(({ side, part, cells }) =>
          cells.map((cell) => this.#zone(cell, `zone-${one.key} zone-side-${side} zone-part-${part}`)),
        ),
      );
    const rings = (turn?.answer?.rings ?? []).map((ring) => this.#ring(ring, board.shape));
    this.#zones.replaceChildren(...present([...drawn, ...rings.flatMap(({ parts }) => parts)]));
    return rings.flatMap(({ named }) => named);
  }

  /**
   * @param {string} cell
   * @param {string} more
   */
  #zone(cell, more) {
    const at = this.#places.get(cell);
    return (
      at &&
      svg("path", { class: `zone ${more}`, d: this.#outline, transform: `translate(${at.join(" ")}) scale(0.94)` })
    );
  }

  /**
   * The outline of all hexes within a range: the edges beyond which none of them lies.
   * @param {RingView} ring
   * @param {Point[]} shape
   */
  #ring({ cells, label }, shape) {
    const corners = shape.map(upright(0));
    const within = this.#placesOf(cells);
    /**
     * @param {number} x
     * @param {number} y
     */
    const isWithin = (x, y) => within.some((at) => Math.hypot(at[0] - x, at[1] - y) < this.#size * 0.2);
    const d = within
      .flatMap(([cx, cy]) =>
        corners.map(([x, y], i) => {
          const [nx, ny] = corners[(i + 1) % 6];
          return isWithin(cx + x + nx, cy + y + ny) ? "" : `M${cx + x} ${cy + y}L${cx + nx} ${cy + ny}`;
        }),
      )
      .join("");
    const name = label && within.length > 0 && svg("text", { class: "ring-name" }, label);
    const tops = within.sort((a, b) => a[1] - b[1]);
    const parts = [svg("path", { class: "ring-casing", d }), svg("path", { class: "ring", d }), name];
    return { parts, named: name ? [hexName("range", name, tops, this.#size)] : [] };
  }

  /**
   * Over the counters: what a way costs and what happens there, the way of a ruling, what the camera saw go.
   * @param {Map<string, HexOptionView>} options
   * @param {number} depth
   */
  #drawWays(options, depth) {
    /** @param {string} cell */
    const at = (cell) => this.#places.get(cell);
    const size = this.#size * SQRT3;
    this.boxes = this.#placesOf(this.board?.answer?.course?.legs.map(({ to }) => to) ?? []).map(([x, y]) =>
      box(x, y, this.#size / 2, this.#size / 2),
    );
    const seen = this.onlyReading(Boolean(this.board?.actor))?.path;
    this.ways.replaceChildren(
      ...this.ruled(depth).flatMap(({ points, tone }) => way(points, size, `is-ruled tone-${tone}`, size * 0.36, ENDS)),
      ...(seen ? way(seen.map(at), size, "is-seen", size * 0.36, ENDS) : []),
      ...this.#drawCourse(this.board?.answer?.course, at, size),
      ...(this.board?.refusal?.path ? way(this.board.refusal.path.map(at), size, "is-refused", size * 0.1, ENDS) : []),
    );
    this.signs.replaceChildren(...present([...options.values()].map((option) => this.#sign(option))));
  }

  /**
   * The way that is being chosen, with what it has cost where each leg ends.
   * @param {CourseView | null | undefined} course
   * @param {(cell: string) => Point | undefined} at
   * @param {number} size
   */
  #drawCourse(course, at, size) {
    if (!course) return [];
    const ends = course.legs.map(({ to, spent }) => {
      const place = at(to);
      return (
        place &&
        svg(
          "g",
          { class: "leg-end", transform: `translate(${place.join(" ")}) scale(${this.#size / 13})` },
          svg("circle", { class: "sign-casing", r: 6.5 }),
          svg("circle", { class: "leg-dot", r: 6.5 }),
          svg("text", { class: `leg-cost${Number.isInteger(spent) ? "" : " is-long"}` }, hexes(spent)),
        )
      );
    });
    return present([...way(course.path.map(at), size, course.allowed ? "" : "is-refused", size * 0.1, ENDS), ...ends]);
  }

  /** @param {HexOptionView} going */
  #sign({ cell, cost, notes, kind }) {
    const at = this.#places.get(cell);
    if (!at || kind === "place") return null;
    const [x, y, r] = this.board?.onCell(cell) ? [0.8, -0.68, 0.5] : [0, 0, 1]; // beside whoever stands there
    const size = this.#size;
    this.boxes.push(box(at[0] + x * size, at[1] + y * size, (r * size) / 2, (r * size) / 2));
    const letters = notes
      .map((note) => NOTE_SIGNS[note])
      .filter(Boolean)
      .join("");
    return svg(
      "g",
      {
        class: `cell-sign is-move${notes.includes("zoc") ? " stops" : ""}`,
        "data-sign": cell,
        transform: `translate(${at[0] + x * size} ${at[1] + y * size}) scale(${(r * size) / 13})`,
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

  /**
   * Enter, on whoever stands there or on the hex: the focus goes on to who stands there then.
   * @param {HexTurn} board
   * @param {string} cell
   * @param {string | undefined} name
   */
  async press(board, cell, name) {
    const held = document.activeElement;
    await (name ? board.choose(name) : board.tap(cell));
    if (document.activeElement === document.body || document.activeElement === held) this.focus(cell, name);
  }
}

/**
 * A cost in hexes: half of one for a mined hex.
 * @param {number} count
 */
const hexes = (count) => num(count, Number.isInteger(count) ? 0 : 1);

/**
 * Signs of the ground.
 * @type {Record<string, string>}
 */
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
