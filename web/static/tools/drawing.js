// What a tool draws: points one can drag, the line between them with its length, discs, the cross.

import { svg } from "../dom.js";
import { box, numberPlace } from "../plan/labels.js";
import { open } from "../plan/paths.js";
import { rangeName } from "../plan/reach.js";
import { areaShape, pill, pillSize, SIGNS, signed, signMark } from "../plan/shapes.js";
import { num, t } from "../words.js";

/** @import { Edges } from "../plan/labels.js" */
/** @import { Leaning } from "../plan/leaning.js" */
/** @import { Plan } from "../plan/plan.js" */
/** @import { Spot, Tools } from "./tools.js" */
/** @import { Point } from "../types.js" */

/** So far from its middle the ring of a point is drawn. */
const RING_PX = 14;
/** The colours of verdicts. */
export const TONES = { passed: "in", failed: "out", close: "close" };

/**
 * What the arcs are called, to be placed.
 * @param {Tools} tools
 * @param {Leaning} lean
 */
export const arcNames = (tools, lean) =>
  Object.values(tools.arcs).flatMap(({ areas }) => areas.flatMap((area) => rangeName(area, lean)));

/**
 * What is drawn, and what its numbers cover: names keep away from there.
 * @param {Tools} tools
 * @param {Plan} plan
 */
export function drawTools(tools, plan) {
  const { lean, seen } = plan;
  /** @type {Edges[]} */
  const boxes = [];
  const { cmPerPx } = plan.zoom;
  /** @type {SVGElement[]} */
  const drawn = [];
  const points = tools.points.map(({ x, y }) => lean.foot([x, y]));
  const rings = points.map(([x, y]) => box(x, y, RING_PX * cmPerPx, RING_PX * cmPerPx));
  /** @type {Written} */
  const number = (start, end, said, tone) => {
    const [width, height] = pillSize(said, cmPerPx);
    // Rings count three times: a number may rather cover a stand than a ring that it was measured from.
    const taken = [...rings, ...rings, ...rings, ...plan.covered];
    const [x, y] = numberPlace(start, end, width, height, taken, seen);
    boxes.push(box(x, y, width / 2, height / 2));
    return pill([x, y], said, cmPerPx, tone);
  };
  if (tools.kind === "ruler") drawn.push(...ruler(tools, points, lean, number));
  if (tools.kind === "path") drawn.push(...path(tools, points, lean, number));
  if (tools.kind === "burst" || tools.kind === "aim") drawn.push(...burst(tools, points, lean, cmPerPx, number));
  for (const { areas } of Object.values(tools.arcs))
    for (const area of areas) {
      const arc = areaShape(area, lean, `weapon weapon-${area.verb}`);
      arc.style.strokeDasharray = "var(--dashes, 10 5)"; // as the list on the card has it
      drawn.push(arc);
    }
  for (const [i, point] of tools.points.entries())
    drawn.push(handle(point, points[i], i, cmPerPx, tools.kind === "path" && i === 0 && Boolean(tools.stand)));
  return { drawn, boxes };
}

/**
 * The number of a way from one place to another, clear of the rings.
 * @typedef {(start: Point, end: Point, said: string, tone: string) => SVGElement} Written
 */

/**
 * @param {Point[]} points
 * @param {string} more
 */
function line(points, more = "") {
  const d = open(points);
  return [svg("path", { class: "tool-casing", d }), svg("path", { class: `tool-line ${more}`, d })];
}

/**
 * @param {Tools} tools
 * @param {Point[]} points
 * @param {Leaning} lean
 * @param {Written} number
 */
function ruler(tools, points, lean, number) {
  if (points.length < 2) return [];
  const distances = tools.result && "distances" in tools.result ? tools.result.distances : [];
  const measured = distances[tools.how] ?? distances[0];
  const ends = measured?.points.length === 2 ? measured.points.map(lean.foot) : points;
  const sight = tools.result && "sight" in tools.result ? tools.result.sight : null;
  const tone = sight ? `tone-${TONES[sight.verdict]}` : "";
  const said = measured && `${sight ? `${SIGNS[sight.verdict]} ` : ""}${measured.said}`;
  const blockers = (sight?.geometry ?? []).filter((shape) => shape.form === "polygon");
  return [
    ...blockers.map((shape) => areaShape(shape, lean, `area role-${shape.role}`)),
    ...line(ends, tone),
    ...(said ? [number(ends[0], ends[1], said, tone)] : []),
  ];
}

