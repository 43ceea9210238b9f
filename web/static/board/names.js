// Where the names on hexes may go: of hexes, places and ranges, and the signs of the ground; all in sizes of a hex.

/** @import { Naming } from "../plan/names.js" */
/** @import { Point } from "../types.js" */

/**
 * A letter's size, and the spots round a hex's middle, the best first: between the counters' rows, else in a corner
 * that a stack leaves free. A place chooses first, then the ground, then ranges; a hex's name comes last.
 * @type {Record<string, { em?: number, rank?: number, spots: Point[] }>}
 */
const KINDS = {
  // biome-ignore format: points
  place: {
    em: 0.346, rank: 9,
    spots: [[0, -0.79], [0, 0], [0.4, -0.79], [-0.4, -0.79], [0.9, -0.79], [-0.9, -0.79], [0, 0.75], [1.3, 0]],
  },
  // biome-ignore format: points
  ground: { em: 0.35, rank: 3, spots: [[-0.5, -0.46], [0.5, -0.46], [0.5, 0.46], [-0.5, 0.46], [-0.73, 0], [0.73, 0]] },
  range: { rank: 2, spots: [[0, -0.62]] },
  // biome-ignore format: points
  cell: { em: 0.295, spots: [[0, 0.74], [0.44, 0.5], [-0.44, -0.5], [0.36, 0.58], [-0.36, -0.58], [0, -0.74]] },
};

/**
 * The name of something on hexes round these middles; `own` where it is drawn from the first of them.
 * @param {keyof typeof KINDS} kind
 * @param {SVGElement} element
 * @param {Point[]} middles
 * @param {number} size
 * @param {boolean} own
 * @returns {Naming}
 */
export function hexName(kind, element, middles, size, own = false) {
  const { em, rank, spots } = KINDS[kind];
  const [x, y] = middles[0];
  const at = spots.flatMap(([dx, dy]) =>
    middles.map((it) => /** @type {Point} */ ([it[0] + dx * size, it[1] + dy * size])),
  );
  const text = element.textContent ?? "";
  const name = { x, y, radius: 0, text, rank, em: em && em * size, spots: at, element, own };
  return { named: () => name };
}
