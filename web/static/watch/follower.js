// The window on the table follows the match: to the two of the newest ruling, and after some seconds back to the whole.

import { bounds, upright } from "../plan/paths.js";

/** @import { Plan } from "../plan/plan.js" */
/** @import { Session } from "../session.js" */
/** @import { Box, Point } from "../types.js" */

const NEAR_MS = 9000;
const MOVE_MS = 1400;
const ROOM_CM = 16;
const CALM = window.matchMedia("(prefers-reduced-motion: reduce)");

export class Follower {
  #plan;
  #about = "";
  #moving = 0;
  #back = 0;

  /**
   * @param {Plan} plan
   * @param {Session} session
   */
  constructor(plan, session) {
    this.#plan = plan;
    session.addEventListener("change", () => this.#follow(session));
  }

  /** @param {Session} session */
  #follow({ view, ruling }) {
    if (!view || view.board) return; // a board is small enough to be read whole
    const about = ruling ? JSON.stringify([ruling.actor, ruling.target, ruling.dice.length, ruling.confirmed]) : "";
    if (about === this.#about) return;
    const first = this.#about === "" && !ruling;
    this.#about = about;
    if (first) return;
    const points = ruling?.geometry.filter((shape) => shape.form === "line").flatMap((shape) => shape.points) ?? [];
    clearTimeout(this.#back);
    if (!points.length) return this.#go(this.#plan.zoom.whole);
    this.#plan.zoom.byHand = false; // somebody who looked elsewhere sees the newest, too
    this.#go(round(points.map(upright(view.table.depth_cm)), this.#plan.zoom.whole));
    this.#back = setTimeout(() => this.#go(this.#plan.zoom.whole), NEAR_MS);
  }

  /**
   * Ease the window to another part, and leave it to a hand that takes it meanwhile.
   * @param {Box} to
   */
  #go(to) {
    cancelAnimationFrame(this.#moving);
    const { zoom } = this.#plan;
    if (zoom.byHand) return;
    const from = zoom.box;
    const begun = performance.now();
    const step = (/** @type {number} */ now) => {
      if (zoom.byHand) return;
      const part = CALM.matches ? 1 : Math.min(1, (now - begun) / MOVE_MS);
      const eased = part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2;
      const at = (/** @type {keyof Box} */ key) => from[key] + (to[key] - from[key]) * eased;
      zoom.to({ x: at("x"), y: at("y"), width: at("width"), height: at("height") });
      if (part < 1) this.#moving = requestAnimationFrame(step);
    };
    this.#moving = requestAnimationFrame(step);
  }
}

/**
 * The part of the drawing round some points, in the shape of the whole.
 * @param {Point[]} points
 * @param {Box} whole
 */
function round(points, whole) {
  const near = bounds(points);
  const [wide, high] = [near.width + 2 * ROOM_CM, near.height + 2 * ROOM_CM];
  const share = Math.min(1, Math.max(wide / whole.width, high / whole.height));
  const [width, height] = [whole.width * share, whole.height * share];
  const inside = (
    /** @type {number} */ middle,
    /** @type {number} */ size,
    /** @type {number} */ from,
    /** @type {number} */ room,
  ) => Math.min(Math.max(middle - size / 2, from), from + room - size);
  return {
    x: inside(near.x + near.width / 2, width, whole.x, whole.width),
    y: inside(near.y + near.height / 2, height, whole.y, whole.height),
    width,
    height,
  };
}
