// A piece of terrain on the plan: its outline, its hatch, its name, and where the picture shows the edge of its top.

import { svg } from "../dom.js";
import { hatchOf } from "./hatches.js";
import { pieceSpots } from "./labels.js";
import { bounds, closed } from "./paths.js";

/** @import { Leaning } from "./leaning.js" */
/** @import { NamedPieceView, PieceView, Point } from "../types.js" */

/**
 * A piece by its foot; over the picture that leans also by the edge of the top that one may stand on.
 * @param {NamedPieceView} piece
 * @param {Leaning} lean
 * @param {boolean} decides
 */
export function pieceOf(piece, lean, decides) {
  const corners = piece.polygon.map((corner) => lean.at(corner, 0));
  const d = closed(corners);
  const edge = lean.leans ? topOf(piece).map((corner) => lean.at(corner, piece.height_cm)) : [];
  const name = svg("text", { class: "piece-name" }, piece.said);
  const { x, y, width } = bounds(corners);
  const around = { x: x + width / 2, y, radius: 0, text: piece.said, rank: 1 };
  /** @param {number} px */
  const named = (px) => ({ ...around, spots: pieceSpots(bounds(corners), px), element: name });
  const drawn = svg(
    "g",
    { class: `piece kind-${piece.kind}${decides ? " decides" : ""}` },
    svg("path", { class: "piece-fill", d }),
    svg("path", { class: "piece-hatch", d, fill: hatchOf(piece.kind) }),
    edge.length > 0 && svg("path", { class: "piece-fill piece-top", d: closed(edge) }),
    name,
  );
  return { drawn, named };
}

/**
 * The edge of a raised piece's top, where it has one that stands may stand on.
 * @param {PieceView} piece
 * @returns {Point[]}
 */
const topOf = ({ polygon, height_cm: height, top, crest }) =>
  !height || (top !== "level" && top !== "slope") ? [] : top === "level" ? polygon : crest;
