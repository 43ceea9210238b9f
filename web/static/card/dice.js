// Six dice to tap for what fell on the table, and one button that rolls.

import { html, svg } from "../dom.js";
import { t } from "../words.js";

const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

export const dieFace = (face) =>
  svg(
    "svg",
    { class: "die", viewBox: "-10 -10 20 20", role: "img", "aria-label": String(face) },
    svg("rect", { x: -9.2, y: -9.2, width: 18.4, height: 18.4, rx: 4 }),
    ...(PIPS[face] ?? []).map(([x, y]) => svg("circle", { cx: x * 4.7, cy: y * 4.7, r: 1.85 })),
  );

export function diceRow(onThrow) {
  const faces = [1, 2, 3, 4, 5, 6].map((face) =>
    html("button", { type: "button", class: "die-button", "aria-label": t("threw", { face }), "data-face": face, onclick: () => onThrow(face) }, dieFace(face)),
  );
  return html("div", { class: "dice", role: "group", "aria-label": t("what_fell") }, ...faces);
}

/** A double click rolls once: the second die is another throw. */
export const rollButton = (onRoll) =>
  html("button", { type: "button", class: "tool roll", onclick: (event) => event.detail < 2 && onRoll() }, `${t("roll")} `, html("kbd", { "aria-hidden": "true" }, "R"));
