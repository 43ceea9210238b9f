// Soldiers on a board: a token with the number of its square, its side by shape, pattern and colour.

import { set, svg } from "../dom.js";
import { badgePath } from "../plan/stands.js";

const LEAST_TAP_PX = 24;

/** Draws on a board what StandLayer draws elsewhere. */
export class SoldierLayer {
  #elements = new Map();

  constructor(layer, onChoose) {
    Object.assign(this, { layer, onChoose });
    layer.replaceChildren();
  }

  element(name) {
    return this.#elements.get(name)?.root ?? null;
  }

  draw(stands, { depth, sides, actor, cmPerPx, view, board }) {
    const row = (stand) => Math.round(stand.y / view.board.size_cm);
    const shown = stands.filter((stand) => !stand.fallen && !board?.answer?.taken.includes(stand.name))
      .sort((a, b) => row(b) - row(a) || a.x - b.x);
    const names = new Set(shown.map((stand) => stand.name));
    for (const [name, { root }] of this.#elements) {
      if (names.has(name)) continue;
      root.remove();
      this.#elements.delete(name);
    }
    const places = new Map(view.board.cells.map(([id, x, y]) => [id, [x, y]]));
    const numbers = new Map(view.board.cells.map(([id, , , , number]) => [id, number]));
    for (const stand of shown) {
      const parts = this.#elements.get(stand.name) ?? this.#make(stand.name);
      this.#update(parts, stand, { depth, sides, view, board, places, numbers });
    }
    const wanted = shown.map((stand) => this.#elements.get(stand.name).root);
    if (!wanted.every((root, i) => this.layer.children[i] === root)) {
      const held = document.activeElement;
      this.layer.append(...wanted);
      if (held && this.layer.contains(held)) held.focus({ preventScroll: true });
    }
    this.resize(cmPerPx);
  }

  resize(cmPerPx) {
    for (const { tap, size } of this.#elements.values()) tap.setAttribute("r", Math.min(size * 0.62, Math.max(size / 2, (LEAST_TAP_PX / 2) * cmPerPx)));
  }

  #make(name) {
    const parts = {
      tap: svg("circle", { class: "tap" }),
      halo: svg("path", { class: "token-halo" }),
      casing: svg("path", { class: "token-casing" }),
      face: svg("path", { class: "token-face" }),
      pattern: svg("path", { class: "token-pattern" }),
      number: svg("text", { class: "token-number" }),
      doubt: svg("text", { class: "token-doubt" }, "?"),
      size: 4.5,
    };
    parts.root = svg("g", { ...(this.onChoose ? { role: "button", tabindex: 0 } : { role: "img" }), "data-name": name },
      parts.tap, parts.halo, parts.casing, parts.face, parts.pattern, parts.number, parts.doubt);
    if (this.onChoose) parts.root.addEventListener("click", () => this.onChoose(name));
    this.#elements.set(name, parts);
    return parts;
  }

  #update(parts, stand, { depth, sides, view, board, places, numbers }) {
    const told = view.board.soldiers[stand.name] ?? { state: "off", cell: null, said: "" };
    const cell = board ? board.cellOf(stand.name) : told.cell;
    const on = cell && told.state !== "between" && places.get(cell);
    const [x, y] = on || told.place || [stand.x, stand.y];
    parts.size = view.board.size_cm;
    const side = sides.get(stand.side) ?? 1;
    const r = parts.size * (side === 1 ? 0.4 : 0.41);
    const d = badgePath(side, r);
    for (const path of [parts.casing, parts.face, parts.pattern]) path.setAttribute("d", d);
    parts.halo.setAttribute("d", badgePath(side, r * 1.13));
    set(parts.doubt, { x: r * 0.8, y: -r * 0.8 });
    parts.number.textContent = told.state === "between" ? "" : numbers.get(cell) ?? "";
    const classes = ["soldier", `side-${side}`, `is-${told.state}`];
    if (board?.at && board.at === cell) classes.push("is-chosen");
    if (cell !== told.cell) classes.push("has-stepped");
    if (!board?.at && board?.answer?.movable?.includes(cell)) classes.push("is-movable");
    if (!stand.seen) classes.push("not-seen");
    set(parts.root, { class: classes.join(" "), transform: `translate(${x} ${depth - y})`, "aria-label": [told.label ?? stand.label, board?.option(cell)?.short].filter(Boolean).join(", ") });
  }
}
