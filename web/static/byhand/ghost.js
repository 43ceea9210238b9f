// The stand that is being placed, on the plan: its footprint, its front, the circle within which it stands.

import { set, svg } from "../dom.js";
import { closed, upright } from "../plan/paths.js";
import { num, t } from "../words.js";
import { movePlacing, putPlacing, stopPlacing, turnPlacing } from "./placing.js";

/** @import { Leaning } from "../plan/leaning.js" */
/** @import { Plan } from "../plan/plan.js" */
/** @import { Session } from "../session.js" */
/** @import { Point } from "../types.js" */

/** @type {Record<string, Point>} */
const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
/** @type {Record<string, number>} */
const TURNS = { ",": 5, ".": -5 };

export class Ghost {
  #session;
  #known = svg("circle", { class: "placing-ghost-known" });
  #tap = svg("circle", { class: "placing-ghost-tap" });
  #foot = svg("path", { class: "placing-ghost-foot" });
  #front = svg("path", { class: "placing-ghost-front" });
  element = svg(
    "g",
    { class: "placing-ghost", role: "button", tabindex: 0, display: "none" },
    this.#known,
    this.#tap,
    this.#foot,
    this.#front,
  );

  /**
   * @param {Session} session
   * @param {Plan} plan
   */
  constructor(session, plan) {
    this.#session = session;
    this.element.addEventListener("keydown", (event) => this.#key(event));
    // A tap anywhere, on a stand too, says where the placed one stands; the end of a drag is no tap.
    plan.svg.addEventListener("click", (event) => this.#tapped(event, plan), { capture: true });
  }

  /**
   * @param {Leaning} lean
   * @param {number} cmPerPx
   */
  draw(lean, cmPerPx) {
    const { placing } = this.#session;
    set(this.element, { display: placing ? null : "none" });
    if (!placing) return;
    const { x, y, heading, cm, drawn } = placing;
    const front = Math.max(...drawn.flat().map(([along]) => along));
    set(this.element, {
      transform: `translate(${lean.foot([x, y]).join(" ")}) rotate(${-heading})`,
      "aria-label": t("place_ghost", { name: placing.name, x: num(x, 1), y: num(y, 1) }),
    });
    set(this.#known, { r: cm });
    set(this.#tap, { r: Math.max(cm, 22 * cmPerPx) });
    set(this.#foot, { d: drawn.map((ring) => closed(ring.map(upright(0)))).join("") });
    set(this.#front, { d: `M${front + 0.2} -.7L${front + 1.3} 0L${front + 0.2} .7Z` });
  }

  /**
   * @param {MouseEvent} event
   * @param {Plan} plan
   */
  #tapped(event, plan) {
    if (!this.#session.placing || event.defaultPrevented) return;
    event.stopPropagation();
    movePlacing(this.#session, plan.at(event));
    this.element.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { placing } = this.#session;
    if (!placing) return;
    const way = MOVES[event.key];
    if (way) {
      const step = event.shiftKey ? 0.1 : 0.5;
      movePlacing(this.#session, [placing.x + way[0] * step, placing.y + way[1] * step]);
    } else if (TURNS[event.key]) turnPlacing(this.#session, TURNS[event.key]);
    else if (event.key === "Enter") putPlacing(this.#session);
    else if (event.key === "Escape") stopPlacing(this.#session);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
