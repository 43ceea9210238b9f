// Whose turn it is, as the television and the overlays say it.

import { t } from "../words.js";

/** @import { View } from "../types.js" */

/** @param {View} view */
export function turnText({ turn, board }) {
  const phase = board?.kind === "hexes" ? board.phase?.name : null;
  return [`${t("turn")} ${turn.number}`, turn.title, phase].filter(Boolean).join(" · ");
}
