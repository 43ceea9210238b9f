// The dice to tap for what fell on the table, and one button that rolls; each game's own faces.

import { html, svg } from "../dom.js";
import { t } from "../words.js";

/** @import { DieFace, DieFaceView, Point } from "../types.js" */

/** @type {Record<string, Point[]>} */
const PIPS = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
};

/**
 * Signs in a box from -6 to 6, of our own drawing: each another shape, whatever its colour.
 * @type {Record<string, [kind: string, d: string]>}
 */
const SIGNS = {
  green: ["sign-green", "M-5.500 0A5.500 5.500 0 1 1 5.500 0A5.500 5.500 0 1 1-5.500 0Z"],
  blue: ["sign-blue", "M0-6 6.300 5H-6.300Z"],
  red: ["sign-red", "M-5.200-5.200H5.200V5.200H-5.200Z"],
  leader: [
    "sign-dark",
    "M-5 3.500V0C-5-3.300-3-4.700-1-4.900V-6.500H1V-4.900C3-4.700 5-3.300 5 0V3.500H2.800V.5H-.2V6.200H-2.600V3.500Z",
  ],
  flag: [
    "sign-dark",
    "M-4.500-6.300H-3.100V-5.600C-1-7 1.500-3.800 5.200-5.400V1.200C1.500 2.800-1-.4-3.100 1V6.600H-4.500Z",
  ],
  sword: [
    "sign-line",
    "M-5.800-5.800 4.600 4.600M5.800-5.800-4.600 4.600M1.800 5.200 5.200 1.800M-1.800 5.200-5.200 1.800",
  ],
};

/**
 * @param {DieFace} face
 * @param {string} label
 */
export const dieFace = (face, label = String(face)) =>
  svg(
    "svg",
    { class: "die", viewBox: "-10 -10 20 20", role: "img", "aria-label": label },
    svg("rect", { x: -9.2, y: -9.2, width: 18.4, height: 18.4, rx: 4 }),
    ...(PIPS[face] ?? []).map(([x, y]) => svg("circle", { cx: x * 4.7, cy: y * 4.7, r: 1.85 })),
    SIGNS[face] && svg("path", { class: `die-sign ${SIGNS[face][0]}`, d: SIGNS[face][1] }),
  );

/** @type {DieFaceView[]} */
const SIX = [1, 2, 3, 4, 5, 6].map((face) => ({ face, said: String(face) }));

/**
 * A die whose faces are signs is typed in by their place in the row.
 * @param {DieFaceView[] | null | undefined} faces
 * @param {number} key
 * @returns {DieFace | undefined}
 */
export const faceOfKey = (faces, key) => {
  const listed = faces ?? SIX;
  return listed.some(({ face }) => typeof face === "string")
    ? listed[key - 1]?.face
    : listed.find(({ face }) => face === key)?.face;
};

/**
 * @param {(face: DieFace) => void} onThrow
 * @param {DieFaceView[]} faces
 */
export function diceRow(onThrow, faces = SIX) {
  const buttons = faces.map(({ face, said }) =>
    html(
      "button",
      {
        type: "button",
        class: "tool die-button",
        "aria-label": t("threw", { face: said }),
        title: said,
        "data-face": face,
        onclick: () => onThrow(face),
      },
      dieFace(face, said),
    ),
  );
  return html("div", { class: `dice of-${faces.length}`, role: "group", "aria-label": t("what_fell") }, ...buttons);
}

/**
 * A double click rolls once: the second die is another throw.
 * @param {() => void} onRoll
 * @param {number} many
 */
export const rollButton = (onRoll, many = 1) =>
  html(
    "button",
    { type: "button", class: "tool roll", "data-act": "roll", onclick: (event) => event.detail < 2 && onRoll() },
    `${many > 1 ? t("roll_many", { count: many }) : t("roll")} `,
    html("kbd", { "aria-hidden": "true" }, "R"),
  );
