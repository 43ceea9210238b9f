// The camera's picture under the plan: the next is shown when it has arrived whole, so that nothing flickers.

import { set, svg } from "../dom.js";

/** One picture is fetched at a time. */
export class Picture {
  element = svg("image", { class: "picture", preserveAspectRatio: "none" });
  /** Least time between two pictures; who only looks can do with few. */
  everyMs = 0;
  #stale = false;
  #loading = false;

  get loading() {
    return this.#loading;
  }

  get shown() {
    return this.element.hasAttribute("href");
  }

  /**
   * Where on the table it lies, cm: left, near, right, far.
   * @param {readonly number[]} rectangle
   * @param {number} depth
   */
  lay([left, near, right, far], depth) {
    set(this.element, { x: left, y: depth - far, width: right - left, height: far - near });
  }

  hide() {
    this.element.removeAttribute("href");
  }

  /**
   * Shows the newest picture, and again what comes meanwhile.
   * @param {() => string | null} address of the newest; null where none is to be had, or not for who looks
   * @param {() => void} then
   */
  async load(address, then) {
    this.#stale = true;
    if (this.#loading) return;
    this.#loading = true;
    while (this.#stale) {
      this.#stale = false;
      const src = address();
      if (!src) break;
      const next = new Image();
      next.src = src;
      try {
        await next.decode();
        this.element.setAttribute("href", next.src);
        then();
      } catch {
        // The next version brings another.
      }
      if (this.everyMs) await new Promise((go) => setTimeout(go, this.everyMs));
    }
    this.#loading = false;
  }
}
