// What decided, drawn: lines, outlines and discs of a ruling, with the number on the line.

import { svg } from "../dom.js";
import { bounds, closed, middle, open, upright } from "./paths.js";

/** @import { Child, Figure, NumberView, Point, ShapeView, ShownRulingView } from "../types.js" */

/**
 * @param {ShownRulingView} ruling
 * @param {number} depth
 * @param {number} cmPerPx
 */
export function drawRuling(ruling, depth, cmPerPx) {
  const at = upright(depth);
  /** @type {Child[]} */
  const under = [];
  /** @type {Child[]} */
  const over = [];
  for (const shape of ruling.geometry) {
    const points = shape.points.map(at);
    if (shape.role === "range") continue;
    if (shape.form === "line") {
      under.push(...line(points, shape.role, ruling.tone));
      if (shape.label)
        over.push(
          pill(
            middle(points[points.length - 2], points[points.length - 1]),
            shape.label,
            cmPerPx,
            `tone-${ruling.tone}`,
          ),
        );
    } else if (shape.form === "disc") under.push(disc(points[0], shape.radius_cm ?? 0, shape.role));
    else under.push(polygon(points, shape.role), pieceName(points, shape));
  }
  const range = ruling.geometry.find((shape) => shape.role === "range");
  if (range) {
    const [start, end] = range.points.map(at);
    const decided = ruling.checks.find((check) => check.key === "range");
    under.push(...limitTick(start, end, decided?.number, ruling.tone));
    over.push(lengthLabel(start, end, decided?.number, range.label ?? "", ruling, cmPerPx));
  }
  return { under, over };
}

/**
 * @param {Point[]} points
 * @param {string} role
 * @param {string} tone
 */
function line(points, role, tone) {
  const d = open(points);
  return [svg("path", { class: "line-casing", d }), svg("path", { class: `line role-${role} tone-${tone}`, d })];
}

/**
 * @param {Point[]} points
 * @param {string} role
 */
function polygon(points, role) {
  return svg("path", { class: `area role-${role}`, d: closed(points) });
}

/**
 * @param {Point} centre
 * @param {number} r
 * @param {string} role
 */
function disc([cx, cy], r, role) {
  return svg("circle", { class: `area role-${role}`, cx, cy, r });
}

/**
 * An area as the server gives it: a disc or a polygon in table cm.
 * @param {Figure} area
 * @param {number} depth
 * @param {string} name
 */
export function areaShape({ form, points, radius_cm: r }, depth, name) {
  const at = points.map(upright(depth));
  if (form === "disc") return svg("circle", { class: name, cx: at[0][0], cy: at[0][1], r });
  return svg("path", { class: name, d: closed(at) });
}

/**
 * @param {Point[]} points
 * @param {ShapeView} shape
 */
function pieceName(points, shape) {
  if (!shape.label) return null;
  const { x, y, width } = bounds(points);
  return svg("text", { class: "deciding-name", x: x + width / 2, y }, shape.label);
}

/**
 * A short bar across the line where the limit is, past the target if need be.
 * @param {Point} start
 * @param {Point} end
 * @param {NumberView | null | undefined} number
 * @param {string} tone
 */
function limitTick(start, end, number, tone) {
  if (!number) return [];
  const part = decimal(number.limit) / decimal(number.measured);
  if (!(part > 0.2 && part < 1.35)) return [];
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
  const length = Math.hypot(dx, dy);
  const [x, y] = [start[0] + dx * part, start[1] + dy * part];
  const [nx, ny] = [(-dy / length) * 1.5, (dx / length) * 1.5];
  const across = `M${x - nx} ${y - ny}L${x + nx} ${y + ny}`;
  const rest = part > 1 ? `M${end[0]} ${end[1]}L${x} ${y}` : null;
  return [
    rest && svg("path", { class: "reach-left", d: rest }),
    svg("path", { class: "line-casing", d: across }),
    svg("path", { class: `limit-tick tone-${tone}`, d: across }),
    svg("text", { class: "limit-name", x: x + nx * 1.9, y: y + ny * 1.9 }, number.limit),
  ].filter((part) => part !== null);
}

/**
 * @param {Point} start
 * @param {Point} end
 * @param {NumberView | null | undefined} number
 * @param {string} fallback
 * @param {ShownRulingView} ruling
 * @param {number} cmPerPx
 */
function lengthLabel(start, end, number, fallback, ruling, cmPerPx) {
  const text = number ? `${number.measured} cm ${number.plus_minus}`.trim() : fallback;
  return pill(middle(start, end), text, cmPerPx, `tone-${ruling.tone}`);
}

/**
 * A number on the drawing, as large on the screen however near one looks.
 * @param {Point} at
 * @param {string} text
 * @param {number} cmPerPx
 * @param {string} more
 */
export function pill([x, y], text, cmPerPx, more = "") {
  const width = (text.length * 8.7 + 20) * cmPerPx;
  const height = 26 * cmPerPx;
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
