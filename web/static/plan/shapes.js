// What decided, drawn: lines, outlines and discs of a ruling, with the number on the line.

import { svg } from "../dom.js";
import { box, lineBoxes, numberPlace, pieceSpots, SIGN_PX } from "./labels.js";
import { bounds, closed, open } from "./paths.js";

/** @import { Edges } from "./labels.js" */
/** @import { Leaning } from "./leaning.js" */
/** @import { Naming } from "./names.js" */
/** @import { Child, Figure, NamedPieceView, NumberView, Point, ShownRulingView } from "../types.js" */

/** What a condition other than the range is about, the most telling first. */
const DECIDING = ["behind", "blocker", "cover"];

/** How a verdict is written, and how it is drawn on the table: no colour alone tells them apart. */
export const SIGNS = { passed: "✓", failed: "✕", close: "≈" };
/** @type {Record<string, string>} */
const SIGN_OF_TONE = { in: SIGNS.passed, out: SIGNS.failed, close: SIGNS.close };
const MARKS = {
  passed: "M-5.500 .5-1.500 4.500 6-4.500",
  failed: "M-4.500-4.500 4.500 4.500M-4.500 4.500 4.500-4.500",
  close: "M-6-1.500Q-3-4.500 0-1.500T6-1.500M-6 3Q-3 0 0 3T6 3",
};

/**
 * A number with the sign of its verdict.
 * @param {string} number
 * @param {string} tone
 */
export const signed = (number, tone) => `${SIGN_OF_TONE[tone] ?? ""} ${number}`.trim();

/**
 * In, out, or too close to call, at a place of the drawing.
 * @param {Point} at
 * @param {keyof typeof MARKS} verdict
 * @param {number} px
 */
export const signMark = ([x, y], verdict, px) =>
  svg(
    "g",
    { class: `sight-mark reaches-${verdict}`, transform: `translate(${x} ${y}) scale(${px})` },
    svg("circle", { r: SIGN_PX }),
    svg("path", { d: MARKS[verdict] }),
  );

/**
 * Lines and areas go from stand to stand and over the ground; the outline of a piece is drawn at its foot. Numbers go
 * where nothing is `taken`, if they can; `boxes` is what they cover, `lines` what the lines do. The `names` have no
 * place yet: they are placed with all others.
 * @param {ShownRulingView} ruling
 * @param {Leaning} lean
 * @param {NamedPieceView[]} pieces
 * @param {number} cmPerPx
 * @param {Edges[]} taken
 * @param {Edges} seen
 */
export function drawRuling(ruling, lean, pieces, cmPerPx, taken, seen) {
  /** @type {Child[]} */
  const under = [];
  /** @type {Child[]} */
  const over = [];
  /** @type {(Naming & { element: SVGElement })[]} */
  const names = [];
  /** @type {Edges[]} */
  const boxes = [];
  const lines = ruling.geometry
    .filter(({ form }) => form === "line")
    .flatMap(({ points }) => lineBoxes(points.map(lean.foot), 6 * cmPerPx));
  /**
   * @param {Point} start
   * @param {Point} end
   * @param {string} text
   * @param {string} more
   */
  const numbered = (start, end, text, more) => {
    const [width, height] = pillSize(text, cmPerPx);
    const [x, y] = numberPlace(start, end, width, height, [...taken, ...boxes], seen);
    boxes.push(box(x, y, width / 2, height / 2));
    over.push(pill([x, y], text, cmPerPx, more));
  };
  const decider = ruling.checks.find((check) => check.decides);
  const span = decider?.number && decider.key !== "range" ? spanOf(ruling, lean) : null;
  if (span && decider?.number) {
    const { measured, of, plus_minus: spread } = decider.number;
    numbered(...span, signed(`${measured} ${of} ${spread}`, ruling.tone), `tone-${ruling.tone} decider`);
  }
  const sighted = ruling.geometry.some(({ role }) => role === "sight" || role === "blocked");
  for (const shape of ruling.geometry) {
    if (shape.role === "range") {
      // A line of sight lies on it, where the game draws one.
      if (!sighted) under.push(...line(shape.points.map(lean.foot), shape.role, ruling.tone));
    } else if (shape.form === "line") {
      const points = shape.points.map(lean.foot);
      under.push(...line(points, shape.role, ruling.tone));
      const [start, end] = points.slice(-2);
      if (shape.label) numbered(start, end, shape.label, `tone-${ruling.tone}`);
    } else if (shape.form === "disc") under.push(areaShape(shape, lean, `area role-${shape.role}`));
    else {
      const piece = pieces.find(({ name }) => name === shape.label);
      const points = piece ? shape.points.map((point) => lean.at(point, 0)) : lean.outline(shape);
      under.push(svg("path", { class: `area role-${shape.role}`, d: closed(points) }));
      const text = piece?.said ?? shape.label;
      if (text) names.push(naming(text, "deciding-name", 3, (px) => pieceSpots(bounds(points), px)));
    }
  }
  const range = ruling.geometry.find((shape) => shape.role === "range");
  if (range) {
    const [start, end] = range.points.map(lean.foot);
    const measured = ruling.checks.find((check) => check.key === "range");
    // Where something else decided, the distance is only told: its label takes no side.
    const tone = (measured ? measured.decides || !decider : !decider?.number) ? ruling.tone : "";
    const tick = limitTick(start, end, measured?.number, ruling.tone);
    under.push(...tick.drawn);
    names.push(...tick.names);
    const { measured: far, plus_minus: spread } = measured?.number ?? {};
    numbered(start, end, signed(far ? `${far} cm ${spread}` : (range.label ?? ""), tone), tone && `tone-${tone}`);
  }
  under.push(...names.map(({ element }) => element));
  return { under, over, boxes, lines, names };
}

