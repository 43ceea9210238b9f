// What is drawn over the camera's picture at the lens step: the cells covered, the board, and where to hold it next.

import { svg } from "../dom.js";
import { t } from "../words.js";

/** @import { LensLookView, LensView, Point } from "../types.js" */

const MOST = 2; // pictures of a cell beyond which it looks no fuller
const ARROW = "M-45-14H5V-40L50 0 5 40V14H-45Z";
const TILTED = "M-45-40 45-22V22L-45 40Z"; // as the board looks then: its left edge is the long one
/** @type {Record<string, number>} */
const TURNS = { right: 0, down: 90, left: 180, up: 270 };
/** @type {Record<string, number>} */
const TILTS = { tilt_left: 0, tilt_up: 90, tilt_right: 180, tilt_down: 270 };
/** @type {Record<string, string>} */
const SIGNS = {
  nearer: "M-12-12-44-44M12-12 44-44M12 12 44 44M-12 12-44 44M-20-44H-44V-20M20-44H44V-20M20 44H44V20M-20 44H-44V20",
  farther: "M-12-12-44-44M12-12 44-44M12 12 44 44M-12 12-44 44M-12-36V-12H-36M12-36V-12H36M12 36V12H36M-12 36V12H-36",
  done: "M-40 4-12 32 42-30",
};

/**
 * The sign of a way, 100 wide round its middle; nothing where the word does.
 * @param {LensLookView["way"]} way
 */
function sign(way) {
  if (way in TURNS) return svg("path", { class: "guide", d: ARROW, transform: `rotate(${TURNS[way]})` });
  if (way in TILTS) return svg("path", { class: "guide", d: TILTED, transform: `rotate(${TILTS[way]})` });
  return way in SIGNS ? svg("path", { class: "guide line", d: SIGNS[way] }) : null;
}

/**
 * The cells that pictures of the board cover, over a picture of that size.
 * @param {LensView} told
 * @param {Point} size
 */
export const cellsOver = ({ cells }, [width, height]) =>
  cells.flatMap((row, y) =>
    row.map((count, x) =>
      svg("rect", {
        class: `cell cell-${Math.min(count, MOST)}`,
        x: (x * width) / row.length,
        y: (y * height) / cells.length,
        width: width / row.length,
        height: height / cells.length,
      }),
    ),
  );

/**
 * Where the board is, where its middle is to be, and the way there.
 * @param {LensLookView} look
 */
export function guideOver({ size, way, outline, target }) {
  const [width, height] = size;
  const drawn = sign(way);
  const place = `translate(${width / 2} ${height / 2}) scale(${height / 250})`;
  return [
    outline.length ? svg("polygon", { class: "mark frame", points: outline.join(" ") }) : null,
    target && way !== "hold"
      ? svg("circle", { class: "mark", cx: target[0], cy: target[1], r: height / 18, "stroke-dasharray": "10 6" })
      : null,
    drawn ? svg("g", { transform: place }, drawn) : null,
    svg("text", { x: width / 2, y: 0.94 * height, "font-size": height / 12 }, t(`lens_way_${way}`)),
  ];
}
