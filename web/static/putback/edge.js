// The table edge at which whoever looks at this page stands: kept in this browser.

/** @import { Edge, Place, Point } from "../types.js" */

const KEY = "vedette-edge";
/** @type {Edge[]} */
export const EDGES = ["near", "far", "left", "right"];
/** @type {Record<Edge, Point>} */
const RIGHT = { near: [1, 0], far: [-1, 0], left: [0, -1], right: [0, 1] };

/** @type {Edge | null} */
let chosen = null;

export function edgeNow() {
  chosen ??= EDGES.find((edge) => edge === kept()) ?? "near";
  return chosen;
}

/** What this browser kept; one that keeps nothing has the near edge each time. */
function kept() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** @param {Edge} edge */
export function chooseEdge(edge) {
  chosen = edge;
  try {
    localStorage.setItem(KEY, edge);
  } catch {
    // Then it holds for this visit.
  }
}

/**
 * The way home of a stand as one sees it from an edge: cm to the right, cm away.
 * @param {Edge} edge
 * @param {Place} ghost
 * @param {Place} now
 * @returns {Point}
 */
export function seenFrom(edge, ghost, now) {
  const [rightX, rightY] = RIGHT[edge];
  const [dx, dy] = [ghost.x - now.x, ghost.y - now.y];
  return [dx * rightX + dy * rightY, dy * rightX - dx * rightY];
}
