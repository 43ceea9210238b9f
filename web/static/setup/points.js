// <vd-points>: points over the camera's picture, moved by finger, mouse or arrow keys; each says where it is.

import { html, nearest, one, set, svg } from "../dom.js";
import { t } from "../words.js";
import { address } from "./api.js";

/** @import { Point } from "../types.js" */

const STEP_PX = 1;
const WIDE_STEP_PX = 25;
/** @type {Record<string, Point>} */
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * What is shown over a picture of that size; `lines` lie below the points.
 * @typedef {object} Shown
 * @property {Point} size
 * @property {Point[]} places
 * @property {string[]} names
 * @property {boolean} closed
 * @property {Point[][]} [lines]
 */

export class Points extends HTMLElement {
  /** @type {Point[]} */
  places = [];
  locked = false;
  /** @type {string[]} */
  #names = [];
  /** @type {Point} */
  #size = [1, 1];
  /** @type {number | null} */
  #held = null;

  /**
   * Shows points at places (px of the camera) with their names; `closed` joins the last with the first.
   * @param {Shown} shown
   */
  show({ size, places, names, closed, lines = [] }) {
    this.#size = size;
    this.#names = names;
    this.places = places.map(([x, y]) => [x, y]);
    const [width, height] = size;
    const px = width / (this.clientWidth || width); // of the camera, to one of the screen
    const radius = Math.max(width / 70, 9 * px);
    this.replaceChildren(
      html(
        "div",
        { class: "points-picture" },
        html("img", { alt: t("live"), src: address(`live.jpg?${Date.now()}`) }),
        svg(
          "svg",
          {
            viewBox: `0 0 ${width} ${height}`,
            onpointerdown: (event) => this.#grab(event),
            onpointermove: (event) => this.#drag(event),
            onpointerup: () => this.#letGo(),
            onpointercancel: () => this.#letGo(),
            onkeydown: (event) => this.#key(event),
          },
          ...lines.map((line) =>
            svg("polyline", { class: "points-grid", points: line.join(" "), "stroke-width": width / 900 }),
          ),
          svg(closed ? "polygon" : "polyline", { class: "points-line", "stroke-width": width / 400 }),
          ...names.map((name, k) =>
            svg(
              "g",
              { class: "point", role: "slider", tabindex: 0, "data-k": k, "aria-label": name },
              svg("circle", { class: "point-reach", r: Math.max(radius * 2.2, 22 * px) }),
              svg("circle", { class: "point-ring", r: radius, "stroke-width": radius / 4.5 }),
              svg("path", {
                class: "point-cross",
                d: `M${-radius} 0H${radius}M0 ${-radius}V${radius}`,
                "stroke-width": radius / 12,
              }),
              svg("text", { class: "point-number", y: -radius * 1.4, "font-size": radius * 1.5 }, String(k + 1)),
            ),
          ),
        ),
      ),
    );
    this.#draw();
  }

  #letGo() {
    this.#held = null;
  }

  /**
   * Put the points elsewhere.
   * @param {Point[]} places
   */
  moveTo(places) {
    this.places = places.map(([x, y]) => [x, y]);
    this.#draw();
  }

  focusFirst() {
    one(this, ".point", SVGElement).focus();
  }

  refresh() {
    const image = this.querySelector("img");
    if (image) image.src = address(`live.jpg?${Date.now()}`);
  }

  #draw() {
    const line = this.places.map(([x, y]) => `${x},${y}`).join(" ");
    set(one(this, ".points-line", SVGElement), { points: line });
    this.places.forEach(([x, y], k) => {
      const told = `${this.#names[k]}: ${Math.round(x)}, ${Math.round(y)} px`;
      set(one(this, `[data-k="${k}"]`, SVGElement), {
        transform: `translate(${x} ${y})`,
        "aria-valuetext": told,
        "aria-valuenow": Math.round(x),
        "aria-valuemin": 0,
        "aria-valuemax": this.#size[0],
      });
    });
  }

  /**
   * @param {PointerEvent & { currentTarget: SVGSVGElement }} event
   * @returns {Point}
   */
  #at(event) {
    const box = event.currentTarget.getBoundingClientRect();
    const [width, height] = this.#size;
    return [((event.clientX - box.left) / box.width) * width, ((event.clientY - box.top) / box.height) * height];
  }

  /** @param {PointerEvent & { currentTarget: SVGSVGElement }} event */
  #grab(event) {
    const point = nearest(event, ".point");
    if (!point || this.locked) return;
    event.preventDefault();
    this.#held = Number(point.dataset.k);
    point.focus();
    event.currentTarget.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent & { currentTarget: SVGSVGElement }} event */
  #drag(event) {
    if (this.#held === null) return;
    this.#move(this.#held, this.#at(event));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const way = KEYS[event.key];
    const point = nearest(event, ".point");
    if (!way || !point || this.locked) return;
    event.preventDefault();
    const k = Number(point.dataset.k);
    const step = event.shiftKey ? WIDE_STEP_PX : STEP_PX;
    this.#move(k, [this.places[k][0] + way[0] * step, this.places[k][1] + way[1] * step]);
  }

  /**
   * @param {number} k
   * @param {Point} at
   */
  #move(k, [x, y]) {
    const [width, height] = this.#size;
    this.places[k] = [Math.min(Math.max(x, 0), width - 1), Math.min(Math.max(y, 0), height - 1)];
    this.#draw();
    this.dispatchEvent(new Event("moved"));
  }
}

customElements.define("vd-points", Points);