/**
 * @param {Tools} tools
 * @param {Point[]} points
 * @param {Leaning} lean
 * @param {Written} number
 */
function path(tools, points, lean, number) {
  const { result } = tools;
  const trial = result && "verdict" in result ? result : null;
  const tone = trial ? `tone-${trial.tone}` : "";
  /** @type {SVGElement[]} */
  const drawn = points.length > 1 ? line(points, tone) : [];
  const crossed = (trial?.geometry ?? []).filter((shape) => shape.form === "polygon");
  drawn.unshift(...crossed.map((shape) => areaShape(shape, lean, `role-${shape.role}`)));
  const way = trial?.geometry.find((shape) => shape.role === "path" && shape.form === "line");
  if (way && points.length < 2) drawn.push(...line(way.points.map(lean.foot), tone));
  const length = result && "said" in result ? result.said : null;
  const said = trial?.number ? `${trial.number.measured} cm` : length;
  const last = points.at(-1);
  if (said && last && points.length > 1) drawn.push(number(last, last, said, tone));
  return drawn;
}

/**
 * The burst, the way there with its number where somebody throws, and a sign at everybody whom it concerns.
 * @param {Tools} tools
 * @param {Point[]} points
 * @param {Leaning} lean
 * @param {number} cmPerPx
 * @param {Written} number
 */
function burst({ result, session }, points, lean, cmPerPx, number) {
  const trial = result && "verdict" in result ? result : null;
  const found = result && "reached" in result ? result : trial?.burst;
  const tone = trial ? `tone-${trial.tone}` : "";
  const range = trial?.geometry.find((shape) => shape.role === "range");
  const [start, end] = (range?.points ?? []).map(lean.foot);
  const far = trial?.number;
  const said = far && signed(`${far.measured} ${far.of} ${far.plus_minus}`, trial.tone);
  return [
    ...(found?.geometry ?? []).map((shape) => areaShape(shape, lean, `tool-${shape.role}`)),
    ...(end ? line([start, end], tone) : []),
    ...(found?.reached ?? []).flatMap(({ stand, verdict }) => {
      const on = session.stand(stand);
      return on ? [signMark(lean.foot([on.x, on.y]), verdict, cmPerPx)] : [];
    }),
    ...(said && points[0] ? [number(points[0], points[0], said, tone)] : []),
  ];
}

/**
 * @param {Spot} point
 * @param {Point} at
 * @param {number} index
 * @param {number} cmPerPx
 * @param {boolean} fixed
 */
function handle(point, [cx, cy], index, cmPerPx, fixed) {
  const words = { number: index + 1, stand: point.stand, x: num(point.x, 1), y: num(point.y, 1) };
  return svg(
    "g",
    {
      class: `tool-point${fixed ? " is-fixed" : ""}`,
      "data-point": fixed ? null : index,
      transform: `translate(${cx} ${cy})`,
    },
    svg("title", {}, t(point.stand ? "point_on" : "point_number", words)),
    svg("circle", { class: "tool-grip", r: 22 * cmPerPx }),
    svg("circle", { class: "tool-dot", r: 6 * cmPerPx }),
  );
}

/**
 * A cross that the arrows move: what a finger does, by keys.
 * @param {Point} at
 * @param {Leaning} lean
 * @param {number} cmPerPx
 * @param {string} label
 */
export function crosshair(at, lean, cmPerPx, label) {
  const arm = 15 * cmPerPx;
  const gap = 4 * cmPerPx;
  const d = `M${-arm} 0H${-gap}M${gap} 0H${arm}M0 ${-arm}V${-gap}M0 ${gap}V${arm}`;
  return svg(
    "g",
    {
      class: "crosshair",
      role: "button",
      tabindex: 0,
      "aria-label": label,
      transform: `translate(${lean.foot(at).join(" ")})`,
    },
    svg("circle", { class: "cross-ring", r: 18 * cmPerPx }),
    svg("path", { class: "cross-casing", d }),
    svg("path", { class: "cross-arms", d }),
  );
}
