// The stand that is being placed, on the plan: its footprint, its front, the circle within which it stands.

import { set, svg } from "../dom.js";
import { num, t } from "../words.js";
import { movePlacing, putPlacing, stopPlacing, turnPlacing } from "./placing.js";

const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const TURNS = { ",": 5, ".": -5 };

export class Ghost {
  constructor(session, svgRoot) {
    this.session = session;
    this.known = svg("circle", { class: "placing-ghost-known" });
    this.tap = svg("circle", { class: "placing-ghost-tap" });
    this.foot = svg("path", { class: "placing-ghost-foot" });
    this.front = svg("path", { class: "placing-ghost-front" });
    this.element = svg(
      "g",
      { class: "placing-ghost", role: "button", tabindex: 0, display: "none" },
      this.known,
      this.tap,
      this.foot,
      this.front,
    );
    this.element.addEventListener("keydown", (event) => this.#key(event));
    // A tap anywhere, on a stand too, says where the placed one stands; the end of a drag is no tap.
    svgRoot.addEventListener("click", (event) => this.#tapped(event, svgRoot), { capture: true });
  }

  draw(depth, cmPerPx) {
    const { placing } = this.session;
    set(this.element, { display: placing ? null : "none" });
    if (!placing) return;
    const { x, y, heading, cm, drawn } = placing;
    const front = Math.max(...drawn.flat().map(([along]) => along));
    set(this.element, {
      transform: `translate(${x} ${depth - y}) rotate(${-heading})`,
      "aria-label": t("place_ghost", { name: placing.name, x: num(x, 1), y: num(y, 1) }),
    });
    this.known.setAttribute("r", cm);
    this.tap.setAttribute("r", Math.max(cm, 22 * cmPerPx));
    this.foot.setAttribute(
      "d",
      drawn.map((ring) => `M${ring.map(([along, across]) => `${along} ${-across}`).join("L")}Z`).join(""),
    );
    this.front.setAttribute("d", `M${front + 0.2} -.7L${front + 1.3} 0L${front + 0.2} .7Z`);
  }

  #tapped(event, root) {
    if (!this.session.placing || event.defaultPrevented) return;
    event.stopPropagation();
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(root.getScreenCTM().inverse());
    movePlacing(this.session, [point.x, this.session.view.table.depth_cm - point.y]);
    this.element.focus({ preventScroll: true });
  }

  #key(event) {
    const { placing } = this.session;
    const way = MOVES[event.key];
    if (way) {
      const step = event.shiftKey ? 0.1 : 0.5;
      movePlacing(this.session, [placing.x + way[0] * step, placing.y + way[1] * step]);
    } else if (TURNS[event.key]) turnPlacing(this.session, TURNS[event.key]);
    else if (event.key === "Enter") putPlacing(this.session);
    else if (event.key === "Escape") stopPlacing(this.session);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

const HAND =
  "M-3.500 1.500V-3a1 1 0 0 1 2 0V0M-1.500 0V-4.500a1 1 0 0 1 2 0V0M.500 0V-4a1 1 0 0 1 2 0V.500M2.500 .5V-2a1 1 0 0 1 1.900 0V2c0 2.600-1.500 4.300-4 4.300-2 0-3.100-1-4-2.600L-5.300 1c-.5-1 .8-1.700 1.400-.9L-3.100 1.300";

/** A hand for a button or a line of text. */
export const handSign = () =>
  svg("svg", { class: "hand-sign", viewBox: "-7 -7 14 14", "aria-hidden": "true" }, svg("path", { d: HAND }));

/** The mark of a stand that was placed by hand: a hand in a circle. */
export const handMark = () => svg("g", { class: "hand-mark" }, svg("circle", { r: 9 }), svg("path", { d: HAND }));
