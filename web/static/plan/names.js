// What is written on the plan beside things: all names are placed together, so that none lies on another.

import { set } from "../dom.js";
import { placeLabels } from "./labels.js";

/** @import { Edges, Item } from "./labels.js" */

/** `own`: its element is drawn from its own place. */
/** @typedef {Item & { element: SVGElement, root?: Element, own?: boolean }} Named */
/** @typedef {{ named: (px: number) => Named }} Naming */

/** The names of areas, by what draws them, and what the numbers there cover. */
export class Names {
  /** @type {Map<string, Naming[]>} */
  #named = new Map();
  /** @type {Map<string, Edges[]>} */
  #numbers = new Map();

  /**
   * Says whether there are other names or numbers of a layer than before.
   * @param {string} layer
   * @param {Naming[]} names
   * @param {Edges[]} numbers
   */
  put(layer, names, numbers = []) {
    const before = [this.#named, this.#numbers].some((all) => all.get(layer)?.length);
    if (!names.length && !numbers.length && !before) return false;
    this.#named.set(layer, names);
    this.#numbers.set(layer, numbers);
    return true;
  }

  /**
   * Places all names, those of stands first, where nothing covers them.
   * @param {Named[]} stands
   * @param {Edges[]} covered
   * @param {{ boxes: Edges[], lines: Edges[], names: Naming[] }} ruled what a ruling covers, and what it names
   * @param {Edges} seen
   * @param {number} scale cm of the table a pixel
   */
  place(stands, covered, { boxes, lines, names }, seen, scale) {
    const others = [...names, ...[...this.#named.values()].flat()].map(({ named }) => named(scale));
    const all = [...stands, ...others];
    const obstacles = [...covered, ...boxes, ...[...this.#numbers.values()].flat()];
    placeLabels(all, scale, obstacles, lines, seen).forEach((place, i) => {
      const { x, y, radius, element, root, own } = all[i];
      root?.classList.toggle("is-crowded", !place);
      const { dx, dy, anchor } = place ?? { dx: 0, dy: radius + 13 * scale, anchor: "middle" };
      const [left, top] = root || own ? [dx, dy] : [x + dx, y + dy];
      set(element, { x: left, y: top, "text-anchor": anchor, display: place || root ? null : "none" });
    });
  }
}
