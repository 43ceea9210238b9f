// A stand on the plan: its footprint as measured, a front tick, its side by shape and pattern, what befell it.

import { handMark } from "../byhand/ghost.js";
import { set, svg } from "../dom.js";
import { placeLabels } from "./labels.js";
import { t } from "../words.js";

const TAP_PX = 44;

/** Reuses the element of a stand that was drawn before, so that it keeps the keyboard's focus. */
export class StandLayer {
  #elements = new Map();

  /** Without `onChoose` the stands are pictures with a name: nothing happens when one is tapped. */
  constructor(layer, onChoose) {
    this.layer = layer;
    this.onChoose = onChoose;
  }

  element(name) {
    return this.#elements.get(name)?.root ?? null;
  }

  draw(stands, { depth, sides, actor, target, invited, cmPerPx }) {
    const names = new Set(stands.map((stand) => stand.name));
    for (const [name, { root }] of this.#elements) {
      if (!names.has(name)) {
        root.remove();
        this.#elements.delete(name);
      }
    }
    for (const stand of stands) {
      const parts = this.#elements.get(stand.name) ?? this.#make(stand.name);
      this.#update(parts, stand, { depth, sides, actor, target, invited });
    }
    this.#sort(stands);
    this.resize(cmPerPx);
  }

  /** Things with a size in px follow the zoom. */
  resize(cmPerPx) {
    for (const parts of this.#elements.values()) {
      const least = 8 * cmPerPx;
      const radius = Math.max(parts.reach + 0.35, least);
      parts.tap.setAttribute("r", Math.max(parts.reach, (TAP_PX / 2) * cmPerPx));
      parts.halo.setAttribute("r", radius + 6 * cmPerPx);
      set(parts.badge, { d: badgePath(parts.sideNumber, radius) });
      parts.badgeCasing.setAttribute("d", parts.badge.getAttribute("d"));
      const small = 3.6 * cmPerPx;
      set(parts.spent, { cx: radius * 0.78, cy: -radius * 0.78, r: small });
      set(parts.eye, {
        transform: `translate(${-radius * 0.82} ${-radius * 0.82}) scale(${cmPerPx * Math.min(1, radius / cmPerPx / 11)})`,
      });
      set(parts.struck, { d: `M${-radius} ${-radius}L${radius} ${radius}M${-radius} ${radius}L${radius} ${-radius}` });
      set(parts.hand, { transform: `translate(${radius * 0.85} ${radius * 0.85}) scale(${cmPerPx})` });
      parts.radius = radius;
    }
    this.#placeNames(cmPerPx);
  }

  #placeNames(cmPerPx) {
    const all = [...this.#elements.values()];
    const items = all.map(({ x, y, radius, name, chosen }) => ({
      x,
      y,
      radius,
      text: name.textContent,
      first: chosen ? 1 : 0,
    }));
    placeLabels(items, cmPerPx).forEach((place, i) => {
      all[i].root.classList.toggle("is-crowded", !place);
      const { dx, dy, anchor } = place ?? { dx: 0, dy: items[i].radius + 13 * cmPerPx, anchor: "middle" };
      set(all[i].name, { x: dx, y: dy, "text-anchor": anchor });
    });
  }

  #make(name) {
    const parts = {
      tap: svg("circle", { class: "tap" }),
      halo: svg("circle", { class: "halo" }),
      badgeCasing: svg("path", { class: "badge-casing" }),
      badge: svg("path", { class: "badge" }),
      foot: svg("path", { class: "foot" }),
      front: svg("path", { class: "front" }),
      spent: svg("circle", { class: "spent" }),
      eye: svg("g", { class: "eye" }, svg("ellipse", { rx: 7.5, ry: 4.8 }), svg("circle", { r: 2.2 })),
      struck: svg("path", { class: "struck" }),
      known: svg("circle", { class: "known" }),
      hand: handMark(),
      name: svg("text", { class: "name" }, name),
      reach: 1,
      sideNumber: 1,
    };
    parts.root = svg(
      "g",
      { ...(this.onChoose ? { role: "button", tabindex: 0 } : { role: "img" }), "data-name": name },
      parts.tap,
      parts.halo,
      parts.badgeCasing,
      parts.badge,
      parts.known,
      parts.foot,
      parts.front,
      parts.struck,
      parts.spent,
      parts.eye,
      parts.hand,
      parts.name,
    );
    if (this.onChoose) parts.root.addEventListener("click", () => this.onChoose(name));
    this.#elements.set(name, parts);
    return parts;
  }

  #update(parts, stand, { depth, sides, actor, target, invited }) {
    const local = ([x, y]) => `${(x - stand.x).toFixed(3)} ${(stand.y - y).toFixed(3)}`;
    parts.foot.setAttribute("d", stand.rings.map((ring) => `M${ring.map(local).join("L")}Z`).join(""));
    parts.reach = Math.max(0.8, ...stand.rings.flat().map(([x, y]) => Math.hypot(x - stand.x, y - stand.y)));
    parts.sideNumber = sides.get(stand.side) ?? 1;
    const turn = (stand.heading_deg * Math.PI) / 180;
    const [ux, uy] = [Math.cos(turn), -Math.sin(turn)];
    const front = frontOf(stand, turn);
    const tip = front + 0.75;
    const [lx, ly] = [-uy, ux];
    set(parts.front, {
      d: `M${ux * front + lx * 0.55} ${uy * front + ly * 0.55}L${ux * tip} ${uy * tip}L${ux * front - lx * 0.55} ${uy * front - ly * 0.55}Z`,
    });
    const chosen = stand.name === actor ? "shooter" : stand.name === target ? "target" : "";
    Object.assign(parts, { x: stand.x, y: depth - stand.y, chosen: Boolean(chosen) || stand.name === invited });
    const classes = ["stand", `side-${parts.sideNumber}`, chosen];
    if (stand.name === invited) classes.push("invited");
    if (stand.fired) classes.push("has-fired");
    if (stand.revealed) classes.push("is-revealed");
    if (stand.fallen) classes.push("is-fallen");
    if (!stand.seen) classes.push("not-seen");
    if (stand.by_hand) classes.push("by-hand");
    parts.known.setAttribute("r", 1.96 * stand.sigma_cm);
    set(parts.root, {
      class: classes.filter(Boolean).join(" "),
      transform: `translate(${stand.x} ${depth - stand.y})`,
      "aria-label": chosen ? `${stand.label}, ${t(`chosen_${chosen}`)}` : stand.label,
      "aria-pressed": this.onChoose ? Boolean(chosen) : null,
    });
  }

  #sort(stands) {
    const wanted = stands.map((stand) => this.#elements.get(stand.name).root);
    if (wanted.every((root, i) => this.layer.children[i] === root)) return;
    const focused = document.activeElement;
    this.layer.append(...wanted);
    if (focused && this.layer.contains(focused)) focused.focus({ preventScroll: true });
  }
}

/** How far before the centre the footprint ends, along the heading. */
function frontOf(stand, turn) {
  const along = stand.rings.flat().map(([x, y]) => (x - stand.x) * Math.cos(turn) + (y - stand.y) * Math.sin(turn));
  return Math.max(0, ...along);
}

/** The first side is round, the second a diamond. */
export function badgePath(side, r) {
  if (side === 1) return `M${-r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 ${-r} 0Z`;
  const d = r * 1.22;
  return `M0 ${-d}L${d} 0L0 ${d}L${-d} 0Z`;
}
