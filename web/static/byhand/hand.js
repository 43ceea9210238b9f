// The sign of what was placed by hand.

import { svg } from "../dom.js";

const HAND =
  "M-3.500 1.500V-3a1 1 0 0 1 2 0V0M-1.500 0V-4.500a1 1 0 0 1 2 0V0M.500 0V-4a1 1 0 0 1 2 0V.500M2.500 .5V-2" +
  "a1 1 0 0 1 1.900 0V2c0 2.600-1.500 4.300-4 4.300-2 0-3.100-1-4-2.600L-5.300 1c-.5-1 .8-1.700 1.400-.9L-3.100 1.300";

/** A hand for a button or a line of text. */
export const handSign = () =>
  svg("svg", { class: "hand-sign", viewBox: "-7 -7 14 14", "aria-hidden": "true" }, svg("path", { d: HAND }));

/** The mark of a stand that was placed by hand: a hand in a circle. */
export const handMark = () => svg("g", { class: "hand-mark" }, svg("circle", { r: 9 }), svg("path", { d: HAND }));
