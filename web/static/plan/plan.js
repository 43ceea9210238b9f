// <vd-plan>: the table from above. Layers: picture or map, terrain, what decided, stands, the number.

import { CounterLayer } from "../board/counters.js";
import { SoldierLayer } from "../board/soldiers.js";
import { Ghost } from "../byhand/ghost.js";
import { MARK_PX, marksOf } from "../cannon/marks.js";
import { html, nearest, pointIn, present, set, svg } from "../dom.js";
import { Piece } from "../piece.js";
import { Session } from "../session.js";
import { t } from "../words.js";
import { Framing, NARROW } from "./framing.js";
import { GhostLayer } from "./ghosts.js";
import { sideHatches, terrainHatches } from "./hatches.js";
import { box } from "./labels.js";
import { leaningOf } from "./leaning.js";
import { Names } from "./names.js";
import { nearestThatWay, readingOrder } from "./order.js";
import { Picture } from "./picture.js";
import { pieceOf } from "./pieces.js";
import { drawRuling } from "./shapes.js";
import { StandLayer } from "./stands.js";
import { Zoom } from "./zoom.js";

/** @import { CellLayer } from "../board/cells.js" */
/** @import { Past } from "../record/past.js" */
/** @import { Edges } from "./labels.js" */
/** @import { Naming } from "./names.js" */
/** @import { PlanView, Point } from "../types.js" */

/** So near to its middle a finger means a stand. */
const TAP_PX = 24;

/**
 * Those who play tap on it; for others it is a picture.
 * @extends {Piece<Session | Past>}
 */
export class Plan extends Piece {
  #magnify = 1;
  #leans = false;
  #plain = false;
  /**
   * On a board its cells, the turn being put together, and what its arrows and Enter do.
   * @type {CellLayer | null}
   */
  cells = null;
  /**
   * Where stands may be chosen: the session of those who play.
   * @type {Session | null}
   */
  #played = null;
  #ground = svg("g", { class: "ground" });
  picture = new Picture();
  #terrain = svg("g", { class: "terrain" });
  #under = svg("g", { class: "deciding" });
  boardLayer = svg("g", { class: "board" });
  aboveLayer = svg("g", { class: "above" });
  reachLayer = svg("g", { class: "reach" });
  toolLayer = svg("g", { class: "tool-layer" });
  #standLayer = svg("g", { class: "stands" });
  #over = svg("g", { class: "deciding-labels" });
  /**
   * What the numbers and the lines of a ruling cover, and what it names.
   * @type {{ boxes: Edges[], lines: Edges[], names: Naming[] }}
   */
  #ruled = { boxes: [], lines: [], names: [] };
  #ghostLayer = svg("g", { class: "ghosts" });
  svg = svg(
    "svg",
    { class: "plan", role: "group", "aria-label": t("from_above") },
    svg("defs", {}, ...terrainHatches(), ...sideHatches()),
    this.#ground,
    this.picture.element,
    this.#terrain,
    this.boardLayer,
    this.reachLayer,
    this.#under,
    this.#standLayer,
    this.aboveLayer,
    this.#over,
    this.#ghostLayer,
    this.toolLayer,
  );
  #names = new Names();
  #ghosts = new GhostLayer(this.#ghostLayer);
  /** @type {StandLayer | SoldierLayer | CounterLayer} */
  stands = new StandLayer(this.#standLayer, false);
  zoom = new Zoom(this.svg, () => this.#rescale());
  #framing = new Framing(this.zoom);
  /**
   * The stand that is being placed by hand.
   * @type {Ghost | null}
   */
  #ghost = null;
  /**
   * Where the last press began: browsers shift a finger's click towards what can be clicked.
   * @type {{ clientX: number, clientY: number } | null}
   */
  #pressed = null;
  #line = html("p", { class: "plan-line", hidden: true });
  #viewButton = html(
    "button",
    {
      type: "button",
      class: "tool",
      id: "tool-view",
      "aria-pressed": "false",
      "aria-label": t("map"),
      title: t("map_title"),
    },
    svg(
      "svg",
      { viewBox: "0 0 20 16", "aria-hidden": "true" },
      svg("path", { d: "M1 3 7 1 13 3 19 1V13L13 15 7 13 1 15ZM7 1V13M13 3V15" }),
    ),
  );

  /**
   * How much larger than on a session its names and signs are: a television is looked at from far away.
   * @param {number} times
   */
  set magnify(times) {
    this.#magnify = times;
    this.#rescale();
  }

  get #scale() {
    return this.zoom.cmPerPx * this.#magnify;
  }

