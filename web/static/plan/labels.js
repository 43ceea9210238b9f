// Where all names of the map go: of stands, ranges, terrain, cells. None lies on another; one with no room is left out.

/** @import { Figure, Point } from "../types.js" */

const LETTER_PX = 7.6;
const LINE_PX = 15;
/** Half a letter's width, in parts of its size. */
const LETTER_EM = 0.33;
/** Half a sign's width, how far before the end of its line it is, and at how many places of it it may be. */
export const SIGN_PX = 10;
const SIGN_BEFORE_PX = 42;
const SIGN_PLACES = 60;
const DESCENDS = /[gjpqy,;Q]/;

/**
 * A name round a stand of a radius, or with its middle at one of the `spots`, the best first. Who is `first` has a name
 * whatever the crowd; who has a higher `rank` chooses before the others. `em` is the size of letters that are as large
 * as the drawing, not as the screen; these are centred.
 * @typedef {{ x: number, y: number, radius: number, text: string }} Name
 * @typedef {Name & { first?: number, rank?: number, spots?: Point[], em?: number }} Item
 */
/** @typedef {{ dx: number, dy: number, anchor: "start" | "middle" | "end" }} Place */
/** @typedef {{ x0: number, x1: number, y0: number, y1: number }} Edges */

/** What is seen where no window is told. */
const EVERYTHING = { x0: -Infinity, x1: Infinity, y0: -Infinity, y1: Infinity };

/**
 * Places for names, all in drawing units: for each {dx, dy, anchor}, or null where there is no room; none goes on
 * `obstacles`, nor on `avoided` where it can be helped, and none beyond the edge of what is `seen`.
 * @param {Item[]} items
 * @param {number} unitsPerPx
 * @param {Edges[]} obstacles
 * @param {Edges[]} avoided
 * @param {Edges} seen
 */
export function placeLabels(items, unitsPerPx, obstacles = [], avoided = [], seen = EVERYTHING) {
  const taken = [...obstacles];
  const air = LINE_PX * unitsPerPx;
  const beyond = { x0: seen.x0 - air, x1: seen.x1 + air, y0: seen.y0 - air, y1: seen.y1 + air };
  const badges = items.map(({ x, y, radius, spots }) => (spots ? null : box(x, y, radius, radius)));
  /** @type {(Place | null)[]} */
  const placed = items.map(() => null);
  const order = items.map((_, i) => i).sort((a, b) => weight(items[b]) - weight(items[a]));
  for (const i of order) {
    const options = candidates(items[i], unitsPerPx, seen);
    const here = within(box(items[i].x, items[i].y, 0, 0), seen);
    const whole = options.filter((option) => within(option.box, seen) || !(here || meet(option.box, beyond)));
    const free = whole.filter((option) => !taken.some((other) => meet(option.box, other)));
    const open = free.filter((option) => !badges.some((badge, j) => badge && j !== i && meet(option.box, badge)));
    const best = open.find((option) => !avoided.some((other) => meet(option.box, other))) ?? open[0] ?? free[0];
    const chosen = best ?? (items[i].first ? (whole[0] ?? options[0]) : null);
    if (!chosen) continue;
    taken.push(chosen.box);
    placed[i] = chosen.place;
  }
  return placed;
}

/** @param {Item} item */
const weight = ({ first = 0, rank = 0 }) => 100 * first + rank;

/**
 * Where the name of a piece of terrain may be: at its upper edge, within it, at its lower edge, at an end.
 * @param {{ x: number, y: number, width: number, height: number }} bounds
 * @param {number} px
 * @returns {Point[]}
 */
export function pieceSpots({ x, y, width, height }, px) {
  const heights = [y - 5 * px, y + 14 * px, y + height / 2 + 4 * px, y + height + 14 * px];
  const within = [0.5, 0.25, 0.75].flatMap((part) =>
    heights.map((at) => /** @type {Point} */ ([x + width * part, at])),
  );
  const ends = [24, 56].flatMap((off) => [x - off * px, x + width + off * px]);
  return [...within, ...ends.map((at) => /** @type {Point} */ ([at, heights[2]]))];
}

/**
 * Where the name of a weapon's limit may be: at the far end of what it covers, or anywhere else on its edge.
 * @param {Figure & { role: string, label?: string | null }} area
 * @param {Point[]} at
 * @param {number} px
 * @returns {Point[]}
 */
