// Where the names go: below a stand, or wherever there is room; a name with no room is left out until asked for.

const LETTER_PX = 7.6;
const LINE_PX = 15;

/** @typedef {{ x: number, y: number, radius: number, text: string, first?: number }} Item */
/** @typedef {{ dx: number, dy: number, anchor: "start" | "middle" | "end" }} Place */
/** @typedef {{ x0: number, x1: number, y0: number, y1: number }} Edges */

/**
 * Places for names. Each item has x, y (drawing units), radius, text, first (it may choose before the others).
 * Returns for each {dx, dy, anchor} in drawing units, or null where there is no room.
 * @param {Item[]} items
 * @param {number} unitsPerPx
 */
export function placeLabels(items, unitsPerPx) {
  /** @type {Edges[]} */
  const taken = [];
  const badges = items.map((item) => box(item.x, item.y, item.radius, item.radius));
  /** @type {(Place | null)[]} */
  const placed = items.map(() => null);
  const order = items.map((_, i) => i).sort((a, b) => (items[b].first ?? 0) - (items[a].first ?? 0));
  for (const i of order) {
    const options = candidates(items[i], unitsPerPx);
    const free = options.filter((option) => !taken.some((other) => meet(option.box, other)));
    const best = free.find((option) => !badges.some((badge, j) => j !== i && meet(option.box, badge))) ?? free[0];
    const chosen = best ?? (items[i].first ? options[0] : null);
    if (!chosen) continue;
    taken.push(chosen.box);
    placed[i] = chosen.place;
  }
  return placed;
}

/**
 * @param {Item} item
 * @param {number} unit
 * @returns {{ place: Place, box: Edges }[]}
 */
function candidates({ x, y, radius, text }, unit) {
  const half = (text.length * LETTER_PX * unit) / 2;
  const line = LINE_PX * unit;
  const below = radius + 13 * unit;
  const above = -radius - 5 * unit;
  const aside = radius + 4 * unit;
  const middle = 4 * unit;
  return [
    { place: { dx: 0, dy: below, anchor: "middle" }, box: box(x, y + below - line / 3, half, line / 2) },
    { place: { dx: 0, dy: above, anchor: "middle" }, box: box(x, y + above - line / 3, half, line / 2) },
    { place: { dx: aside, dy: middle, anchor: "start" }, box: box(x + aside + half, y, half, line / 2) },
    { place: { dx: -aside, dy: middle, anchor: "end" }, box: box(x - aside - half, y, half, line / 2) },
  ];
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} halfWidth
 * @param {number} halfHeight
 */
const box = (x, y, halfWidth, halfHeight) => ({
  x0: x - halfWidth,
  x1: x + halfWidth,
  y0: y - halfHeight,
  y1: y + halfHeight,
});
/**
 * @param {Edges} a
 * @param {Edges} b
 */
const meet = (a, b) => a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
