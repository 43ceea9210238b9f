// <vd-plan>: the table from above. Layers: picture or map, terrain, what decided, stands, the number.

import { CounterLayer } from "../board/counters.js";
import { SoldierLayer } from "../board/soldiers.js";
import { Ghost } from "../byhand/ghost.js";
import { marksOf } from "../cannon/marks.js";
import { html, set, svg } from "../dom.js";
import { GhostLayer, ghostPoints } from "./ghosts.js";
import { hatchOf, sideHatches, terrainHatches } from "./hatches.js";
import { nearestThatWay, readingOrder } from "./order.js";
import { drawRuling } from "./shapes.js";
import { StandLayer } from "./stands.js";
import { Zoom } from "./zoom.js";
import { t } from "../words.js";

const MARGIN_CM = 7;
const NARROW = window.matchMedia("(max-width: 820px), (max-aspect-ratio: 1/1), (max-height: 520px)");

export class Plan extends HTMLElement {
  #session;
  #framed = null;
  #sized = "";
  #stale = false;
  #loading = false;
  #magnify = 1;
  #plain = false;
  /** On a board: the turn being put together, and what its arrows and Enter do; see board/. */
  board = null;
  boardKeys = null;
  /** Least time between two pictures; who only looks can do with few. */
  pictureEveryMs = 0;

  /** How much larger than on a session its names and signs are: a television is looked at from far away. */
  set magnify(times) {
    this.#magnify = times;
    if (this.svg) this.#rescale();
  }

