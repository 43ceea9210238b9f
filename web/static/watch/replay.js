// The moment once more: when dice were thrown, a shot flies from who acted to whom, or who moved goes the way again.

import { svg } from "../dom.js";
import { open } from "../plan/paths.js";

/** @import { Plan } from "../plan/plan.js" */
/** @import { Session } from "../session.js" */
/** @import { Point, View } from "../types.js" */

const WAYS = ["path", "throw", "range", "sight"];
const AIM_MS = 500;
const FLY_MS = 900;
const HIT_MS = 700;
const CALM = window.matchMedia("(prefers-reduced-motion: reduce)");

export class Replay {
  #plan;
  #layer = svg("g", { class: "replay", "pointer-events": "none", "aria-hidden": "true" });
  /** The newest entry when the page was opened, and then of what was replayed: no moment comes twice. */
  #newest = Number.POSITIVE_INFINITY;
  #moving = 0;

  /**
   * @param {Plan} plan
   * @param {Session} session
   */
  constructor(plan, session) {
    this.#plan = plan;
    plan.svg.querySelector(".deciding-labels")?.before(this.#layer); // the number stays to be read
    session.addEventListener("change", () => this.#look(session.view));
  }

  /**
   * What is live ends it: another ruling on the card, an undo.
   * @param {View | null} view
   */
  #look(view) {
    if (!view) return;
    const moment = momentOf(view);
    if (this.#newest === Number.POSITIVE_INFINITY) this.#newest = view.journal.sequence;
    const news = moment && moment.entry > this.#newest;
    if (moment?.entry !== this.#newest) this.#stop();
    if (!news) return;
    this.#newest = moment.entry;
    if (!CALM.matches) this.#play(moment);
  }

  #stop() {
    cancelAnimationFrame(this.#moving);
    this.#layer.replaceChildren();
  }

  /** @param {Moment} moment */
  #play({ points, tone }) {
    const begun = performance.now();
    const step = (/** @type {number} */ now) => {
      const gone = now - begun;
      if (gone > AIM_MS + FLY_MS + HIT_MS) return this.#stop();
      const px = this.#plan.zoom.cmPerPx * Math.max(1, innerWidth / 1000);
      const way = points.map(this.#plan.lean.foot);
      const flown = part(gone - AIM_MS, FLY_MS);
      const been = along(way, flown);
      const [at, waits] =
        flown < 1 ? [way[0], part(gone, AIM_MS)] : [way[way.length - 1], part(gone - AIM_MS - FLY_MS, HIT_MS)];
      this.#layer.replaceChildren(
        ...(flown > 0
          ? [
              svg("path", { class: "line-casing", d: open(been) }),
              svg("path", { class: `line tone-${tone}`, d: open(been) }),
            ]
          : []),
        ...(waits < 1 ? [ring(at, (10 + 26 * waits) * px, 1 - waits)] : []),
        shot(been[been.length - 1], 8 * px),
      );
      this.#moving = requestAnimationFrame(step);
    };
    this.#moving = requestAnimationFrame(step);
  }
}

/** @typedef {{ entry: number, points: Point[], tone: string }} Moment */

/**
 * What was thrown for last and has happened: its entry, and the way from who acted; null where there is none.
 * @param {View} view
 * @returns {Moment | null}
 */
export function momentOf(view) {
  const { ruling, last } = view;
  const shown = ruling ?? last;
  if (!shown?.confirmed || !shown.dice.length) return null;
  const lines = shown.geometry.filter(({ form }) => form === "line");
  const line = WAYS.map((role) => lines.find((shape) => shape.role === role)).find(Boolean);
  /** @param {string | null} name */
  const place = (name) =>
    view.stands.filter((stand) => stand.name === name).map(({ x, y }) => /** @type {Point} */ ([x, y]));
  const points = line?.points ?? [...place(shown.actor), ...place(shown.target)];
  const entry = ruling ? Number(ruling.evidence.split("/").pop()) : (last?.number_of_entry ?? 0);
  return points.length > 1 ? { entry, points, tone: shown.tone } : null;
}

/**
 * The part of a way that is gone, with the place it ends at.
 * @param {Point[]} way
 * @param {number} share
 * @returns {Point[]}
 */
export function along(way, share) {
  const lengths = way.slice(1).map(([x, y], i) => Math.hypot(x - way[i][0], y - way[i][1]));
  let left = share * lengths.reduce((sum, length) => sum + length, 0);
  const been = [way[0]];
  for (const [i, length] of lengths.entries()) {
    const here = length ? Math.min(1, left / length) : 0;
    const [[ax, ay], [bx, by]] = [way[i], way[i + 1]];
    been.push([ax + (bx - ax) * here, ay + (by - ay) * here]);
    left -= length;
    if (left <= 0) break;
  }
  return been;
}

/**
 * @param {number} gone
 * @param {number} of
 */
const part = (gone, of) => Math.min(1, Math.max(0, gone / of));

/**
 * @param {Point} at
 * @param {number} r
 * @param {number} opacity
 */
const ring = ([cx, cy], r, opacity) => svg("circle", { class: "line", cx, cy, r, opacity, fill: "none" });

/**
 * @param {Point} at
 * @param {number} r
 */
const shot = ([cx, cy], r) =>
  svg("circle", { class: "flies", cx, cy, r, fill: "var(--bright)", stroke: "var(--dark)", "stroke-width": r / 3 });
