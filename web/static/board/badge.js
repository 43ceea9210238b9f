// The sign of a side: round and diamond, or as its counters are cut where the game is played on hexes.

import { badgePath } from "../plan/stands.js";
import { tokenPath } from "./counters.js";

/** @import { View } from "../types.js" */

/**
 * @param {Pick<View, "board">} view
 * @param {number} number
 */
export const sideBadge = (view, number) =>
  view?.board?.kind === "hexes" ? tokenPath(number, 7.5) : badgePath(number, 7);
