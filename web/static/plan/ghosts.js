// Ghosts: where stands were agreed to stand, over the live picture, with the way there, until each is back.

import { present, svg } from "../dom.js";
import { edgeNow, seenFrom } from "../putback/edge.js";
import { num } from "../words.js";
import { arrowHead, closed, open } from "./paths.js";

/** @import { Edges } from "./labels.js" */
/** @import { Leaning } from "./leaning.js" */
/** @import { Box, HintView, OutlineView, Point, PutBackView } from "../types.js" */

const LINE_PX = 18;
const LETTER_PX = 7.7;
const HEAD_PX = 20;
const PAD_PX = 9;
const NARROW_PX = 560;
const TICK = "M-6 .5 -1.500 5 7-5";

/** Draws a view's ghosts into its layer; all sizes in px follow the zoom. */
export class GhostLayer {
  #layer;

  /** @param {SVGElement} layer */
  constructor(layer) {
    this.#layer = layer;
  }

  /**
   * @param {PutBackView | null | undefined} putBack
   * @param {{ lean: Leaning, sides: Map<string, number>, cmPerPx: number, seen: Box }} how
   */
  draw(putBack, { lean, sides, cmPerPx, seen }) {
    const underWay = putBack?.under_way;
    const shown = (underWay ? putBack.told : putBack?.proposal?.told) ?? [];
    /** @param {HintView} told */
    const inside = ({ ghost }) => {
      const [x, y] = middleOf(ghost, lean);
      return x > seen.x && x < seen.x + seen.width && y > seen.y && y < seen.y + seen.height;
    };
    const brief = seen.width / cmPerPx < NARROW_PX; // there the list beside it has the words
    const named = shown
      .filter((one) => inside(one) && !(brief && one.state === "back"))
      .map((one) => ({ ...one, lines: brief ? signs(one) : lines(one) }));
    const placed = new Places(named, shown, lean, cmPerPx, seen);
    // What is written lies over all that is drawn.
    const drawn = shown.map((one) => ghostOf(one, { lean, side: sides.get(one.side) ?? 1, cmPerPx }));
    const written = underWay ? named.map((one) => labelOf(one, placed.of(one), cmPerPx)) : [];
    this.#layer.replaceChildren(...present([...drawn, ...written]));
    this.#layer.setAttribute("class", `ghosts${underWay ? "" : " is-proposed"}`);
  }
}

/**
 * What is worth having in the window: the places and those that stand off them.
 * @param {PutBackView | null | undefined} putBack
 * @param {Leaning} lean
 * @returns {Point[]}
 */
export function ghostPoints(putBack, lean) {
  const left = putBack?.under_way ? putBack.told.filter((one) => one.state !== "back") : [];
  return left.flatMap((one) => placesOf(one, lean));
}

/** @typedef {HintView & { lines: string[] }} Named */

/**
 * Where the middle of a base is drawn.
 * @param {OutlineView} base
 * @param {Leaning} lean
 */
const middleOf = (base, lean) => lean.on(base)([base.x, base.y]);

/**
 * Where a stand belongs, and where it is.
 * @param {HintView} one
 * @param {Leaning} lean
 */
const placesOf = ({ ghost, now }, lean) => [ghost, ...(now ? [now] : [])].map((base) => middleOf(base, lean));

/**
 * @param {HintView} one
 * @param {{ lean: Leaning, side: number, cmPerPx: number }} how
 */
function ghostOf(one, { lean, side, cmPerPx }) {
  const { ghost, now, state } = one;
  const at = middleOf(ghost, lean);
  /** @type {SVGElement[]} */
  const parts = [
    svg("path", { class: "ghost-casing", d: outline(ghost, lean) }),
    svg("path", { class: "ghost-foot", d: outline(ghost, lean) }),
    svg("path", { class: "ghost-front", d: front(ghost, lean, cmPerPx) }),
  ];
  if (state === "back") {
    parts.push(
      svg(
        "g",
        { class: "ghost-tick", transform: `translate(${at.join(" ")}) scale(${cmPerPx})` },
        svg("circle", { r: 13 }),
        svg("path", { d: TICK }),
      ),
    );
  }
  if (now && state === "off") {
    parts.push(svg("path", { class: "ghost-now", d: outline(now, lean) }), ...arrow(middleOf(now, lean), at, cmPerPx));
  }
  return svg("g", { class: `ghost side-${side} is-${state}`, "data-ghost": one.name }, ...parts);
}

/**
 * @param {OutlineView} base
 * @param {Leaning} lean
 */
const outline = (base, lean) => base.rings.map((ring) => closed(ring.map(lean.on(base)))).join("");

/**
 * @param {OutlineView} ghost
 * @param {Leaning} lean
 * @param {number} cmPerPx
 */
function front(ghost, lean, cmPerPx) {
  const turn = (ghost.heading_deg * Math.PI) / 180;
  const [ux, uy] = [Math.cos(turn), -Math.sin(turn)];
  const [x, y] = middleOf(ghost, lean);
  const corners = ghost.rings.flat().map(lean.on(ghost));
  const reach = Math.max(0, ...corners.map(([cx, cy]) => (cx - x) * ux + (cy - y) * uy)) + 2 * cmPerPx;
  const at = (/** @type {number} */ along, /** @type {number} */ across) =>
    `${x + ux * along - uy * across} ${y + uy * along + ux * across}`;
  const size = Math.max(0.6, 5 * cmPerPx);
  return `M${at(reach, size * 0.7)}L${at(reach + size, 0)}L${at(reach, -size * 0.7)}Z`;
}

/**
 * From where it is to where it belongs; too short a way needs none, the outlines say it.
 * @param {Point} from
 * @param {Point} to
 * @param {number} cmPerPx
 */
