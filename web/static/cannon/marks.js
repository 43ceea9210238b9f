// What a proposed shot did, on the board: a cross over who leaves, a turned arrow over who is stood up, shell, zone.

import { svg } from "../dom.js";

/** @import { Leaning } from "../plan/leaning.js" */
/** @import { ProposalView } from "../types.js" */

const RING_PX = 19;
/** A mark's width: on a small board it is no wider than a square. */
export const MARK_PX = 2 * RING_PX + 4;
const LEAVES = "M-7-7 7 7M7-7-7 7";
const STAYS = "M6.500 3.500A7 7 0 1 1 5-5M6-9 5.500-4.500 1-5";

/**
 * The marks of a proposal; sizes in px follow the zoom.
 * @param {ProposalView} proposal
 * @param {Leaning} lean
 * @param {number} cmPerPx
 */
export function marksOf(proposal, lean, cmPerPx) {
  /**
   * @param {number} x
   * @param {number} y
   */
  const at = (x, y) => `translate(${lean.foot([x, y]).join(" ")}) scale(${cmPerPx})`;
  const marks = proposal.casualties
    .filter((one) => one.fell)
    .map((one) =>
      svg(
        "g",
        {
          class: one.leaves ? "shot-mark is-leaving" : "shot-mark",
          transform: at(one.x, one.y),
          "aria-hidden": "true",
        },
        svg("circle", { class: "shot-mark-casing", r: RING_PX }),
        svg("circle", { class: "shot-mark-ring", r: RING_PX }),
        svg("path", { class: "shot-mark-casing", d: one.leaves ? LEAVES : STAYS }),
        svg("path", { class: "shot-mark-sign", d: one.leaves ? LEAVES : STAYS }),
      ),
    );
  if (proposal.zone.length > 2) {
    marks.unshift(svg("polygon", { class: "shot-zone", points: proposal.zone.map(lean.foot).join(" ") }));
  }
  if (proposal.shell_xy) {
    marks.push(
      svg(
        "g",
        { class: "shot-shell", transform: at(...proposal.shell_xy), "aria-hidden": "true" },
        svg("circle", { r: 6 }),
        svg("path", { d: "M-13 0H-7M7 0H13M0-13V-7M0 7V13" }),
      ),
    );
  }
  return marks;
}