/**
 * @param {Point[]} points
 * @param {string} role
 * @param {string} tone
 */
function line(points, role, tone) {
  const d = open(points);
  return [
    svg("path", { class: `line-casing role-${role}`, d }),
    svg("path", { class: `line role-${role} tone-${tone}`, d }),
  ];
}

/**
 * An area as the server gives it: a disc or a polygon in table cm, that lies over the ground.
 * @param {Figure} area
 * @param {Leaning} lean
 * @param {string} name
 */
export function areaShape(area, lean, name) {
  if (area.form !== "disc" || lean.leans) return svg("path", { class: name, d: closed(lean.outline(area)) });
  const [cx, cy] = lean.foot(area.points[0]);
  return svg("circle", { class: name, cx, cy, r: area.radius_cm });
}

/**
 * A name that has no place yet, and where it may be.
 * @param {string} text
 * @param {string} kind
 * @param {number} rank
 * @param {(px: number) => Point[]} spots
 */
function naming(text, kind, rank, spots) {
  const element = svg("text", { class: kind }, text);
  const named = (/** @type {number} */ px) => ({ x: 0, y: 0, radius: 0, text, rank, spots: spots(px), element });
  return { element, named };
}

/**
 * The points between which the deciding number is written: the ends of a way behind a piece, or the piece's sides.
 * @param {ShownRulingView} ruling
 * @param {Leaning} lean
 * @returns {[Point, Point] | null}
 */
function spanOf({ geometry }, lean) {
  const shape = DECIDING.map((role) => geometry.find((it) => it.role === role)).find(Boolean);
  if (!shape) return null;
  const points = shape.points.map(lean.foot);
  if (shape.form === "line") return [points[0], points[points.length - 1]];
  const { x, y, width, height } = bounds(points);
  return [
    [x, y + height / 2],
    [x + width, y + height / 2],
  ];
}

/**
 * A short bar across the line where the limit is, past the target if need be.
 * @param {Point} start
 * @param {Point} end
 * @param {NumberView | null | undefined} number
 * @param {string} tone
 */
function limitTick(start, end, number, tone) {
  const nothing = { drawn: [], names: [] };
  if (!number) return nothing;
  const part = decimal(number.limit) / decimal(number.measured);
  if (!(part > 0.2 && part < 1.35)) return nothing;
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
  const length = Math.hypot(dx, dy);
  const [x, y] = [start[0] + dx * part, start[1] + dy * part];
  const [nx, ny] = [(-dy / length) * 1.5, (dx / length) * 1.5];
  const across = `M${x - nx} ${y - ny}L${x + nx} ${y + ny}`;
  const rest = part > 1 ? `M${end[0]} ${end[1]}L${x} ${y}` : null;
  const drawn = [
    rest && svg("path", { class: "reach-left", d: rest }),
    svg("path", { class: "line-casing", d: across }),
    svg("path", { class: `limit-tick tone-${tone}`, d: across }),
  ].filter((part) => part !== null);
  const [ux, uy] = [dx / length, dy / length];
  /** @param {number} px @returns {Point[]} */
  const spots = (px) => {
    const off = 18 * px;
    const beside = [1.9, -1.9].map((far) => /** @type {Point} */ ([x + nx * far, y + ny * far + 4 * px]));
    return [...beside, [x + ux * off, y + uy * off + 4 * px], [x - ux * off, y - uy * off + 4 * px]];
  };
  return { drawn, names: [naming(number.limit, "limit-name", 2, spots)] };
}

/**
 * How wide and high a number is drawn.
 * @param {string} text
 * @param {number} cmPerPx
 */
export const pillSize = (text, cmPerPx) => [(text.length * 8.7 + 20) * cmPerPx, 26 * cmPerPx];

/**
 * A number on the drawing, as large on the screen however near one looks.
 * @param {Point} at
 * @param {string} text
 * @param {number} cmPerPx
 * @param {string} more
 */
export function pill([x, y], text, cmPerPx, more = "") {
  const [width, height] = pillSize(text, cmPerPx);
  return svg(
    "g",
    { class: `length ${more}`, transform: `translate(${x} ${y})` },
    svg("rect", { x: -width / 2, y: -height / 2, width, height, rx: height / 2 }),
    svg("text", { y: 4.8 * cmPerPx }, text),
  );
}

/**
 * A number as a language wrote it.
 * @param {string} text
 */
const decimal = (text) => parseFloat(text.replace(",", "."));
