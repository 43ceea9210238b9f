// Plane geometry of outlines: area, whether edges cross, what a tap is in or near. Points are [x, y] in table cm.

/** @import { Point } from "../types.js" */

/** @param {Point[]} ring */
export const area = (ring) =>
  Math.abs(
    ring.reduce((sum, [x, y], i) => {
      const [nx, ny] = ring[(i + 1) % ring.length];
      return sum + x * ny - nx * y;
    }, 0),
  ) / 2;

/**
 * @param {Point[]} ring
 * @param {Point} point
 */
export function contains(ring, [x, y]) {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, ay] = ring[i];
    const [bx, by] = ring[j];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

/**
 * @param {Point} a
 * @param {Point} b
 * @param {Point} point
 */
const side = ([ax, ay], [bx, by], [px, py]) => Math.sign((bx - ax) * (py - ay) - (by - ay) * (px - ax));

/**
 * Whether two edges that are no neighbours meet.
 * @param {Point[]} ring
 */
export function crossed(ring) {
  const n = ring.length;
  for (let i = 0; i < n; i++) {
    for (let j = i + 2; j < n; j++) {
      if (i === 0 && j === n - 1) continue;
      const [a, b, c, d] = [ring[i], ring[(i + 1) % n], ring[j], ring[(j + 1) % n]];
      if (side(a, b, c) !== side(a, b, d) && side(c, d, a) !== side(c, d, b)) return true;
    }
  }
  return false;
}

/**
 * Whether an outline lies within another, their borders included.
 * @param {Point[]} ring
 * @param {Point[]} within
 */
export function isInside(ring, within) {
  return ring.every((here, i) => {
    const next = ring[(i + 1) % ring.length];
    const cut = within.some((a, j) => {
      const b = within[(j + 1) % within.length];
      return side(a, b, here) * side(a, b, next) < 0 && side(here, next, a) * side(here, next, b) < 0;
    });
    return !cut && (contains(within, here) || borderDistance(within, here) < 1e-6);
  });
}

/**
 * An outline shrunk to half about its middle; nothing where that does not lie within it.
 * @param {Point[]} ring
 */
export function halved(ring) {
  const [x, y] = centroid(ring);
  const half = ring.map(([px, py]) => rounded([(px + x) / 2, (py + y) / 2]));
  return isInside(half, ring) ? half : [];
}

/**
 * To a tenth of a millimetre: what a finger means, and no more.
 * @param {Point} point
 * @returns {Point}
 */
export const rounded = ([x, y]) => [Math.round(x * 100) / 100, Math.round(y * 100) / 100];

/**
 * The distance from a point to the outline's border.
 * @param {Point[]} ring
 * @param {Point} point
 */
export function borderDistance(ring, [px, py]) {
  return Math.min(
    ...ring.map(([ax, ay], i) => {
      const [bx, by] = ring[(i + 1) % ring.length];
      const along = Math.max(
        0,
        Math.min(1, ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2 || 1)),
      );
      return Math.hypot(px - ax - along * (bx - ax), py - ay - along * (by - ay));
    }),
  );
}

/**
 * The middle of an area.
 * @param {Point[]} ring
 * @returns {Point}
 */
export function centroid(ring) {
  const [ox, oy] = ring[0];
  let [twice, x, y] = [0, 0, 0];
  ring.forEach(([px, py], i) => {
    const [ax, ay] = [px - ox, py - oy];
    const [bx, by] = [ring[(i + 1) % ring.length][0] - ox, ring[(i + 1) % ring.length][1] - oy];
    const cross = ax * by - bx * ay;
    [twice, x, y] = [twice + cross, x + (ax + bx) * cross, y + (ay + by) * cross];
  });
  return twice ? [ox + x / (3 * twice), oy + y / (3 * twice)] : [ox, oy];
}
