// The hatches: one for each kind of terrain, one for each side. Sizes are table cm.

import { svg } from "../dom.js";

/**
 * @param {string} id
 * @param {number} size
 * @param {SVGElement[]} marks
 */
const tile = (id, size, ...marks) =>
  svg("pattern", { id, width: size, height: size, patternUnits: "userSpaceOnUse", class: `hatch ${id}` }, ...marks);
/** @param {string} d */
const stroke = (d) => svg("path", { d });
/**
 * @param {number} cx
 * @param {number} cy
 * @param {number} r
 */
const dot = (cx, cy, r) => svg("circle", { cx, cy, r });

export const KINDS = new Set([
  "hedge",
  "wall",
  "house",
  "trench",
  "wood",
  "bush",
  "swamp",
  "ruins",
  "fence",
  "stream",
  "gully",
  "mountain",
  "snow",
  "field",
  "road",
  "rough",
  "hill",
  "village",
  "river",
  "railway",
]);

/** @param {string} kind */
export const hatchOf = (kind) => `url(#hatch-${KINDS.has(kind) ? kind : "other"})`;

export const terrainHatches = () => [
  tile("hatch-hedge", 1.2, stroke("M0 1.2 1.2 0M0 0 1.2 1.2")),
  tile("hatch-bush", 1.4, dot(0.35, 0.35, 0.24), dot(1.05, 1.05, 0.24), stroke("M0 1.4 .4 1M1 .4 1.4 0")),
  tile("hatch-wall", 1.2, stroke("M0 .3H1.2M0 .9H1.2M.3 .3V.9M.9 .9V1.2M.9 0V.3")),
  tile("hatch-house", 1.6, stroke("M-.4 .4 .4 -.4M0 1.600 1.600 0M1.200 2 2 1.200")),
  tile("hatch-village", 1.6, stroke("M-.4 .4 .4 -.4M0 1.600 1.600 0M1.200 2 2 1.200")),
  tile("hatch-ruins", 1.6, stroke("M0 1.600 .6 1M1 .6 1.600 0M.2 .2 .6 .6M1 1 1.400 1.400")),
  tile(
    "hatch-trench",
    1.4,
    stroke("M0 .35 .35 .7 .7 .35 1.050 .7 1.400 .35M0 1.050 .35 1.400 .7 1.050 1.050 1.400 1.400 1.050"),
  ),
  tile("hatch-gully", 1.4, stroke("M0 .35 .7 .9 1.400 .35")),
  tile(
    "hatch-wood",
    2.6,
    svg("circle", { cx: 0.7, cy: 0.7, r: 0.5, class: "hollow" }),
    svg("circle", { cx: 2, cy: 2, r: 0.5, class: "hollow" }),
  ),
  tile("hatch-swamp", 2.2, stroke("M.2 .5H1.300M1.200 1.600H2.100")),
  tile("hatch-stream", 2.2, stroke("M0 .6C.5 .2 .7 .2 1.100 .6S1.700 1 2.200 .6")),
  tile("hatch-river", 2.2, stroke("M0 .6C.5 .2 .7 .2 1.100 .6S1.700 1 2.200 .6")),
  tile("hatch-fence", 1, stroke("M.5 0V1M0 .5H1")),
  tile("hatch-railway", 1, stroke("M.5 0V1")),
  tile("hatch-mountain", 2, stroke("M.2 1.600 .9 .4 1.600 1.600")),
  tile("hatch-hill", 2.4, stroke("M.2 1.500Q1.200 .3 2.200 1.500")),
  tile("hatch-field", 1.2, stroke("M0 .6H1.200")),
  tile("hatch-road", 2.4, stroke("M0 1.200H.8")),
  tile("hatch-rough", 1.8, stroke("M.3 .3 .7 .7M1.300 1 1 1.400")),
  tile("hatch-snow", 2, dot(0.5, 0.5, 0.12), dot(1.5, 1.5, 0.12)),
  tile(
    "hatch-mines",
    1.6,
    dot(0.4, 0.4, 0.26),
    dot(1.2, 1.2, 0.26),
    stroke("M0 .4H.8M.4 0V.8M.8 1.200H1.600M1.200 .8V1.600"),
  ),
  tile("hatch-other", 1.6, dot(0.8, 0.8, 0.18)),
];

export const sideHatches = () => [
  svg(
    "pattern",
    { id: "side-hatch-1", width: 0.7, height: 0.7, patternUnits: "userSpaceOnUse", class: "side-hatch side-1" },
    svg("rect", { width: 0.7, height: 0.7 }),
  ),
  svg(
    "pattern",
    {
      id: "side-hatch-2",
      width: 0.7,
      height: 0.7,
      patternUnits: "userSpaceOnUse",
      patternTransform: "rotate(45)",
      class: "side-hatch side-2",
    },
    svg("rect", { width: 0.7, height: 0.7 }),
    svg("rect", { width: 0.28, height: 0.7, class: "gap" }),
  ),
];
