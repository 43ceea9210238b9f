// The window on the table: the whole of it, or part, by wheel, pinch, drag or keys.

import { html, pointIn } from "../dom.js";
import { t } from "../words.js";

/** @import { Box, Place, Point } from "../types.js" */

const NEAREST = 8;

export class Zoom {
  /** @type {Map<number, Place>} */
  #pointers = new Map();
  #moved = false;
  byHand = false;
  #svg;
  #onChange;
  /** @type {Box} */
  whole = { x: 0, y: 0, width: 100, height: 100 };
  box = this.whole;

  /**
   * `svg` shows the window; `whole` is what there is to see, in drawing units; `onChange` hears of every change.
   * @param {SVGSVGElement} svg
   * @param {() => void} onChange
   */
  constructor(svg, onChange) {
    this.#svg = svg;
    this.#onChange = onChange;
    svg.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    svg.addEventListener("pointerdown", (event) => this.#down(event));
    svg.addEventListener("pointermove", (event) => this.#move(event));
    for (const name of /** @type {const} */ (["pointerup", "pointercancel", "pointerleave"]))
      svg.addEventListener(name, (event) => this.#up(event));
    // A drag that ends on a stand is not a tap on it; a click without a pointer (a screen reader's) always is.
    svg.addEventListener(
      "click",
      (event) => {
        if (!this.#moved || !event.detail) return;
        event.stopPropagation();
        event.preventDefault();
      },
      { capture: true },
    );
  }

  /** What taps make nearer and farther, and whole again. */
  buttons() {
    /** @type {(called: string, sign: string, onclick: () => void) => HTMLElement} */
    const button = (called, sign, onclick) =>
      html("button", { type: "button", class: "tool", "aria-label": t(called), onclick }, sign);
    return [
      button("nearer", "+", () => this.by(1.5)),
      button("farther", "−", () => this.by(1 / 1.5)),
      button("whole_table", "◻", () => this.reset()),
    ];
  }

  get cmPerPx() {
    const { width, height } = this.#svg.getBoundingClientRect();
    if (!width || !height) return 0.15;
    return Math.max(this.box.width / width, this.box.height / height);
  }

  /** The part of the drawing that is in sight: the box, and what lies beside it where the window has another shape. */
  get seen() {
    const { width, height } = this.#svg.getBoundingClientRect();
    const [halfWidth, halfHeight] = [(width * this.cmPerPx) / 2, (height * this.cmPerPx) / 2];
    const { x, y } = middle(this.box);
    return { x: x - halfWidth, y: y - halfHeight, width: 2 * halfWidth, height: 2 * halfHeight };
  }

  reset(whole = this.whole) {
    this.whole = whole;
    this.byHand = false;
    this.#show(whole);
  }

  /**
   * Nearer (factor > 1) or farther, round a point of the drawing.
   * @param {number} factor
   * @param {Place} about
   */
  by(factor, about = middle(this.box)) {
    const least = this.whole.width / NEAREST;
    const width = Math.min(this.whole.width, Math.max(least, this.box.width / factor));
    const part = width / this.box.width;
    this.byHand = width < this.whole.width;
    this.#show({
      x: about.x - (about.x - this.box.x) * part,
      y: about.y - (about.y - this.box.y) * part,
      width,
      height: this.box.height * part,
    });
  }

  /**
   * Show this part of the drawing.
   * @param {Box} box
   */
  to(box) {
    this.#show(box);
  }

  /**
   * Show these points with some room round them, unless the window was set by hand.
   * @param {Point[]} points
   * @param {number} room
   */
  frame(points, room) {
    if (this.byHand) return;
    const xs = points.map((p) => p[0]);
    const ys = points.map((p) => p[1]);
    const box = {
      x: Math.min(...xs) - room,
      y: Math.min(...ys) - room,
      width: Math.max(...xs) - Math.min(...xs) + 2 * room,
      height: Math.max(...ys) - Math.min(...ys) + 2 * room,
    };
    this.#show(box);
  }

  /** @param {Box} box */
  #show(box) {
    const { whole } = this;
    const width = Math.min(box.width, whole.width);
    const height = Math.min(box.height, whole.height);
    this.box = {
      width,
      height,
      x: Math.min(Math.max(box.x, whole.x), whole.x + whole.width - width),
      y: Math.min(Math.max(box.y, whole.y), whole.y + whole.height - height),
    };
    this.#svg.setAttribute("viewBox", `${this.box.x} ${this.box.y} ${width} ${height}`);
    this.#onChange();
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    this.by(Math.exp(-event.deltaY * 0.0016), pointIn(this.#svg, event));
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button) return;
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.#pointers.size === 1) this.#moved = false;
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    if (this.#pointers.size === 1) {
      if (!this.#moved && Math.hypot(now.x - before.x, now.y - before.y) < 8) return;
      if (!this.#moved && event.pointerId !== undefined) this.#svg.setPointerCapture(event.pointerId);
      this.#moved = true;
      this.#drag(before, now);
    } else {
      const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1] ?? before;
      const grown = distance(now, other) / Math.max(1, distance(before, other));
      this.#moved = true;
      this.by(grown, pointIn(this.#svg, { clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 }));
      this.#drag({ x: before.x / 2, y: before.y / 2 }, { x: now.x / 2, y: now.y / 2 });
    }
    this.#pointers.set(event.pointerId, now);
  }

  /**
   * @param {Place} before
   * @param {Place} now
   */
  #drag(before, now) {
    const scale = this.cmPerPx;
    this.byHand ||= this.box.width < this.whole.width;
    this.#show({ ...this.box, x: this.box.x - (now.x - before.x) * scale, y: this.box.y - (now.y - before.y) * scale });
  }

  /** @param {PointerEvent} event */
  #up(event) {
    this.#pointers.delete(event.pointerId);
  }
}

/** @param {Box} box */
const middle = (box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
/**
 * @param {Place} a
 * @param {Place} b
 */
const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