function arrow(from, to, cmPerPx) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  if (length < 10 * cmPerPx) return [];
  const [ux, uy] = [dx / length, dy / length];
  const head = Math.min(11 * cmPerPx, length * 0.6);
  /** @type {Point} */
  const neck = [to[0] - ux * head, to[1] - uy * head];
  const d = open([from, neck]);
  return [
    svg("path", { class: "ghost-way-casing", d }),
    svg("path", { class: "ghost-way", d }),
    svg("path", { class: "ghost-tip", d: arrowHead(neck, to, head * 0.55) }),
  ];
}

/**
 * @param {HintView} one
 * @returns {string[]}
 */
const lines = (one) => (one.state === "back" ? [] : one.way[edgeNow()]);

/**
 * The same in signs, where there is no room for words.
 * @param {HintView} one
 */
function signs(one) {
  if (one.state !== "off" || !one.now) return [];
  const [right, away] = seenFrom(edgeNow(), one.ghost, one.now);
  const said = [];
  if (Math.abs(right) >= 0.05) said.push(`${right > 0 ? "→" : "←"} ${num(Math.abs(right), 1)}`);
  if (Math.abs(away) >= 0.05) said.push(`${away > 0 ? "↑" : "↓"} ${num(Math.abs(away), 1)}`);
  if (Math.abs(one.turn_deg) >= 1.5) said.push(`${one.turn_deg > 0 ? "↺" : "↻"} ${num(Math.abs(one.turn_deg), 0)}°`);
  return [said.join("  ")];
}

/**
 * @param {Named} one
 * @param {Box | undefined} place
 * @param {number} cmPerPx
 */
function labelOf(one, place, cmPerPx) {
  if (!place) return null;
  const { x, y, width, height } = place;
  const written = one.lines;
  return svg(
    "g",
    { class: `ghost-label is-${one.state}`, transform: `translate(${x} ${y}) scale(${cmPerPx})` },
    svg("rect", { x: -width / 2, y: -height / 2, width, height, rx: 9 }),
    svg(
      "text",
      { class: "ghost-name", y: -height / 2 + HEAD_PX / 2 + (written.length ? 5 : height / 2 - HEAD_PX / 2) },
      one.name,
    ),
    ...written.map((line, k) => svg("text", { y: -height / 2 + HEAD_PX + 4 + LINE_PX * (k + 0.5) }, line)),
  );
}

/** Where labels go: beside their ghosts, on the table, over neither figures nor one another. */
class Places {
  /** @type {Map<string, Box>} */
  #placed = new Map();

  /**
   * @param {Named[]} named
   * @param {HintView[]} shown
   * @param {Leaning} lean
   * @param {number} cmPerPx
   * @param {Box} seen
   */
  constructor(named, shown, lean, cmPerPx, seen) {
    const places = shown.flatMap((one) => placesOf(one, lean));
    const taken = places.map(([x, y]) => around(x, y, 20 * cmPerPx, 20 * cmPerPx));
    for (const one of named) {
      const written = one.lines;
      const width = Math.max(one.name.length * 8.2, ...written.map((line) => line.length * LETTER_PX)) + 2 * PAD_PX;
      const height = HEAD_PX + LINE_PX * written.length + (written.length ? 8 : 4);
      const [halfWidth, halfHeight] = [(width * cmPerPx) / 2, (height * cmPerPx) / 2];
      const gap = 26 * cmPerPx;
      const [gx, gy] = middleOf(one.ghost, lean);
      // On the far side of the arrow first: what is to be read does not lie on the way.
      const up = one.now && middleOf(one.now, lean)[1] < gy ? 1 : -1;
      /** @type {Point[]} */
      const wishes = [
        [gx, gy + up * (gap + halfHeight)],
        [gx + gap + halfWidth, gy],
        [gx - gap - halfWidth, gy],
        [gx, gy - up * (gap + halfHeight)],
        [gx + gap + halfWidth, gy + up * gap * 2],
        [gx - gap - halfWidth, gy + up * gap * 2],
      ];
      const spots = wishes.map(([x, y]) => within(seen, x, y, halfWidth, halfHeight));
      const covered = (/** @type {Point} */ [x, y]) =>
        taken.reduce((sum, box) => sum + shared(around(x, y, halfWidth, halfHeight), box), 0);
      const [x, y] =
        spots.find((spot) => covered(spot) === 0) ??
        spots.reduce((best, spot) => (covered(spot) < covered(best) ? spot : best));
      taken.push(around(x, y, halfWidth, halfHeight));
      this.#placed.set(one.name, { x, y, width, height });
    }
  }

  /** @param {Named} one */
  of(one) {
    return this.#placed.get(one.name);
  }
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} halfWidth
 * @param {number} halfHeight
 */
const around = (x, y, halfWidth, halfHeight) => ({
  x0: x - halfWidth,
  x1: x + halfWidth,
  y0: y - halfHeight,
  y1: y + halfHeight,
});
/**
 * @param {Edges} a
 * @param {Edges} b
 */
const shared = (a, b) =>
  Math.max(0, Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0)) * Math.max(0, Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0));
/**
 * @param {number} value
 * @param {number} least
 * @param {number} most
 */
const clamp = (value, least, most) => Math.min(Math.max(value, least), Math.max(least, most));

/**
 * The place nearest to the wished one at which a box lies in the window.
 * @param {Box} seen
 * @param {number} x
 * @param {number} y
 * @param {number} halfWidth
 * @param {number} halfHeight
 * @returns {Point}
 */
const within = (seen, x, y, halfWidth, halfHeight) => [
  clamp(x, seen.x + halfWidth, seen.x + seen.width - halfWidth),
  clamp(y, seen.y + halfHeight, seen.y + seen.height - halfHeight),
];
