// Where the keys go: stands in reading order, and the nearest one in a direction.

const BAND_CM = 9;
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** Stands in bands from the far edge to the near one, each from left to right. */
export function readingOrder(stands) {
  const band = (stand) => -Math.floor(stand.y / BAND_CM);
  return [...stands].sort((a, b) => band(a) - band(b) || a.x - b.x || a.name.localeCompare(b.name));
}

/** The nearest stand whose way there is within 60 degrees of the arrow; sideways counts double. */
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