  /** @param {Session | Past} session */
  begin(session) {
    this.#build(session);
    session.addEventListener("change", () => this.#draw());
    session.addEventListener("picture", () => this.#loadPicture());
  }

  /** @param {Session | Past} session */
  #build(session) {
    if (session instanceof Session && !this.hasAttribute("readonly")) {
      this.#played = session;
      this.#ghost = new Ghost(session, this);
      this.svg.append(this.#ghost.element);
      this.svg.addEventListener("keydown", (event) => this.#key(event, session));
      this.svg.addEventListener("click", (event) => this.#tap(event, session));
    }
    this.svg.addEventListener("pointerdown", (event) => this.#press(event), { capture: true });
    this.stands = new StandLayer(this.#standLayer, Boolean(this.#played));
    this.replaceChildren(
      this.svg,
      this.#line,
      html("div", { class: "zoom" }, this.#viewButton, ...this.zoom.buttons()),
    );
    new ResizeObserver(() => this.#rescale()).observe(this.svg);
    NARROW.addEventListener("change", () => {
      this.#framing.forget();
      this.#draw();
    });
  }

  /**
   * Shows the plain map in place of the camera's picture.
   * @param {boolean} plain
   */
  set plain(plain) {
    this.#plain = plain;
    this.classList.toggle("is-map", plain || !this.#line.hidden);
    this.#lean();
  }

  /** What stands high goes where the picture shows it, or back to its place on the map. */
  #lean() {
    if (this.lean.leans === this.#leans) return;
    this.#draw();
    this.#rescale();
  }

  /** How things are drawn: over the picture where it shows them. */
  get lean() {
    return leaningOf(this.session.view, this.picture.shown && !this.classList.contains("is-map"));
  }

  /**
   * Who may not see the camera's picture sees the map in its place, and a line that says so.
   * @param {string} why
   */
  #withoutPicture(why) {
    if (this.#line.textContent === why) return;
    this.#line.textContent = why;
    this.#line.hidden = !why;
    this.plain = this.#plain;
    this.#viewButton.hidden = Boolean(why);
    if (why) this.picture.hide();
    else this.#loadPicture();
  }

  get #onChoose() {
    const session = this.#played;
    return session && ((/** @type {string} */ name) => session.choose(name));
  }

  #draw() {
    const { view, ruling, actor } = this.session;
    if (!view) return;
    const Tokens = view.board?.kind === "hexes" ? CounterLayer : SoldierLayer;
    if (view.board && !(this.stands instanceof Tokens)) this.stands = new Tokens(this.#standLayer, this.#onChoose);
    this.#withoutPicture(view.picture_hidden ?? "");
    this.#fit(view);
    const { lean } = this;
    this.#leans = lean.leans;
    const depth = view.table.depth_cm;
    const decides = new Set(ruling?.geometry.map((shape) => shape.label));
    const pieces = view.pieces.map((piece) => pieceOf(piece, lean, decides.has(piece.name)));
    this.#terrain.replaceChildren(...pieces.map(({ drawn }) => drawn));
    if (!view.board)
      this.#names.put(
        "terrain",
        pieces.filter((_, i) => !decides.has(view.pieces[i].name)),
      );
    const sides = new Map(view.sides.map((side, i) => [side.name, i + 1]));
    const ordered = readingOrder(view.stands);
    const invited = !actor && !view.undo ? view.suggestions[0]?.actor : null;
    this.stands.draw(ordered, {
      depth,
      lean,
      sides,
      actor,
      target: ruling?.target,
      invited,
      cmPerPx: this.#scale,
      view,
      board: this.cells?.board ?? null,
    });
    this.svg.classList.toggle("has-ruling", Boolean(ruling));
    this.svg.classList.toggle("is-putting-back", Boolean(view.put_back?.under_way));
    this.#framing.show(view, ruling, lean, !this.hasAttribute("follows"));
    this.#drawGhosts();
    this.#drawRuling();
    this.#placeNames();
    this.#ghost?.draw(lean, this.zoom.cmPerPx);
    set(this, { "data-versions": view.versions.table });
  }

  #drawRuling() {
    const { view, ruling } = this.session;
    if (!view) return;
    const shot = view.cannon?.proposal;
    const [[, first] = [], [, next] = []] = view.board?.cells ?? [];
    const cellCm = Math.abs(Number(next) - Number(first)) || Infinity;
    const nothing = { under: [], over: [], boxes: [], lines: [], names: [] };
    const drawn = shot
      ? { ...nothing, over: marksOf(shot, this.lean, Math.min(this.#scale, cellCm / MARK_PX)) }
      : ruling
        ? drawRuling(ruling, this.lean, view.pieces, this.#scale, this.covered, this.seen)
        : nothing;
    this.#under.replaceChildren(...present(drawn.under));
    this.#over.replaceChildren(...present(drawn.over));
    this.#ruled = drawn;
  }

  /** The edges of what is in sight: nothing is written over them, even where letters are wider than thought. */
  get seen() {
    const { x, y, width, height } = this.zoom.seen;
    const air = 4 * this.zoom.cmPerPx;
    return box(x + width / 2, y + height / 2, width / 2 - air, height / 2 - air);
  }

  /** What stands, counters and signs cover. */
  get covered() {
    const { stands } = this;
    if (stands instanceof CounterLayer) return [...stands.boxes, ...(this.cells?.boxes ?? [])];
    return stands instanceof StandLayer ? stands.named.map(({ x, y, radius: r }) => box(x, y, r, r)) : [];
  }

  #drawGhosts() {
    const { view } = this.session;
    if (!view) return;
    const sides = new Map(view.sides.map((side, i) => [side.name, i + 1]));
    this.#ghosts.draw(view.put_back, { lean: this.lean, sides, cmPerPx: this.#scale, seen: this.zoom.seen });
  }

  /** @param {PlanView} view */
  #fit(view) {
    if (!this.#framing.fit(view)) return;
    const { width_cm: width, depth_cm: height } = view.table;
    this.#ground.replaceChildren(svg("rect", { x: 0, y: 0, width, height }));
    if (!view.picture_cm) return;
    this.picture.lay(view.picture_cm, height);
    if (this.session.pictureVersion && !this.picture.loading) this.#loadPicture(); // the first was not to be had before
  }

  #rescale() {
    const scale = this.#scale;
    this.svg.style.setProperty("--px", String(scale));
    this.svg.classList.toggle("is-near", scale < 0.14);
    this.stands.resize(scale);
    this.#drawRuling();
    this.#placeNames();
    const { view } = this.session;
    if (!view) return;
    this.#ghost?.draw(this.lean, scale);
    this.#drawGhosts();
    this.dispatchEvent(new Event("rescale"));
  }

  /**
   * Other areas are named: all names are placed anew, for none may lie on another, nor on the `numbers` there.
   * @param {string} layer
   * @param {Naming[]} names
   * @param {Edges[]} numbers
   */
  nameAreas(layer, names, numbers = []) {
    if (!this.#names.put(layer, names, numbers)) return;
    this.#drawRuling();
    this.#placeNames();
  }

  #placeNames() {
    const { stands } = this;
    const named = stands instanceof StandLayer ? stands.named : [];
    const covered = stands instanceof CounterLayer ? this.covered : [];
    this.#names.place(named, covered, this.#ruled, this.seen, this.#scale);
  }

  /**
   * Where on the table an event points, cm.
   * @param {{ clientX: number, clientY: number }} event
   * @returns {Point}
   */
  at(event) {
    const { x, y } = pointIn(this.svg, event);
    return this.lean.placeAt([x, y]);
  }

  #loadPicture() {
    const { session } = this;
    const newest = () => (session.view?.picture_cm ? `/api/picture.jpg?v=${session.pictureVersion}` : null);
    this.picture.load(newest, () => this.#lean());
  }

  /**
   * @param {KeyboardEvent} event
   * @param {Session} session
   */
  #key(event, session) {
    if (this.cells?.key(event)) return;
    const from = session.stand(nameAt(event));
    if (!from) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      session.choose(from.name);
      return;
    }
    const next = nearestThatWay(session.view?.stands ?? [], from, event.key);
    if (event.key.startsWith("Arrow")) event.preventDefault();
    if (next) this.stands.element(next.name)?.focus();
  }

  /** @param {PointerEvent} event */
  #press({ clientX, clientY }) {
    this.#pressed = { clientX, clientY };
  }

  /**
   * What a click means: a place of the table, and the stand that is nearest to it, for a finger is wider than a base
   * and its neighbour may be drawn over it. Without a pointer, as a screen reader's, it means what has the focus.
   * @param {MouseEvent} event
   */
  tapped(event) {
    const where = (event.detail && this.#pressed) || event;
    const { x, y } = pointIn(this.svg, where);
    const named = event.detail ? null : this.session.view?.stands.find(({ name }) => name === nameAt(event));
    return {
      point: this.at(where),
      stand: event.detail ? this.lean.tapped([x, y], TAP_PX * this.zoom.cmPerPx) : (named ?? null),
    };
  }

  /**
   * On a board the counters and cells are tapped themselves.
   * @param {MouseEvent} event
   * @param {Session} session
   */
  #tap(event, session) {
    if (session.view?.board) return;
    const { stand } = this.tapped(event);
    if (stand) session.choose(stand.name);
  }
}

/** @param {Event} event */
const nameAt = (event) => nearest(event, "[data-name]")?.dataset.name;

customElements.define("vd-plan", Plan);
