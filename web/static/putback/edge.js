// The table edge at which whoever looks at this page stands: kept in this browser.

const KEY = "vedette-edge";
export const EDGES = ["near", "far", "left", "right"];
const RIGHT = { near: [1, 0], far: [-1, 0], left: [0, -1], right: [0, 1] };

let chosen = null;

export function edgeNow() {
  if (!chosen) {
    try {
      chosen = localStorage.getItem(KEY);
    } catch {
      // A browser that keeps nothing: the near edge each time.
    }
    if (!EDGES.includes(chosen)) chosen = "near";
  }
  return chosen;
}

export function chooseEdge(edge) {
  chosen = edge;
  try {
    localStorage.setItem(KEY, edge);
  } catch {
    // Then it holds for this visit.
  }
}

/** The way home of a stand as one sees it from an edge: cm to the right, cm away. */
export function seenFrom(edge, { ghost, now }) {
  const [rightX, rightY] = RIGHT[edge];
  const [dx, dy] = [ghost.x - now.x, ghost.y - now.y];
  return [dx * rightX + dy * rightY, dy * rightX - dx * rightY];
}
