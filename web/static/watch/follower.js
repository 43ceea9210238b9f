// The window on the table follows the match: to the two of the newest ruling, and after some seconds back to the whole.

const NEAR_MS = 9000;
const MOVE_MS = 1400;
const ROOM_CM = 16;
const CALM = window.matchMedia("(prefers-reduced-motion: reduce)");

export class Follower {
  #plan;
  #about = "";
  #moving = 0;
  #back = 0;

  constructor(plan, session) {
    this.#plan = plan;
    session.addEventListener("change", () => this.#follow(session));
  }

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
    this.#go(
      round(
        points.map(([x, y]) => [x, view.table.depth_cm - y]),
        this.#plan.zoom.whole,
      ),
    );
    this.#back = setTimeout(() => this.#go(this.#plan.zoom.whole), NEAR_MS);
  }

  /** Ease the window to another part, and leave it to a hand that takes it meanwhile. */
  #go(to) {
    cancelAnimationFrame(this.#moving);
    const { zoom } = this.#plan;
    if (zoom.byHand) return;
    const from = zoom.box;
    const begun = performance.now();
    const step = (now) => {
      if (zoom.byHand) return;
      const part = CALM.matches ? 1 : Math.min(1, (now - begun) / MOVE_MS);
      const eased = part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2;
      const at = (key) => from[key] + (to[key] - from[key]) * eased;
      zoom.to({ x: at("x"), y: at("y"), width: at("width"), height: at("height") });
      if (part < 1) this.#moving = requestAnimationFrame(step);
    };
    this.#moving = requestAnimationFrame(step);
  }
}

/** The part of the drawing round some points, in the shape of the whole. */
function round(points, whole) {
  const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
  const [left, top] = [Math.min(...xs) - ROOM_CM, Math.min(...ys) - ROOM_CM];
  const [wide, high] = [Math.max(...xs) + ROOM_CM - left, Math.max(...ys) + ROOM_CM - top];
  const share = Math.min(1, Math.max(wide / whole.width, high / whole.height));
  const [width, height] = [whole.width * share, whole.height * share];
  const inside = (at, size, from, room) => Math.min(Math.max(at, from), from + room - size);
  return {
    x: inside(left + (wide - width) / 2, width, whole.x, whole.width),
    y: inside(top + (high - height) / 2, height, whole.y, whole.height),
    width,
    height,
  };
}
