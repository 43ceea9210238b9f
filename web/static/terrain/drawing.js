// The picture with the outlines on it, and what a finger or the keys do there.

import { html, set, svg } from "../dom.js";
import { hatchOf, terrainHatches } from "../plan/hatches.js";
import { Zoom } from "../plan/zoom.js";
import { num, t } from "../words.js";
import { crossed, middle } from "./geometry.js";

const MARGIN_CM = 5;
const TAP_PX = 20;
const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class Drawing {
  #depth = 0;
  #shown = "";
  #corners = [];
  #cross = [0, 0];

  /** `draft` is drawn; `onTap` hears of taps in table cm. */
  constructor(draft, onTap) {
    this.draft = draft;
    this.onTap = onTap;
    this.line = [];
    this.mode = "edit";
    this.picture = svg("image", { class: "picture", preserveAspectRatio: "none" });
    this.ground = svg("g", { class: "ground" });
    this.outlines = svg("g", { class: "outlines" });
    this.handles = svg("g", { class: "handles" });
    this.drawn = svg("path", { class: "drawn" });
    this.starts = svg("g", { class: "starts" });
    this.crossMark = svg(
      "g",
      { class: "cross", role: "button", tabindex: 0 },
      svg("circle", { class: "cross-tap" }),
      svg("path", { class: "cross-casing" }),
      svg("path", { class: "cross-line" }),
    );
    this.svg = svg(
      "svg",
      { class: "plan terrain-plan", role: "group", "aria-label": t("terrain_picture") },
      svg("defs", {}, ...terrainHatches()),
      this.ground,
      this.picture,
      this.outlines,
      this.handles,
      this.drawn,
      this.starts,
      this.crossMark,
    );
    this.zoom = new Zoom(this.svg, () => this.resize());
    this.svg.addEventListener("click", (event) => this.#click(event));
    this.crossMark.addEventListener("keydown", (event) => this.#crossKey(event));
    this.element = html(
      "div",
      { class: "terrain-picture" },
      this.svg,
      html(
        "div",
        { class: "zoom" },
        html(
          "button",
          { type: "button", class: "tool", "aria-label": t("nearer"), onclick: () => this.zoom.by(1.5) },
          "+",
        ),
        html(
          "button",
          { type: "button", class: "tool", "aria-label": t("farther"), onclick: () => this.zoom.by(1 / 1.5) },
          "−",
        ),
        html(
          "button",
          { type: "button", class: "tool", "aria-label": t("whole_table"), onclick: () => this.zoom.reset() },
          "◻",
        ),
      ),
    );
    new ResizeObserver(() => this.resize()).observe(this.svg);
  }

  /** The table's size and the rectangle that the picture at `address` shows. */
  lay({ table, picture_cm: rectangle }, address) {
    this.#depth = table.depth_cm;
    const { width_cm: width, depth_cm: depth } = table;
    this.#cross = [width / 2, depth / 2];
    this.ground.replaceChildren(svg("rect", { x: 0, y: 0, width, height: depth }));
    if (rectangle) {
      const [left, near, right, far] = rectangle;
      set(this.picture, { x: left, y: depth - far, width: right - left, height: far - near, href: address });
    }
    this.zoom.reset({ x: -MARGIN_CM, y: -MARGIN_CM, width: width + 2 * MARGIN_CM, height: depth + 2 * MARGIN_CM });
  }

  #path(ring) {
    return ring.map(([x, y], i) => `${i ? "L" : "M"}${x} ${this.#depth - y}`).join("");
  }

  draw() {
    const { pieces, chosen, piece, locked } = this.draft;
    this.outlines.replaceChildren(...pieces.map((it, i) => this.#outline(it, i === chosen)));
    const key = piece && !locked && this.mode === "edit" ? `${chosen} ${piece.polygon.length}` : "";
    if (key !== this.#shown) this.#makeHandles(key ? piece : null);
    this.#shown = key;
    set(this.drawn, { d: this.line.length ? this.#path(this.line) : null });
    this.starts.replaceChildren(
      ...this.line.map(([x, y], i) =>
        svg("circle", { class: i ? "start" : "start first", cx: x, cy: this.#depth - y }),
      ),
    );
    this.svg.classList.toggle("is-aiming", this.mode !== "edit");
    this.crossMark.toggleAttribute("hidden", this.mode === "edit");
    set(this.crossMark, { tabindex: this.mode === "edit" ? null : 0, display: this.mode === "edit" ? "none" : null });
    this.resize();
  }

  #outline(piece, chosen) {
    const d = `${this.#path(piece.polygon)}Z`;
    const xs = piece.polygon.map(([x]) => x);
    const ys = piece.polygon.map(([, y]) => this.#depth - y);
    return svg(
      "g",
      {
        class: `outline kind-${piece.kind}${chosen ? " is-chosen" : ""}${crossed(piece.polygon) ? " is-crossed" : ""}`,
      },
      svg("path", { class: "outline-casing", d }),
      svg("path", { class: "outline-hatch", d, fill: hatchOf(piece.kind) }),
      svg("path", { class: "outline-line", d }),
      svg("text", { class: "piece-name", x: (Math.min(...xs) + Math.max(...xs)) / 2, y: Math.min(...ys) }, piece.name),
    );
  }

  #makeHandles(piece) {
    const held = this.handles.contains(document.activeElement) ? document.activeElement.dataset : null;
    this.#corners = [];
    const made = (piece?.polygon ?? []).flatMap((_, i) => {
      const corner = svg(
        "g",
        { class: "corner", role: "button", tabindex: 0, "data-corner": i },
        svg("circle", { class: "corner-tap" }),
        svg("circle", { class: "corner-dot" }),
      );
      const insert = svg(
        "g",
        { class: "insert", role: "button", tabindex: 0, "data-insert": i },
        svg("circle", { class: "insert-tap" }),
        svg("circle", { class: "insert-dot" }),
        svg("path", { class: "insert-sign" }),
      );
      this.#listen(corner, insert, i);
      this.#corners.push({ corner, insert });
      return [corner, insert];
    });
    // Corners lie over the crosses beside them.
    this.handles.replaceChildren(...made.filter((it) => it.dataset.insert), ...made.filter((it) => it.dataset.corner));
    if (!held) return;
    const count = this.#corners.length;
    const next = held.insert === undefined ? Number(held.corner) % Math.max(count, 1) : Number(held.insert) + 1;
    this.#corners[Math.min(next, count - 1)]?.corner.focus({ preventScroll: true });
  }

  #listen(corner, insert, i) {
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
      this.draft.moveCorner(i, this.#at(event), { mark: !from.moved });
      from.moved = true;
    });
    for (const name of ["pointerup", "pointercancel"]) corner.addEventListener(name, () => (from = null));
    corner.addEventListener("click", (event) => (event.stopPropagation(), corner.focus({ preventScroll: true })));
    corner.addEventListener("keydown", (event) => this.#cornerKey(event, i));
    const put = (event) => {
      event.stopPropagation();
      const ring = this.draft.piece.polygon;
      insert.focus({ preventScroll: true });
      this.draft.insertCorner(i, middle(ring[i], ring[(i + 1) % ring.length]));
    };
    insert.addEventListener("click", put);
    insert.addEventListener(
      "keydown",
      (event) => ["Enter", " "].includes(event.key) && (event.preventDefault(), put(event)),
    );
  }

  #cornerKey(event, i) {
    const way = MOVES[event.key];
    if (way) {
      event.preventDefault();
      const step = event.shiftKey ? 0.1 : 0.5;
      const [x, y] = this.draft.piece.polygon[i];
      this.draft.moveCorner(i, [x + way[0] * step, y + way[1] * step]);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      if (!this.draft.removeCorner(i)) this.onTap(null, "three");
    }
  }

  #crossKey(event) {
    const way = MOVES[event.key];
    if (way) {
      event.preventDefault();
      const step = event.shiftKey ? 0.1 : 1;
      this.#cross = [this.#cross[0] + way[0] * step, this.#cross[1] + way[1] * step];
      this.resize();
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.onTap(this.#cross);
    }
  }

  aim() {
    this.crossMark.focus({ preventScroll: true });
  }

  #at(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [point.x, this.#depth - point.y];
  }

  #click(event) {
    if (event.target.closest(".corner, .insert")) return;
    const at = this.#at(event);
    if (this.mode !== "edit") this.#cross = at;
    this.onTap(at);
  }

  /** Near enough for a finger, in cm. */
  get reach() {
    return TAP_PX * this.zoom.cmPerPx;
  }

  /** Things with a size in px follow the zoom. */
  resize() {
    const px = this.zoom.cmPerPx;
    this.svg.style.setProperty("--px", px);
    this.svg.classList.toggle("is-near", px < 0.14);
    const piece = this.draft.piece;
    this.#corners.forEach(({ corner, insert }, i) => {
      const ring = piece?.polygon;
      if (!ring?.[i]) return;
      const [x, y] = ring[i];
      const next = (i + 1) % ring.length;
      const [mx, my] = middle(ring[i], ring[next]);
      set(corner, {
        transform: `translate(${x} ${this.#depth - y})`,
        "aria-label": t("terrain_corner", {
          number: i + 1,
          count: ring.length,
          name: piece.name,
          x: num(x, 1),
          y: num(y, 1),
        }),
      });
      set(insert, {
        transform: `translate(${mx} ${this.#depth - my})`,
        "aria-label": t("terrain_insert", { first: i + 1, second: next + 1, name: piece.name }),
      });
      set(corner.children[0], { r: TAP_PX * px });
      set(corner.children[1], { r: 6.5 * px });
      const long = Math.hypot(ring[next][0] - x, ring[next][1] - y) / px > 44;
      set(insert, { display: long ? null : "none" });
      set(insert.children[0], { r: 15 * px });
      set(insert.children[1], { r: 6 * px });
      set(insert.children[2], { d: `M${-3.2 * px} 0H${3.2 * px}M0 ${-3.2 * px}V${3.2 * px}` });
    });
    for (const dot of this.starts.children) set(dot, { r: 6 * px });
    const [cx, cy] = this.#cross;
    set(this.crossMark, {
      transform: `translate(${cx} ${this.#depth - cy})`,
      "aria-label": t("terrain_cross", { x: num(cx, 1), y: num(cy, 1) }),
    });
    const d = `M${-16 * px} 0H${-5 * px}M${5 * px} 0H${16 * px}M0 ${-16 * px}V${-5 * px}M0 ${5 * px}V${16 * px}`;
    set(this.crossMark.children[0], { r: 18 * px });
    set(this.crossMark.children[1], { d });
    set(this.crossMark.children[2], { d });
  }
}
