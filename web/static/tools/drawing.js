// What a tool draws: points one can drag, the line between them with its length, discs, the cross.

import { svg } from "../dom.js";
import { areaShape, pill } from "../plan/shapes.js";
import { num, t } from "../words.js";

export function drawTools(tools, depth, cmPerPx) {
  const at = ({ x, y }) => [x, depth - y];
  const drawn = [];
  const points = tools.points.map(at);
  if (tools.kind === "ruler") drawn.push(...ruler(tools, points, depth, cmPerPx));
  if (tools.kind === "path") drawn.push(...path(tools, points, depth, cmPerPx));
  if (tools.kind === "burst" || tools.kind === "aim") drawn.push(...burst(tools, depth));
  for (const areas of Object.values(tools.arcs))
    drawn.push(...areas.map((area) => areaShape(area, depth, `weapon weapon-${area.verb}`)));
  tools.points.forEach((point, i) =>
    drawn.push(handle(point, points[i], i, cmPerPx, tools.kind === "path" && i === 0 && tools.stand)),
  );
  return drawn;
}

function line(points, more = "") {
  const d = `M${points.map((p) => p.join(" ")).join("L")}`;
  return [svg("path", { class: "tool-casing", d }), svg("path", { class: `tool-line ${more}`, d })];
}

function ruler(tools, points, depth, cmPerPx) {
  if (points.length < 2) return [];
  const measured = tools.result?.distances?.[tools.how ?? 0] ?? tools.result?.distances?.[0];
  const ends = measured?.points.length === 2 ? measured.points.map(([x, y]) => [x, depth - y]) : points;
  const label = measured ? [pill(middle(ends[0], ends[1]), measured.said, cmPerPx)] : [];
  return [...line(ends), ...label];
}

function path(tools, points, depth, cmPerPx) {
  const tone = tools.result?.tone ? `tone-${tools.result.tone}` : "";
  const drawn = points.length > 1 ? line(points, tone) : [];
  const crossed = (tools.result?.geometry ?? []).filter((shape) => shape.form === "polygon");
  drawn.unshift(...crossed.map((shape) => areaShape(shape, depth, `role-${shape.role}`)));
  const way = tools.result?.geometry?.find((shape) => shape.role === "path" && shape.form === "line");
  if (way && points.length < 2)
    drawn.push(
      ...line(
        way.points.map(([x, y]) => [x, depth - y]),
        tone,
      ),
    );
  const said = tools.result?.number ? `${tools.result.number.measured} cm` : tools.result?.said;
  const last = points.at(-1);
  if (said && points.length > 1) drawn.push(pill([last[0], last[1] - 24 * cmPerPx], said, cmPerPx, tone));
  return drawn;
}

function burst(tools, depth) {
  return (tools.result?.geometry ?? []).map((shape) => areaShape(shape, depth, `tool-${shape.role}`));
}

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

/** A cross that the arrows move: what a finger does, by keys. */
export function crosshair([x, y], depth, cmPerPx, label) {
  const arm = 15 * cmPerPx;
  const gap = 4 * cmPerPx;
  const d = `M${-arm} 0H${-gap}M${gap} 0H${arm}M0 ${-arm}V${-gap}M0 ${gap}V${arm}`;
  return svg(
    "g",
    { class: "crosshair", role: "button", tabindex: 0, "aria-label": label, transform: `translate(${x} ${depth - y})` },
    svg("circle", { class: "cross-ring", r: 18 * cmPerPx }),
    svg("path", { class: "cross-casing", d }),
    svg("path", { class: "cross-arms", d }),
  );
}

const middle = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
