// Points of the table as paths of a drawing.

/** @import { Point } from "../types.js" */

/**
 * From the table, whose y goes up, to a drawing, whose y goes down.
 * @param {number} depth
 * @returns {(point: Point) => Point}
 */
export const upright =
  (depth) =>
  ([x, y]) => [x, depth - y];

/**
 * A line through points of a drawing.
 * @param {Point[]} points
 */
export const open = (points) => `M${points.map((point) => point.join(" ")).join("L")}`;

/**
 * An outline with its corners there.
 * @param {Point[]} points
 */
export const closed = (points) => `${open(points)}Z`;

/**
 * The middle between two points.
 * @param {Point} a
 * @param {Point} b
 * @returns {Point}
 */
export const middle = ([ax, ay], [bx, by]) => [(ax + bx) / 2, (ay + by) / 2];

/**
 * The head of an arrow, from the middle of its base to its tip, so wide to each side.
 * @param {Point} base
 * @param {Point} tip
 * @param {number} wing
 */
export function arrowHead([x, y], tip, wing) {
  const length = Math.hypot(tip[0] - x, tip[1] - y) || 1;
  const [dx, dy] = [((tip[0] - x) / length) * wing, ((tip[1] - y) / length) * wing];
  return closed([tip, [x - dy, y + dx], [x + dy, y - dx]]);
}

/**
 * The least part of a drawing with all the points in it.
 * @param {Point[]} points
 */
export function bounds(points) {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}
