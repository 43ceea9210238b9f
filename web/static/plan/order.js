// Where the keys go: stands in reading order, and the nearest one in a direction.

/** @import { Point } from "../types.js" */

/** @typedef {{ name: string, x: number, y: number }} Standing */

const BAND_CM = 9;
/** @type {Record<string, Point>} */
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/**
 * Stands in bands from the far edge to the near one, each from left to right.
 * @template {Standing} T
 * @param {T[]} stands
 */
export function readingOrder(stands) {
  /** @param {Standing} stand */
  const band = (stand) => -Math.floor(stand.y / BAND_CM);
  return [...stands].sort((a, b) => band(a) - band(b) || a.x - b.x || a.name.localeCompare(b.name));
}

/**
 * The stand nearest to a point, if one is near enough.
 * @template {Standing} T
 * @param {T[]} stands
 * @param {Point} point
 * @param {number} within
 */
export function nearestTo(stands, [x, y], within) {
  /** @param {Standing} stand */
  const far = (stand) => Math.hypot(stand.x - x, stand.y - y);
  return stands.filter((stand) => far(stand) <= within).sort((a, b) => far(a) - far(b))[0] ?? null;
}

/**
 * The nearest stand whose way there is within 60 degrees of the arrow; sideways counts double.
 * @template {Standing} T
 * @param {T[]} stands
 * @param {{ x: number, y: number }} from
 * @param {string} key
 * @returns {T | null}
 */
export function nearestThatWay(stands, from, key) {
  const way = DIRECTIONS[key];
  if (!way) return null;
  let best = null;
  let least = Infinity;
  for (const stand of stands) {
    const dx = stand.x - from.x;
    const dy = stand.y - from.y;
    const ahead = dx * way[0] + dy * way[1];
    const aside = Math.abs(dx * way[1] - dy * way[0]);
    if (ahead <= 1e-6 || aside > ahead * 1.7321) continue;
    const cost = ahead + 2 * aside;
    if (cost < least) [best, least] = [stand, cost];
  }
  return best;
}