export function rangeSpots({ role, form, label, radius_cm: radius }, at, px) {
  const above = (/** @type {Point} */ [x, y]) => /** @type {Point} */ ([x, y - 5 * px]);
  if (role === "corridor" || role === "band") {
    const [near, far] = [at.slice(0, 2), at.slice(2)];
    const [[ax, ay], [bx, by]] = far;
    const edge = [0.5, 0.15, 0.85].map((part) => above([ax + (bx - ax) * part, ay + (by - ay) * part]));
    // A narrow one has no room at its end where somebody stands there: its name goes beside it.
    const aside = ((label ?? "").length / 2 + 1) * LETTER_PX * px;
    const [left, right] = [Math.min, Math.max].map((most) => most(...at.map(([x]) => x)));
    const heights = [0.8, 0.55, 0.3].map((part) => ay + by + (1 - part) * (near[0][1] + near[1][1] - ay - by));
    const beside = heights.flatMap((sum) => [right + aside, left - aside].map((x) => [x, sum / 2]));
    return [...edge, .../** @type {Point[]} */ (beside)];
  }
  const [[x, y]] = at;
  const turns = [0, 20, -20, 40, -40, 60, -60, 75, -75, 90, -90, 105, -105, 120, -120, 150, -150, 180];
  const onDisc = (/** @type {number} */ deg) => {
    const turn = (deg * Math.PI) / 180;
    return /** @type {Point} */ ([x + (radius ?? 0) * Math.sin(turn), y - (radius ?? 0) * Math.cos(turn)]);
  };
  const edge = form === "disc" ? turns.map(onDisc) : [...at].sort((a, b) => a[1] - b[1]);
  // Beyond the upper and the left edge of the map nothing of it is seen.
  return edge.filter(([left, up]) => left >= 0 && up >= 16 * px).map(above);
}

/**
 * What a name covers where it is placed.
 * @param {Item} item
 * @param {Place} place
 * @param {number} unit
 */
export function covered(item, { dx, dy, anchor }, unit) {
  const { em } = item;
  if (em) {
    const [up, down] = [0.4 * em, (DESCENDS.test(item.text) ? 0.6 : 0.4) * em];
    return box(item.x + dx, item.y + dy + (down - up) / 2, item.text.length * LETTER_EM * em, (up + down) / 2);
  }
  const half = (item.text.length * LETTER_PX * unit) / 2;
  const aside = anchor === "start" ? half : anchor === "end" ? -half : 0;
  return box(item.x + dx + aside, item.y + dy - (LINE_PX * unit) / 3, half, (LINE_PX * unit) / 2);
}

/**
 * The places of a name; at the edge of what is seen one above, below or on its thing moves aside.
 * @param {Item} item
 * @param {number} unit
 * @param {Edges} seen
 * @returns {{ place: Place, box: Edges }[]}
 */
function candidates(item, unit, { x0, x1 }) {
  const { x, y, radius, spots } = item;
  const aside = radius + 4 * unit;
  const middle = 4 * unit;
  /** @type {Place[]} */
  const places = spots?.map(([sx, sy]) => ({ dx: sx - x, dy: sy - y, anchor: "middle" })) ?? [
    { dx: 0, dy: radius + 13 * unit, anchor: "middle" },
    { dx: 0, dy: -radius - 5 * unit, anchor: "middle" },
    { dx: aside, dy: middle, anchor: "start" },
    { dx: -aside, dy: middle, anchor: "end" },
  ];
  return places.map((place) => {
    const edges = covered(item, place, unit);
    const there = place.anchor === "middle" && x + place.dx >= x0 && x + place.dx <= x1;
    const by = there ? Math.max(0, x0 - edges.x0) || Math.min(0, x1 - edges.x1) : 0;
    return { place: { ...place, dx: place.dx + by }, box: { ...edges, x0: edges.x0 + by, x1: edges.x1 + by } };
  });
}

/**
 * Where the number of a line goes: on it, as near to its middle as nothing is taken, or beside it where the line is too
 * short to be seen behind its number; where it covers least if nothing is free. At the edge of what is `seen` it moves
 * in.
 * @param {Point} start
 * @param {Point} end
 * @param {number} width
 * @param {number} height
 * @param {Edges[]} taken
 * @param {Edges} seen
 */
