// A stand on the plan: its footprint as measured, a front tick, its side by shape and pattern, what befell it.

import { handMark } from "../byhand/hand.js";
import { inOrder, set, svg } from "../dom.js";
import { t } from "../words.js";
import { arrowHead } from "./paths.js";

/** @import { Board } from "../board/board.js" */
/** @import { HexTurn } from "../board/turn.js" */
/** @import { Leaning } from "./leaning.js" */
/** @import { PlanView, StandView } from "../types.js" */

/**
 * What stands are drawn from; a board's need all of the view, and the turn being put together.
 * @typedef {object} Drawn
 * @property {number} depth
 * @property {Leaning} lean
 * @property {Map<string, number>} sides
 * @property {string | null} actor
 * @property {string | null | undefined} target
 * @property {string | null | undefined} invited
 * @property {number} cmPerPx
 * @property {PlanView} view
 * @property {Board | HexTurn | null} board
 */

/** @typedef {ReturnType<typeof partsOf>} Parts */

const TAP_PX = 44;

/** Reuses the element of a stand that was drawn before, so that it keeps the keyboard's focus. */
export class StandLayer {
  /** @type {Map<string, Parts>} */
  #elements = new Map();
  #layer;
  #areButtons;

  /**
   * Which is tapped the plan says: their rooms for a finger overlap. Else they are pictures with a name.
   * @param {SVGElement} layer
   * @param {boolean} areButtons
   */
  constructor(layer, areButtons) {
    this.#layer = layer;
    this.#areButtons = areButtons;
  }

  /** @param {string} name */
  element(name) {
    return this.#elements.get(name)?.root ?? null;
  }

  /**
   * @param {StandView[]} stands
   * @param {Drawn} drawn
   */
  draw(stands, drawn) {
    const names = new Set(stands.map((stand) => stand.name));
    for (const [name, { root }] of this.#elements) {
      if (!names.has(name)) {
        root.remove();
        this.#elements.delete(name);
      }
    }
    const wanted = stands.map((stand) => {
      const parts = this.#elements.get(stand.name) ?? this.#make(stand.name);
      this.#update(parts, stand, drawn);
      return parts.root;
    });
    inOrder(this.#layer, wanted);
    this.resize(drawn.cmPerPx);
  }

  /**
   * Things with a size in px follow the zoom.
   * @param {number} cmPerPx
   */
  resize(cmPerPx) {
    for (const parts of this.#elements.values()) {
      const least = 8 * cmPerPx;
      const radius = Math.max(parts.reach + 0.35, least);
      set(parts.tap, { r: Math.max(parts.reach, (TAP_PX / 2) * cmPerPx) });
      set(parts.halo, { r: radius + 6 * cmPerPx });
      for (const path of [parts.badge, parts.badgeCasing]) set(path, { d: badgePath(parts.sideNumber, radius) });
      const small = 3.6 * cmPerPx;
      set(parts.spent, { cx: radius * 0.78, cy: -radius * 0.78, r: small });
      set(parts.eye, {
        transform: `translate(${-radius * 0.82} ${-radius * 0.82}) scale(${Math.min(cmPerPx, radius / 11)})`,
      });
      set(parts.struck, { d: `M${-radius} ${-radius}L${radius} ${radius}M${-radius} ${radius}L${radius} ${-radius}` });
      set(parts.hand, { transform: `translate(${radius * 0.85} ${radius * 0.85}) scale(${cmPerPx})` });
      parts.radius = radius;
    }
  }

  /** The names of all stands, to be placed; one without room is shown below its stand once it is pointed at. */
  get named() {
    return [...this.#elements.values()].map(({ root, x, y, radius, name, chosen }) => ({
      x,
      y,
      radius,
      text: name.textContent ?? "",
      first: chosen ? 1 : 0,
      rank: 2,
      element: name,
      root,
    }));
  }

  /** @param {string} name */
  #make(name) {
    const parts = partsOf(name, this.#areButtons);
    this.#elements.set(name, parts);
    return parts;
  }

  /**
   * @param {Parts} parts
   * @param {StandView} stand
   * @param {Drawn} how
   */
  #update(parts, stand, { lean, sides, actor, target, invited }) {
    const place = lean.on(stand);
    const [cx, cy] = place([stand.x, stand.y]);
    const rings = stand.rings.map((ring) => ring.map(place).map(([x, y]) => [x - cx, y - cy]));
    parts.foot.setAttribute("d", rings.map(ringPath).join(""));
    parts.reach = Math.max(0.8, ...rings.flat().map(([x, y]) => Math.hypot(x, y)));
    parts.sideNumber = sides.get(stand.side) ?? 1;
    const turn = (stand.heading_deg * Math.PI) / 180;
    const [ux, uy] = [Math.cos(turn), -Math.sin(turn)];
    const front = Math.max(0, ...rings.flat().map(([x, y]) => x * ux + y * uy)); // there the footprint ends
    const tip = front + 0.75;
    set(parts.front, {
      d: arrowHead([ux * front, uy * front], [ux * tip, uy * tip], 0.55),
    });
    const chosen = stand.name === actor ? "shooter" : stand.name === target ? "target" : "";
    Object.assign(parts, { x: cx, y: cy, chosen: Boolean(chosen) || stand.name === invited });
    const classes = ["stand", `side-${parts.sideNumber}`, chosen];
    if (stand.name === invited) classes.push("invited");
    if (stand.fired) classes.push("has-fired");
    if (stand.revealed) classes.push("is-revealed");
    if (stand.fallen) classes.push("is-fallen");
    if (!stand.seen) classes.push("not-seen");
    if (stand.by_hand) classes.push("by-hand");
    set(parts.known, { r: 1.96 * stand.sigma_cm });
    set(parts.root, {
      class: classes.filter(Boolean).join(" "),
      transform: `translate(${cx} ${cy})`,
      "aria-label": chosen ? `${stand.label}, ${t(`chosen_${chosen}`)}` : stand.label,
      "aria-pressed": this.#areButtons ? Boolean(chosen) : null,
    });
  }
}

