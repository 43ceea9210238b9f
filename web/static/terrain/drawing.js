// The picture with the outlines on it, and what a finger or the keys do there.

import { held, html, nearest, pointIn, set, svg } from "../dom.js";
import { hatchOf, terrainHatches } from "../plan/hatches.js";
import { leaningOf } from "../plan/leaning.js";
import { bounds, middle, open, upright } from "../plan/paths.js";
import { Zoom } from "../plan/zoom.js";
import { num, t } from "../words.js";
import { crossed } from "./geometry.js";

/** @import { Part, TerrainDraft } from "./draft.js" */
/** @import { PieceView, Point, TerrainView } from "../types.js" */

const MARGIN_CM = 5;
const TAP_PX = 20;
/** @type {Part[]} */
const PARTS = ["polygon", "crest"];
/** @type {Record<string, Point>} */
const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class Drawing {
  #depth = 0;
  /** A crest is drawn where the picture shows it, as high as its piece. */
  #lean = leaningOf(null, false);
  #shown = "";
  /** @type {ReturnType<typeof handlesOf>[]} */
  #corners = [];
  /** @type {Point} */
  #cross = [0, 0];

  /** @type {Point[]} */
  line = [];
  /** @type {"edit" | "draw" | "tap"} */
  mode = "edit";
  #draft;
  #onTap;
  #picture = svg("image", { class: "picture", preserveAspectRatio: "none" });
  #ground = svg("g", { class: "ground" });
  #outlines = svg("g", { class: "outlines" });
  #handles = svg("g", { class: "handles" });
  #drawn = svg("path", { class: "drawn" });
  #starts = svg("g", { class: "starts" });
  #crossTap = svg("circle", { class: "cross-tap" });
  #crossLines = [svg("path", { class: "cross-casing" }), svg("path", { class: "cross-line" })];
  #crossMark = svg("g", { class: "cross", role: "button", tabindex: 0 }, this.#crossTap, ...this.#crossLines);
  #svg = svg(
    "svg",
    { class: "plan terrain-plan", role: "group", "aria-label": t("terrain_picture") },
    svg("defs", {}, ...terrainHatches()),
    this.#ground,
    this.#picture,
    this.#outlines,
    this.#handles,
    this.#drawn,
    this.#starts,
    this.#crossMark,
  );
  #zoom = new Zoom(this.#svg, () => this.resize());
  element = html(
    "div",
    { class: "terrain-picture" },
    this.#svg,
    html("div", { class: "zoom" }, ...this.#zoom.buttons()),
  );

  /**
   * `draft` is drawn; `onTap` hears of taps in table cm, or of what could not be done.
   * @param {TerrainDraft} draft
   * @param {(at: Point | null, what?: "three" | "crest") => void} onTap
   */
  constructor(draft, onTap) {
    this.#draft = draft;
    this.#onTap = onTap;
    this.#svg.addEventListener("click", (event) => this.#click(event));
    this.#crossMark.addEventListener("keydown", (event) => this.#crossKey(event));
    new ResizeObserver(() => this.resize()).observe(this.#svg);
  }

  /**
   * The table's size and the rectangle that the picture at `address` shows.
   * @param {TerrainView} terrain
   * @param {string} address
   */
  lay({ table, picture_cm: rectangle, camera_cm }, address) {
    this.#depth = table.depth_cm;
    this.#lean = leaningOf({ table, camera_cm, pieces: [], stands: [] }, true);
    const { width_cm: width, depth_cm: depth } = table;
    this.#cross = [width / 2, depth / 2];
    this.#ground.replaceChildren(svg("rect", { x: 0, y: 0, width, height: depth }));
    if (rectangle) {
      const [left, near, right, far] = rectangle;
      set(this.#picture, { x: left, y: depth - far, width: right - left, height: far - near, href: address });
    }
    this.#zoom.reset({ x: -MARGIN_CM, y: -MARGIN_CM, width: width + 2 * MARGIN_CM, height: depth + 2 * MARGIN_CM });
  }

  /**
   * @param {Point[]} ring
   * @param {number} height
   */
  #path(ring, height = 0) {
    return open(ring.map((corner) => this.#lean.at(corner, height)));
  }

  draw() {
    const { pieces, chosen, piece, locked } = this.#draft;
    this.#outlines.replaceChildren(...pieces.map((it, i) => this.#outline(it, i === chosen)));
    const key =
      piece && !locked && this.mode === "edit" ? `${chosen} ${piece.polygon.length} ${piece.crest.length}` : "";
    if (key !== this.#shown) this.#makeHandles(key ? piece : null);
    this.#shown = key;
    set(this.#drawn, { d: this.line.length ? this.#path(this.line) : null });
    this.#starts.replaceChildren(
      ...this.line.map(([x, y], i) =>
        svg("circle", { class: i ? "start" : "start first", cx: x, cy: this.#depth - y }),
      ),
    );
    this.#svg.classList.toggle("is-aiming", this.mode !== "edit");
    this.#crossMark.toggleAttribute("hidden", this.mode === "edit");
    set(this.#crossMark, { tabindex: this.mode === "edit" ? null : 0, display: this.mode === "edit" ? "none" : null });
    this.resize();
  }

  /**
   * @param {PieceView} piece
   * @param {boolean} chosen
   */
  #outline(piece, chosen) {
    const d = `${this.#path(piece.polygon)}Z`;
    const crest = piece.crest.length ? `${this.#path(piece.crest, piece.height_cm)}Z` : null;
    const { x, y, width } = bounds(piece.polygon.map(upright(this.#depth)));
    return svg(
      "g",
      {
        class: `outline kind-${piece.kind}${chosen ? " is-chosen" : ""}${crossed(piece.polygon) ? " is-crossed" : ""}`,
      },
      svg("path", { class: "outline-casing", d }),
      svg("path", { class: "outline-hatch", d, fill: hatchOf(piece.kind) }),
      svg("path", { class: "outline-line", d }),
      crest && svg("path", { class: "outline-casing", d: crest }),
      crest && svg("path", { class: "outline-line", d: crest }),
      svg("text", { class: "piece-name", x: x + width / 2, y }, this.#draft.called(piece)),
    );
  }

  /** @param {PieceView | null} piece */
  #makeHandles(piece) {
    const focused = held(this.#handles)?.dataset;
    this.#corners = PARTS.flatMap((part) => (piece?.[part] ?? []).map((_, i) => handlesOf(part, i)));
    for (const handles of this.#corners) this.#listen(handles);
    // Corners lie over the crosses beside them.
    this.#handles.replaceChildren(
      ...this.#corners.map(({ insert }) => insert),
      ...this.#corners.map(({ corner }) => corner),
    );
    if (!focused) return;
    const same = this.#corners.filter(({ part }) => part === focused.part);
    const count = same.length;
    const next =
      focused.insert === undefined ? Number(focused.corner) % Math.max(count, 1) : Number(focused.insert) + 1;
    same[Math.min(next, count - 1)]?.corner.focus({ preventScroll: true });
  }

  /** @param {ReturnType<typeof handlesOf>} handles */
  #listen({ part, i, corner, insert }) {
    /** @type {{ x: number, y: number, moved: boolean } | null} */
    let from = null;
    corner.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      event.stopPropagation();
      corner.setPointerCapture(event.pointerId);
      from = { x: event.clientX, y: event.clientY, moved: false };
    });
    corner.addEventListener("pointermove", (event) => {
      if (!from) return;
      if (!from.moved && Math.hypot(event.clientX - from.x, event.clientY - from.y) < 4) return;
      const moved = this.#draft.moveCorner(i, this.#at(event, part), { mark: !from.moved, part });
      from.moved ||= moved;
      if (!moved) this.#onTap(null, "crest");
    });
    for (const name of /** @type {const} */ (["pointerup", "pointercancel"]))
      corner.addEventListener(name, () => (from = null));
    corner.addEventListener("click", (event) => {
      event.stopPropagation();
      corner.focus({ preventScroll: true });
    });
    corner.addEventListener("keydown", (event) => this.#cornerKey(event, part, i));
    const put = (/** @type {Event} */ event) => {
      event.stopPropagation();
      const ring = this.#draft.piece?.[part];
      if (!ring) return;
      insert.focus({ preventScroll: true });
      this.#draft.insertCorner(i, middle(ring[i], ring[(i + 1) % ring.length]), part);
    };
    insert.addEventListener("click", put);
    insert.addEventListener("keydown", (event) => {
      if (!["Enter", " "].includes(event.key)) return;
      event.preventDefault();
      put(event);
    });
  }

  /**
   * @param {KeyboardEvent} event
   * @param {Part} part
   * @param {number} i
   */
  #cornerKey(event, part, i) {
    const way = MOVES[event.key];
    const at = this.#draft.piece?.[part][i];
    if (way && at) {
      event.preventDefault();
      const step = event.shiftKey ? 0.1 : 0.5;
      const [x, y] = at;
      if (!this.#draft.moveCorner(i, [x + way[0] * step, y + way[1] * step], { part })) this.#onTap(null, "crest");
    } else if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      const last = this.#draft.piece?.[part].length === 3;
      if (!this.#draft.removeCorner(i, part)) this.#onTap(null, last ? "three" : "crest");
    }
  }

  /** @param {KeyboardEvent} event */
  #crossKey(event) {
    const way = MOVES[event.key];
    if (way) {
      event.preventDefault();
      const step = event.shiftKey ? 0.1 : 1;
      this.#cross = [this.#cross[0] + way[0] * step, this.#cross[1] + way[1] * step];
      this.resize();
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#onTap(this.#cross);
    }
  }

  aim() {
    this.#crossMark.focus({ preventScroll: true });
  }

  /**
   * @param {{ clientX: number, clientY: number }} event
   * @param {Part} part
   */
  #at(event, part = "polygon") {
    const { x, y } = pointIn(this.#svg, event);
    return this.#lean.under([x, y], this.#height(part));
  }

  /**
   * How high a part of the chosen piece is.
   * @param {Part} part
   */
  #height(part) {
    return part === "crest" ? (this.#draft.piece?.height_cm ?? 0) : 0;
  }

  /** @param {MouseEvent} event */
  #click(event) {
    if (nearest(event, ".corner, .insert")) return;
    const at = this.#at(event);
    if (this.mode !== "edit") this.#cross = at;
    this.#onTap(at);
  }

  /** Near enough for a finger, in cm. */
  get reach() {
    return TAP_PX * this.#zoom.cmPerPx;
  }

  /** Things with a size in px follow the zoom. */
  resize() {
    const px = this.#zoom.cmPerPx;
    this.#svg.style.setProperty("--px", String(px));
    this.#svg.classList.toggle("is-near", px < 0.14);
    const piece = this.#draft.piece;
    for (const { part, i, corner, cornerTap, cornerDot, insert, insertTap, insertDot, insertSign } of this.#corners) {
      const ring = piece?.[part];
      if (!piece || !ring?.[i]) continue;
      const [x, y] = ring[i];
      const next = (i + 1) % ring.length;
      const called = this.#draft.called(piece);
      const name = part === "crest" ? t("terrain_crest_of", { name: called }) : called;
      const height = this.#height(part);
      set(corner, {
        transform: `translate(${this.#lean.at(ring[i], height).join(" ")})`,
        "aria-label": t("terrain_corner", {
          number: i + 1,
          count: ring.length,
          name,
          x: num(x, 1),
          y: num(y, 1),
        }),
      });
      set(insert, {
        transform: `translate(${this.#lean.at(middle(ring[i], ring[next]), height).join(" ")})`,
        "aria-label": t("terrain_insert", { first: i + 1, second: next + 1, name }),
      });
      set(cornerTap, { r: TAP_PX * px });
      set(cornerDot, { r: 6.5 * px });
      const long = Math.hypot(ring[next][0] - x, ring[next][1] - y) / px > 44;
      set(insert, { display: long ? null : "none" });
      set(insertTap, { r: 15 * px });
      set(insertDot, { r: 6 * px });
      set(insertSign, { d: `M${-3.2 * px} 0H${3.2 * px}M0 ${-3.2 * px}V${3.2 * px}` });
    }
    for (const dot of this.#starts.children) set(dot, { r: 6 * px });
    const [cx, cy] = this.#cross;
    set(this.#crossMark, {
      transform: `translate(${cx} ${this.#depth - cy})`,
      "aria-label": t("terrain_cross", { x: num(cx, 1), y: num(cy, 1) }),
    });
    const d = `M${-16 * px} 0H${-5 * px}M${5 * px} 0H${16 * px}M0 ${-16 * px}V${-5 * px}M0 ${5 * px}V${16 * px}`;
    set(this.#crossTap, { r: 18 * px });
    for (const line of this.#crossLines) set(line, { d });
  }
}

/**
 * What a corner is dragged by, and the cross that puts another after it.
 * @param {Part} part
 * @param {number} i
 */
function handlesOf(part, i) {
  const [cornerTap, cornerDot] = [svg("circle", { class: "corner-tap" }), svg("circle", { class: "corner-dot" })];
  const [insertTap, insertDot] = [svg("circle", { class: "insert-tap" }), svg("circle", { class: "insert-dot" })];
  const insertSign = svg("path", { class: "insert-sign" });
  const button = { role: "button", tabindex: 0, "data-part": part };
  return {
    part,
    i,
    corner: svg("g", { class: "corner", ...button, "data-corner": i }, cornerTap, cornerDot),
    cornerTap,
    cornerDot,
    insert: svg("g", { class: "insert", ...button, "data-insert": i }, insertTap, insertDot, insertSign),
    insertTap,
    insertDot,
    insertSign,
  };
}