export function numberPlace([sx, sy], [ex, ey], width, height, taken, seen = EVERYTHING) {
  const [dx, dy] = [ex - sx, ey - sy];
  const length = Math.hypot(dx, dy);
  const [cos, sin] = length ? [dx / length, dy / length] : [1, 0];
  const [ux, uy] = [Math.abs(cos), Math.abs(sin)];
  const away = (ux * height + uy * width) / 2 + height / 4;
  /** @param {number} part @param {number} aside */
  const at = (part, aside) => /** @type {Point} */ ([sx + dx * part - sin * aside, sy + dy * part + cos * aside]);
  const parts = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74];
  const on = parts.map((part) => at(part, 0));
  const aside = [0, 0.55, 1.1].map((step) => away + step * height);
  const beside = aside.flatMap((far) => parts.flatMap((part) => [at(part, -far), at(part, far)]));
  const spots = length > 2 * (ux * width + uy * height) ? [...on, ...beside] : [...beside, ...on];
  const whole = spots
    .filter(([x, y]) => within(box(x, y, 0, 0), seen))
    .map(
      ([x, y]) =>
        /** @type {Point} */ ([
          Math.max(seen.x0 + width / 2, Math.min(x, seen.x1 - width / 2)),
          Math.max(seen.y0 + height / 2, Math.min(y, seen.y1 - height / 2)),
        ]),
    );
  const covers = whole.map(([x, y]) => covering(box(x, y, width / 2, height / 2), taken));
  return whole[covers.indexOf(Math.min(...covers))] ?? spots[0];
}

/**
 * Where the sign of a line goes: on it, before its end; along it to where it covers least of what is `taken`.
 * @param {Point} start
 * @param {Point} end
 * @param {number} unit
 * @param {Edges[]} taken
 */
export function signPlace([sx, sy], [ex, ey], unit, taken) {
  const [dx, dy] = [ex - sx, ey - sy];
  const length = Math.hypot(dx, dy);
  const wanted = length ? Math.max(0.5, 1 - (SIGN_BEFORE_PX * unit) / length) : 1;
  const away = (/** @type {number} */ part) => Math.abs(part - wanted);
  const parts = Array.from({ length: SIGN_PLACES + 1 }, (_, i) => i / SIGN_PLACES).sort((a, b) => away(a) - away(b));
  const places = [wanted, ...parts].map((part) => /** @type {Point} */ ([sx + dx * part, sy + dy * part]));
  const covers = places.map(([x, y]) => covering(box(x, y, SIGN_PX * unit, SIGN_PX * unit), taken));
  return places[covers.indexOf(Math.min(...covers))];
}

/**
 * A line as what names keep away from.
 * @param {Point[]} points
 * @param {number} step
 */
export const lineBoxes = (points, step) =>
  points.slice(1).flatMap(([x, y], i) => {
    const [px, py] = points[i];
    const count = Math.max(1, Math.ceil(Math.hypot(x - px, y - py) / step));
    return Array.from({ length: count + 1 }, (_, k) =>
      box(px + ((x - px) * k) / count, py + ((y - py) * k) / count, step / 2, step / 2),
    );
  });

/**
 * How much of a box others cover.
 * @param {Edges} one
 * @param {Edges[]} others
 */
const covering = (one, others) =>
  others.reduce((sum, other) => {
    const wide = Math.min(one.x1, other.x1) - Math.max(one.x0, other.x0);
    const high = Math.min(one.y1, other.y1) - Math.max(one.y0, other.y0);
    return sum + Math.max(0, wide) * Math.max(0, high);
  }, 0);

/**
 * @param {number} x
 * @param {number} y
 * @param {number} halfWidth
 * @param {number} halfHeight
 */
export const box = (x, y, halfWidth, halfHeight) => ({
  x0: x - halfWidth,
  x1: x + halfWidth,
  y0: y - halfHeight,
  y1: y + halfHeight,
});
/**
 * @param {Edges} one
 * @param {Edges} other
 */
const within = (one, other) => one.x0 >= other.x0 && one.x1 <= other.x1 && one.y0 >= other.y0 && one.y1 <= other.y1;

/**
 * @param {Edges} a
 * @param {Edges} b
 */
export const meet = (a, b) => a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
