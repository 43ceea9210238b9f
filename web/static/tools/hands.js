// What fingers, mouse and keys do with the tool in hand: tap, drag a point, move the cross.

import { nearest, present } from "../dom.js";
import { NARROW } from "../plan/framing.js";
import { area, contains } from "../terrain/geometry.js";
import { num, t } from "../words.js";
import { arcNames, crosshair, drawTools } from "./drawing.js";

/** @import { Plan } from "../plan/plan.js" */
/** @import { Session } from "../session.js" */
/** @import { Spot } from "./tools.js" */
/** @import { Point } from "../types.js" */

const ON_CM = 1.5;
const NEAR_CM = 17;
/** So long a finger rests on what is asked about, and no farther does it stray. */
const LONG_MS = 500;
const STRAY_PX = 8;
/** @type {Record<string, Point>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class Hands {
  /** @type {{ id: number, index: number, moved: boolean, from: Point } | null} */
  #held = null;
  #tapped = 0;
  /** @type {{ timer: number, from: Point } | null} */
  #resting = null;
  /** Whether the click that ends this press was a long press already. */
  #asked = false;
  #framed = "";
  #session;
  #plan;
  #tools;

  /**
   * @param {Session} session
   * @param {Plan} plan
   */
  constructor(session, plan) {
    this.#session = session;
    this.#plan = plan;
    this.#tools = session.tools;
    session.addEventListener("change", () => this.draw());
    plan.addEventListener("rescale", () => this.draw());
    plan.svg.addEventListener("click", (event) => this.#click(event), { capture: true });
    plan.svg.addEventListener("pointerdown", (event) => this.#rest(event), { capture: true });
    plan.svg.addEventListener("pointerdown", (event) => this.#down(event), { capture: true });
    // On a phone a long press is also the browser's: it would open a menu, or select the names.
    plan.svg.addEventListener("contextmenu", (event) => this.#asked && event.preventDefault());
    plan.svg.addEventListener("pointermove", (event) => this.#drag(event), { capture: true });
    for (const name of /** @type {const} */ (["pointerup", "pointercancel"]))
      plan.svg.addEventListener(name, (event) => this.#up(event), { capture: true });
    document.addEventListener("keydown", (event) => this.#key(event), { capture: true });
  }

  get #depth() {
    return this.#session.view?.table.depth_cm ?? 0;
  }

  draw() {
    const layer = this.#plan.toolLayer;
    this.#frame();
    if (!this.#tools.kind || !this.#session.view) {
      this.#tools.cursor = null;
      layer.replaceChildren();
      return this.#plan.nameAreas("tools", []);
    }
    const had = layer.contains(document.activeElement);
    const scale = this.#plan.zoom.cmPerPx;
    const { lean } = this.#plan;
    const { cursor } = this.#tools;
    const cross = cursor && crosshair(cursor, lean, scale, this.#where(cursor));
    const names = arcNames(this.#tools, lean);
    const { drawn, boxes } = drawTools(this.#tools, this.#plan);
    layer.replaceChildren(...present([...drawn, ...names.map(({ element }) => element), cross]));
    this.#plan.nameAreas("tools", names, boxes);
    if (had && cross) cross.focus({ preventScroll: true });
  }

  /** Where there is little room the window goes to who moves or throws: 8 cm are a finger's breadth there. */
  #frame() {
    const near =
      (this.#tools.kind === "path" || this.#tools.verb === "grenade") &&
      NARROW.matches &&
      this.#session.stand(this.#tools.stand);
    const key = near ? near.name : "";
    if (key === this.#framed) return;
    this.#framed = key;
    if (near) this.#plan.zoom.frame([[near.x, this.#depth - near.y]], NEAR_CM);
    else if (!this.#plan.zoom.byHand && !this.#session.ruling) this.#plan.zoom.reset();
  }

  /** Shows the cross and gives it the keys: where the chosen stand is, or in the middle of what is seen. */
  showCross() {
    const { x, y, width, height } = this.#plan.zoom.box;
    const from = this.#tools.points.at(-1) ?? this.#session.stand(this.#session.actor);
    this.#tools.cursor ??= from
      ? [from.x, from.y]
      : [Math.round(x + width / 2), Math.round(this.#depth - y - height / 2)];
    this.draw();
    /** @type {SVGElement | null} */
    const cross = this.#plan.toolLayer.querySelector(".crosshair");
    cross?.focus({ preventScroll: true });
  }

  /** @param {Point} cursor */
  #where(cursor) {
    const on = this.#near(cursor, ON_CM);
    const [x, y] = cursor;
    return on ? t("cross_on", { stand: on.name }) : t("cross_at", { x: num(x, 1), y: num(y, 1) });
  }

  /**
   * @param {Point} point
   * @param {number} within
   */
  #near(point, within) {
    return this.#plan.lean.near(point, within);
  }

  /**
   * A press that stays where it is asks how far it is from there, and what is seen.
   * @param {PointerEvent} event
   */
  #rest(event) {
    const second = Boolean(this.#resting) && !event.isPrimary;
    this.#letGo();
    this.#asked = false;
    const busy = this.#tools.kind && this.#tools.kind !== "ruler";
    if (second || event.button || busy || this.#session.placing || !this.#session.view) return;
    const spot = this.#spot(event);
    const ask = () => {
      this.#letGo();
      this.#asked = true;
      this.#tools.askFrom(spot);
    };
    this.#resting = { timer: window.setTimeout(ask, LONG_MS), from: [event.clientX, event.clientY] };
  }

  #letGo() {
    if (this.#resting) clearTimeout(this.#resting.timer);
    this.#resting = null;
  }

  /**
   * What an event points at: a stand, else on a board a cell, elsewhere the smallest piece of terrain, or a place.
   * @param {MouseEvent} event
   * @returns {Spot}
   */
  #spot(event) {
    const { view } = this.#session;
    const { point, stand } = this.#plan.tapped(event);
    if (view?.board) {
      const on = this.#session.stand(nearest(event, "[data-name]")?.dataset.name);
      const cell = view.board.cells.find(([id]) => id === nearest(event, "[data-cell]")?.dataset.cell);
      if (on) return { x: on.x, y: on.y, stand: on.name };
      return cell ? { x: cell[1], y: cell[2], cell: cell[0] } : { x: point[0], y: point[1] };
    }
    if (stand && !stand.fallen) return { x: stand.x, y: stand.y, stand: stand.name };
    const [x, y] = point;
    const under = (view?.pieces ?? []).filter(({ polygon }) => contains(polygon, point));
    const piece = under.sort((a, b) => Math.abs(area(a.polygon)) - Math.abs(area(b.polygon)))[0];
    return piece ? { x, y, piece: piece.name, called: piece.said } : { x, y };
  }

  /** @param {MouseEvent} event */
  #click(event) {
    if (this.#asked) {
      this.#asked = false;
      event.stopPropagation();
      event.preventDefault();
      return;
    }
    if (!this.#tools.kind || event.defaultPrevented) return;
    event.stopPropagation();
    event.preventDefault();
    if (performance.now() - this.#tapped < 50) return; // the end of a drag
    if (!event.detail) return this.#tapStand(this.#plan.tapped(event).stand?.name);
    if (this.#tools.kind === "ruler") {
      const { x, y, stand, ...beneath } = this.#spot(event);
      return this.#tools.tap([x, y], stand ?? null, beneath);
    }
    const { point, stand } = this.#plan.tapped(event);
    this.#tools.tap(point, stand?.name ?? null);
  }

  /** @param {string | undefined} name */
  #tapStand(name) {
    const stand = name && this.#session.stand(name);
    if (stand) this.#tools.tap([stand.x, stand.y], name);
    else this.#set();
  }

  #set() {
    const { cursor } = this.#tools;
    if (cursor) this.#tools.tap(cursor, this.#near(cursor, ON_CM)?.name ?? null);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const held = this.#tools.kind && !event.button && nearest(event, "[data-point]");
    if (!held) return;
    this.#held = {
      id: event.pointerId,
      index: Number(held.dataset.point),
      moved: false,
      from: [event.clientX, event.clientY],
    };
    event.stopImmediatePropagation(); // the table stays where it is
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    const { from } = this.#resting ?? {};
    if (from && Math.hypot(event.clientX - from[0], event.clientY - from[1]) > STRAY_PX) this.#letGo();
    const held = this.#held;
    if (!held || held.id !== event.pointerId) return;
    event.stopImmediatePropagation();
    if (!held.moved && Math.hypot(event.clientX - held.from[0], event.clientY - held.from[1]) < 6) return;
    if (!held.moved) this.#plan.svg.setPointerCapture(event.pointerId);
    held.moved = true;
    this.#tools.move(held.index, this.#plan.at(event));
  }

  /** @param {PointerEvent} event */
  #up(event) {
    this.#letGo();
    if (!this.#held || this.#held.id !== event.pointerId) return;
    if (this.#held.moved) this.#tapped = performance.now();
    this.#held = null;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!this.#tools.kind || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]"))
      return;
    if (nearest(event, "input, textarea, select")) return;
    if (event.key === "Backspace") {
      event.preventDefault();
      return this.#tools.takeBack();
    }
    const stand = nearest(event, "[data-name]")?.dataset.name;
    if (stand && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      event.stopPropagation();
      return this.#tapStand(stand);
    }
    if (!nearest(event, ".crosshair")) return;
    const way = ARROWS[event.key];
    if (way && this.#tools.cursor) {
      const step = event.shiftKey ? 0.1 : 1;
      const [x, y] = this.#tools.cursor;
      this.#tools.cursor = [Math.round((x + way[0] * step) * 100) / 100, Math.round((y + way[1] * step) * 100) / 100];
      this.draw();
    } else if (event.key === "Enter" || event.key === " ") this.#set();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