/**
 * What a stand is drawn with, and what is kept of it.
 * @param {string} name
 * @param {boolean} isButton
 */
function partsOf(name, isButton) {
  const parts = {
    tap: svg("circle", { class: "tap" }),
    halo: svg("circle", { class: "halo" }),
    badgeCasing: svg("path", { class: "badge-casing" }),
    badge: svg("path", { class: "badge" }),
    known: svg("circle", { class: "known" }),
    foot: svg("path", { class: "foot" }),
    front: svg("path", { class: "front" }),
    struck: svg("path", { class: "struck" }),
    spent: svg("circle", { class: "spent" }),
    eye: svg("g", { class: "eye" }, svg("ellipse", { rx: 7.5, ry: 4.8 }), svg("circle", { r: 2.2 })),
    hand: handMark(),
    name: svg("text", { class: "name" }, name),
  };
  const role = isButton ? { role: "button", tabindex: 0 } : { role: "img" };
  const root = svg("g", { ...role, "data-name": name }, ...Object.values(parts));
  return { ...parts, root, reach: 1, sideNumber: 1, radius: 1, x: 0, y: 0, chosen: false };
}

/**
 * To a hundredth of a millimetre: a stand that lies still is written as it was.
 * @param {number[][]} ring
 */
const ringPath = (ring) => `M${ring.map((at) => at.map((cm) => cm.toFixed(3)).join(" ")).join("L")}Z`;

/**
 * The first side is round, the second a diamond.
 * @param {number} side
 * @param {number} r
 */
export function badgePath(side, r) {
  if (side === 1) return `M${-r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 ${-r} 0Z`;
  const d = r * 1.22;
  return `M0 ${-d}L${d} 0L0 ${d}L${-d} 0Z`;
}
