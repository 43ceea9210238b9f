// The numbers on the picture's markers: a ring in its side's colour round who is on the list, a bright one round who
// is chosen.

import { one, set, svg } from "../dom.js";
import { t } from "../words.js";

/** @import { MarkerView, Point, SeenLineView } from "../types.js" */

const SIZE_PX = [8, 14];

/**
 * Draws each marker's number into a group; one that stays keeps the keyboard's focus. `px` is how many units of the
 * drawing one of the screen is.
 * @param {SVGGElement} group
 * @param {MarkerView[]} markers
 * @param {{ people: Map<number, SeenLineView>, sides: string[], chosen: Set<number>, px: number }} shown
 */
export function drawNumbers(group, markers, { people, sides, chosen, px }) {
  const there = new Set(markers.map(({ id }) => String(id)));
  for (const mark of group.querySelectorAll("[data-id]"))
    if (!there.has(mark.getAttribute("data-id") ?? "")) mark.remove();
  const [least, most] = SIZE_PX.map((size) => size * px);
  const size = Math.min(most, Math.max(least, 0.6 * leastApart(markers.map(({ corners }) => middle(corners)))));
  for (const { id, corners } of markers) {
    const mark = group.querySelector(`[data-id="${id}"]`) ?? group.appendChild(newMark(id));
    const row = people.get(id);
    const [x, y] = middle(corners);
    set(mark, {
      class: row ? `side-${sides.indexOf(row.side) + 1}` : null,
      transform: `translate(${x} ${y})`,
      "aria-checked": String(chosen.has(id)),
      "aria-label": [t("who_one", { number: id }), row?.name].filter(Boolean).join(", "),
    });
    set(one(mark, "circle", SVGElement), {
      class: chosen.has(id) ? "point-ring" : "mark",
      r: 0.9 * size,
      "stroke-width": 2 * px,
      visibility: chosen.has(id) || row ? null : "hidden",
    });
    set(one(mark, "text", SVGElement), { dy: "0.35em", "font-size": size });
  }
}

/** @param {number} id */
const newMark = (id) =>
  svg("g", { role: "checkbox", tabindex: 0, "data-id": id }, svg("circle"), svg("text", {}, String(id)));

/**
 * The middle of a marker.
 * @param {MarkerView["corners"]} corners
 * @returns {Point}
 */
export function middle(corners) {
  const mean = (/** @type {0 | 1} */ axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length;
  return [mean(0), mean(1)];
}

/**
 * How near the nearest two are.
 * @param {Point[]} places
 */
function leastApart(places) {
  let least = Number.POSITIVE_INFINITY;
  for (const [k, [x, y]] of places.entries())
    for (const [u, v] of places.slice(k + 1)) least = Math.min(least, Math.hypot(u - x, v - y));
  return least;
}