  get #scale() {
    return this.zoom.cmPerPx * this.#magnify;
  }

  set session(session) {
    this.#session = session;
    this.#build();
    session.addEventListener("change", () => this.#draw());
    session.addEventListener("picture", () => this.#loadPicture());
  }

  #build() {
    this.ground = svg("g", { class: "ground" });
    this.picture = svg("image", { class: "picture", preserveAspectRatio: "none" });
    this.terrain = svg("g", { class: "terrain" });
    this.under = svg("g", { class: "deciding" });
    this.boardLayer = svg("g", { class: "board" });
    this.aboveLayer = svg("g", { class: "above" });
    this.reachLayer = svg("g", { class: "reach" });
    this.toolLayer = svg("g", { class: "tool-layer" });
    this.standLayer = svg("g", { class: "stands" });
    this.over = svg("g", { class: "deciding-labels" });
    this.ghostLayer = svg("g", { class: "ghosts" });
    this.svg = svg(
      "svg",
      { class: "plan", role: "group", "aria-label": t("from_above") },
      svg("defs", {}, ...terrainHatches(), ...sideHatches()),
      this.ground,
      this.picture,
      this.terrain,
      this.boardLayer,
      this.reachLayer,
      this.under,
      this.standLayer,
      this.aboveLayer,
      this.over,
      this.ghostLayer,
      this.toolLayer,
    );
    this.ghosts = new GhostLayer(this.ghostLayer);
    this.stands = new StandLayer(
      this.standLayer,
      this.hasAttribute("readonly") ? null : (name) => this.#session.choose(name),
    );
    this.zoom = new Zoom(this.svg, () => this.#rescale());
    if (!this.hasAttribute("readonly")) {
      this.ghost = new Ghost(this.#session, this.svg);
      this.svg.append(this.ghost.element);
      this.svg.addEventListener("keydown", (event) => this.#key(event));
      this.svg.addEventListener("click", (event) => this.#tapBeside(event));
    }
    this.line = html("p", { class: "plan-line", hidden: "" });
    this.replaceChildren(
      this.svg,
      this.line,
      html(
        "div",
        { class: "zoom" },
        html(
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
        ),
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
    new ResizeObserver(() => this.#rescale()).observe(this.svg);
    NARROW.addEventListener("change", () => {
      this.#sized = "";
      this.#draw();
    });
  }

  /** Shows the plain map in place of the camera's picture. */
  set plain(plain) {
    this.#plain = plain;
    this.classList.toggle("is-map", plain || !this.line.hidden);
  }

  /** Who may not see the camera's picture sees the map in its place, and a line that says so. */
  #withoutPicture(why) {
    if (this.line.textContent === why) return;
    this.line.textContent = why;
    this.line.hidden = !why;
    this.plain = this.#plain;
    this.querySelector("#tool-view").hidden = Boolean(why);
    if (why) this.picture.removeAttribute("href");
    else this.#loadPicture();
  }

  #draw() {
    const { view, ruling, actor } = this.#session;
    if (!view) return;
    const Tokens = view.board?.kind === "hexes" ? CounterLayer : SoldierLayer;
    if (view.board && !(this.stands instanceof Tokens)) {
      this.stands = new Tokens(
        this.standLayer,
        this.hasAttribute("readonly") ? null : (name) => this.#session.choose(name),
      );
    }
    this.#withoutPicture(view.picture_hidden ?? "");
    this.#fit(view);
    const depth = view.table.depth_cm;
    const named = new Set(ruling?.geometry.map((shape) => shape.label));
    this.terrain.replaceChildren(...view.pieces.map((piece) => pieceOf(piece, depth, named.has(piece.name))));
    const sides = new Map(view.sides.map((side, i) => [side.name, i + 1]));
    const ordered = readingOrder(view.stands);
    const invited = !actor && !view.undo ? view.suggestions[0]?.actor : null;
    this.stands.draw(ordered, {
      depth,
      sides,
      actor,
      target: ruling?.target,
      invited,
      cmPerPx: this.#scale,
      view,
      board: this.board,
    });
    this.svg.classList.toggle("has-ruling", Boolean(ruling));
    this.svg.classList.toggle("is-putting-back", Boolean(view.put_back?.under_way));
    if (view.put_back?.under_way) this.#frameGhosts(view.put_back, depth);
    else this.#frame(ruling, depth);
    this.#drawGhosts();
    this.#drawRuling();
    this.ghost?.draw(depth, this.zoom.cmPerPx);
    this.setAttribute("data-versions", view.versions.table);
  }

  #drawRuling() {
    const { view, ruling } = this.#session;
    const shot = view.cannon?.proposal;
    const drawn = shot
      ? { under: [], over: marksOf(shot, view.table.depth_cm, this.#scale) }
      : ruling
        ? drawRuling(ruling, view.table.depth_cm, this.#scale)
        : { under: [], over: [] };
    this.under.replaceChildren(...drawn.under.filter(Boolean));
    this.over.replaceChildren(...drawn.over.filter(Boolean));
  }

  #drawGhosts() {
    const { view } = this.#session;
    const sides = new Map(view.sides.map((side, i) => [side.name, i + 1]));
    this.ghosts.draw(view.put_back, { depth: view.table.depth_cm, sides, cmPerPx: this.#scale, seen: this.zoom.seen });
  }

  /** The window goes to what is to be put back; on a phone again with every stand that is back. */
  #frameGhosts(putBack, depth) {
    const points = ghostPoints(putBack, depth);
    const key = `ghosts ${NARROW.matches ? points.length : ""}`;
    if (!points.length || key === this.#framed) return;
    this.#framed = key;
    this.zoom.frame(points, NARROW.matches ? 9 : 14);
  }

  #fit(view) {
    const { width_cm: width, depth_cm: depth } = view.table;
    const margin = NARROW.matches ? 1.5 : MARGIN_CM;
    const size = `${width} ${depth} ${margin} ${view.board?.cells.length} ${Boolean(view.picture_cm)}`;
    if (size === this.#sized) return;
    this.#sized = size;
    this.ground.replaceChildren(svg("rect", { x: 0, y: 0, width, height: depth }));
    if (view.picture_cm) {
      const [left, near, right, far] = view.picture_cm;
      set(this.picture, { x: left, y: depth - far, width: right - left, height: far - near });
    }
    this.zoom.reset(
      view.board
        ? aroundBoard(view.board, depth)
        : { x: -margin, y: -margin, width: width + 2 * margin, height: depth + 2 * margin },
    );
  }

  /** On a phone the window goes to the two stands that matter, and back. */
  #frame(ruling, depth) {
    const ghosts = this.#framed?.startsWith("ghosts");
    if ((!NARROW.matches || this.hasAttribute("follows") || this.#session.view.board) && !ghosts) return;
    const key = ruling ? `${ruling.actor} ${ruling.target}` : null;
    if (key === this.#framed) return;
    this.#framed = key;
    const line = ruling?.geometry.filter((shape) => shape.form === "line").flatMap((shape) => shape.points);
    if (!line?.length) this.zoom.byHand || this.zoom.reset();
    else
      this.zoom.frame(
        line.map(([x, y]) => [x, depth - y]),
        8,
      );
  }

  #rescale() {
    const scale = this.#scale;
    this.svg.style.setProperty("--px", scale);
    this.svg.classList.toggle("is-near", scale < 0.14);
    this.stands.resize(scale);
    if (!this.#session.view) return;
    this.#drawRuling();
    this.ghost?.draw(this.#session.view.table.depth_cm, scale);
    this.#drawGhosts();
    this.dispatchEvent(new Event("rescale"));
  }

  /** Where on the table an event points, cm. */
  at(event) {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [x, this.#session.view.table.depth_cm - y];
  }

  /** The next picture is shown when it has arrived whole, so that nothing flickers; one is fetched at a time. */
  async #loadPicture() {
    this.#stale = true;
    if (this.#loading) return;
    this.#loading = true;
    while (this.#stale) {
      this.#stale = false;
      if (this.#session.view?.picture_hidden) break;
      const next = new Image();
      next.src = `/api/picture.jpg?v=${this.#session.pictureVersion}`;
      try {
        await next.decode();
        this.picture.setAttribute("href", next.src);
      } catch {
        // The next version brings another.
      }
      if (this.pictureEveryMs) await new Promise((go) => setTimeout(go, this.pictureEveryMs));
    }
    this.#loading = false;
  }

  #key(event) {
    if (this.boardKeys?.(event)) return;
    const name = event.target.closest?.("[data-name]")?.dataset.name;
    if (!name) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#session.choose(name);
      return;
    }
    const next = nearestThatWay(this.#session.view.stands, this.#session.stand(name), event.key);
    if (event.key.startsWith("Arrow")) event.preventDefault();
    if (next) this.stands.element(next.name).focus();
  }

  /** A finger is wider than a base: a tap close to a stand means it. */
  #tapBeside(event) {
    if (event.target.closest("[data-name]") || this.board) return;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    if (!this.#session.view) return;
    const { stands, table } = this.#session.view;
    const far = (stand) => Math.hypot(stand.x - point.x, table.depth_cm - stand.y - point.y);
    const nearest = stands.reduce((a, b) => (a && far(a) <= far(b) ? a : b), null);
    if (nearest && far(nearest) < 24 * this.zoom.cmPerPx) this.#session.choose(nearest.name);
  }
}

/** A board is looked at without the table round it. */
function aroundBoard({ cells, size_cm: size }, depth) {
  const xs = cells.map((cell) => cell[1]);
  const ys = cells.map((cell) => depth - cell[2]);
  const [aside, room] = [size * 1.2, size * 0.62];
  const [x, y] = [Math.min(...xs) - aside, Math.min(...ys) - room];
  return { x, y, width: Math.max(...xs) + aside - x, height: Math.max(...ys) + room - y };
}

function pieceOf(piece, depth, decides) {
  const d = `M${piece.polygon.map(([x, y]) => `${x} ${depth - y}`).join("L")}Z`;
  const xs = piece.polygon.map(([x]) => x);
  const ys = piece.polygon.map(([, y]) => depth - y);
  return svg(
    "g",
    { class: `piece kind-${piece.kind}${decides ? " decides" : ""}` },
    svg("path", { class: "piece-fill", d }),
    svg("path", { class: "piece-hatch", d, fill: hatchOf(piece.kind) }),
    svg("text", { class: "piece-name", x: (Math.min(...xs) + Math.max(...xs)) / 2, y: Math.min(...ys) }, piece.name),
  );
}

customElements.define("vd-plan", Plan);
