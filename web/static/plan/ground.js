// How high the ground is at a place: the table, and the pieces that stands may stand on; as table/ground.py has it.

import { borderDistance, centroid, contains } from "../terrain/geometry.js";

/** @import { PieceView, Point } from "../types.js" */

/**
 * The highest piece that one may stand on there, else the trench, else the table's 0.
 * @param {PieceView[]} pieces
 * @param {Point} place
 */
export function groundHeight(pieces, place) {
  const found = pieces.map((piece) => heightOn(piece, place)).filter((height) => height !== null);
  return Math.max(...found) > 0 ? Math.max(...found) : Math.min(0, ...found);
}

/**
 * A slope rises evenly from the outline to the crest.
 * @param {PieceView} piece
 * @param {Point} place
 */
function heightOn({ polygon, height_cm: height, top, crest }, place) {
  if (!top || top === "none" || !contains(polygon, place)) return null;
  if (top === "trench") return -height;
  if (top === "level" || (crest.length && contains(crest, place))) return height;
  const fromFoot = borderDistance(polygon, place);
  return (height * fromFoot) / (fromFoot + borderDistance(crest.length ? crest : [centroid(polygon)], place));
}
