// Where things are drawn: on the plain map where they are, over the camera's picture where it shows them.
//
// The picture is laid flat on the table's plane, so that what is higher leans away from the camera's foot: the ray from
// the lens through a place meets the table farther out, by similar triangles, however the camera is tilted.

import { borderDistance, contains } from "../terrain/geometry.js";
import { groundHeight } from "./ground.js";
import { nearestTo } from "./order.js";
import { upright } from "./paths.js";

/** @import { Figure, OutlineView, PieceView, PlanView, Point, StandView } from "../types.js" */

/** Nothing that is seen is higher than so much of the lens's height. */
const HIGHEST = 0.9;
const STEP_CM = 1;
const HALVINGS = 12;
const DISC_CORNERS = 90;
/** So near to its base something is said to be on a stand. */
const BESIDE_CM = 0.3;

/** @typedef {[x: number, y: number, z: number]} Point3D */
/** @typedef {Pick<OutlineView, "x" | "y" | "z_cm" | "rise">} Standing */
/** @typedef {ReturnType<typeof leaningOf>} Leaning */

/**
 * Where the picture shows a place of the table that is so high.
 * @param {Point3D} camera
 * @param {Point} place
 * @param {number} z
 * @returns {Point}
 */
export function leaned([cx, cy, cz], [x, y], z) {
  const farther = cz / (cz - Math.min(z, HIGHEST * cz));
  return [cx + (x - cx) * farther, cy + (y - cy) * farther];
}

/**
 * The place so high that the picture shows there.
 * @param {Point3D} camera
 * @param {Point} seen
 * @param {number} z
 * @returns {Point}
 */
export function plumb([cx, cy, cz], [x, y], z) {
  const nearer = (cz - Math.min(z, HIGHEST * cz)) / cz;
  return [cx + (x - cx) * nearer, cy + (y - cy) * nearer];
}

/**
 * How a view is drawn; `shown`: over the camera's picture.
 * @param {Pick<PlanView, "table" | "pieces" | "stands" | "camera_cm"> | null} view
 * @param {boolean} shown
 */
export function leaningOf(view, shown) {
  const camera = (shown && view?.camera_cm) || null;
  const [pieces, stands] = [view?.pieces ?? [], view?.stands ?? []];
  const depth = view?.table.depth_cm ?? 0;
  const place = upright(depth);
  const bases = camera ? stands.map((stand) => ({ ...stand, reach: reachOf(stand) })) : [];

  /**
   * Where a place of the table that is so high is drawn.
   * @param {Point} point
   * @param {number} z
   */
  const at = (point, z) => place(camera ? leaned(camera, point, z) : point);

  /**
   * Where the points of a stand's base are drawn.
   * @param {Standing} stand
   * @returns {(point: Point) => Point}
   */
  const on =
    ({ x, y, z_cm: z, rise: [right, away] }) =>
    (point) =>
      at(point, z + right * (point[0] - x) + away * (point[1] - y));

  /**
   * Where a place is drawn at the height of what is there: of a stand, or of the ground.
   * @param {Point} point
   */
  const foot = (point) => {
    if (!camera) return place(point);
    const there = bases.filter(({ x, y, reach }) => Math.hypot(point[0] - x, point[1] - y) <= reach + BESIDE_CM);
    const base = nearestTo(there, point, Infinity);
    return base ? on(base)(point) : at(point, groundHeight(pieces, point));
  };

  /**
   * The corners of an area as it lies over the ground; of a disc those of its rim.
   * @param {Figure} area
   */
  const outline = ({ form, points, radius_cm: r }) => {
    const ring = form === "disc" ? rim(points[0], r ?? 0) : points;
    return (camera ? dense(ring) : ring).map(foot);
  };

  /**
   * The place so high that is seen at a place of the drawing.
   * @param {Point} drawn
   * @param {number} z
   */
  const under = (drawn, z) => (camera ? plumb(camera, place(drawn), z) : place(drawn));

  /**
   * The place of the table that is seen there: of the first thing that the ray from the lens meets.
   * @param {Point} drawn
   */
  const placeAt = (drawn) => under(drawn, camera ? meets(pieces, camera, place(drawn)) : 0);

  /**
   * The stand whose base is drawn nearest to a place of the drawing: one that is on it, or whose middle is near enough.
   * Where bases touch, and on a base that lies over another, the nearer middle counts.
   * @param {Point} drawn
   * @param {number} within
   */
  const tapped = (drawn, within) => {
    const found = stands.map((stand) => {
      const place = on(stand);
      const [x, y] = place([stand.x, stand.y]);
      const far = Math.min(...stand.rings.map((ring) => distanceTo(ring.map(place), drawn)));
      return { stand, far, toMiddle: Math.hypot(drawn[0] - x, drawn[1] - y) };
    });
    const meant = found.filter(({ far, toMiddle }) => far === 0 || toMiddle <= within);
    return meant.sort((a, b) => a.far - b.far || a.toMiddle - b.toMiddle)[0]?.stand ?? null;
  };

  /**
   * The stand that is drawn nearest to where a place of the table is drawn.
   * @param {Point} point
   * @param {number} within
   */
  const near = (point, within) => tapped(foot(point), within);

  return { leans: Boolean(camera), at, on, foot, outline, under, placeAt, tapped, near };
}

/**
 * How far the farthest corner of a base is from its middle.
 * @param {StandView} stand
 */
const reachOf = ({ x, y, rings }) => Math.max(0, ...rings.flat().map(([cx, cy]) => Math.hypot(cx - x, cy - y)));

/**
 * How far a place is from an outline; on it or in it: 0.
 * @param {Point[]} ring
 * @param {Point} place
 */
const distanceTo = (ring, place) => (contains(ring, place) ? 0 : borderDistance(ring, place));

/**
 * The rim of a disc.
 * @param {Point} centre
 * @param {number} r
 */
const rim = ([x, y], r) =>
  Array.from({ length: DISC_CORNERS }, (_, k) => {
    const turn = (2 * Math.PI * k) / DISC_CORNERS;
    return /** @type {Point} */ ([x + r * Math.cos(turn), y + r * Math.sin(turn)]);
  });

/**
 * The same outline with a corner every cm: the ground changes on the way.
 * @param {Point[]} ring
 */
const dense = (ring) =>
  ring.flatMap(([x, y], i) => {
    const [nx, ny] = ring[(i + 1) % ring.length];
    const parts = Math.max(1, Math.ceil(Math.hypot(nx - x, ny - y) / STEP_CM));
    return Array.from(
      { length: parts },
      (_, k) => /** @type {Point} */ ([x + ((nx - x) * k) / parts, y + ((ny - y) * k) / parts]),
    );
  });

/**
 * How high what is seen at a place of the picture is: from the highest top down to where the ground is met.
 * @param {PieceView[]} pieces
 * @param {Point3D} camera
 * @param {Point} seen
 */
function meets(pieces, camera, seen) {
  const buried = (/** @type {number} */ z) => groundHeight(pieces, plumb(camera, seen, z)) >= z;
  const heights = pieces.map(({ top, height_cm: high }) =>
    top === "trench" ? -high : top && top !== "none" ? high : 0,
  );
  const bottom = Math.min(0, ...heights);
  let above = Math.max(0, ...heights);
  if (buried(above)) return above;
  let below = above;
  while (below > bottom && !buried(below)) [above, below] = [below, Math.max(bottom, below - STEP_CM / 4)];
  for (let k = 0; k < HALVINGS; k++) {
    const middle = (above + below) / 2;
    if (buried(middle)) below = middle;
    else above = middle;
  }
  return below;
}
