// Tokens on a board, soldiers or counters: one each, in the order they lie over each other, a button where one may choose.

import { svg } from "../dom.js";

const LEAST_TAP_PX = 24;

/** Draws on a board what StandLayer draws elsewhere. */
export class TokenLayer {
  #elements = new Map();

  constructor(layer, onChoose) {
    Object.assign(this, { layer, onChoose });
    layer.replaceChildren();
  }

  element(name) {
    return this.#elements.get(name)?.root ?? null;
  }

  draw(stands, given) {
    const shown = this.shown(
      stands.filter((stand) => !stand.fallen),
      given,
    );
    const names = new Set(shown.map((stand) => stand.name));
    for (const [name, { root }] of this.#elements) {
      if (names.has(name)) continue;
      root.remove();
      this.#elements.delete(name);
    }
    const places = new Map(given.view.board.cells.map(([id, x, y, , number]) => [id, [x, y, number]]));
    for (const stand of shown)
      this.update(this.#elements.get(stand.name) ?? this.#make(stand.name), stand, given, places);
    const wanted = shown.map((stand) => this.#elements.get(stand.name).root);
    if (!wanted.every((root, i) => this.layer.children[i] === root)) {
      const held = document.activeElement;
      this.layer.append(...wanted);
      if (held && this.layer.contains(held)) held.focus({ preventScroll: true });
    }
    this.resize(given.cmPerPx);
  }

  resize(cmPerPx) {
    for (const parts of this.#elements.values()) this.resizeTap(parts, (LEAST_TAP_PX / 2) * cmPerPx);
  }

  /** `parts` of this kind of token: what is tapped, its `own` between the face and the doubt, and what is kept of it. */
  #make(name) {
    const { tap, own, ...kept } = this.parts();
    const parts = {
      tap,
      halo: svg("path", { class: "token-halo" }),
      casing: svg("path", { class: "token-casing" }),
      face: svg("path", { class: "token-face" }),
      ...own,
      doubt: svg("text", { class: "token-doubt" }, "?"),
    };
    const root = svg(
      "g",
      { ...(this.onChoose ? { role: "button", tabindex: 0 } : { role: "img" }), "data-name": name },
      ...Object.values(parts),
    );
    if (this.onChoose) root.addEventListener("click", () => this.onChoose(name));
    const made = { ...parts, ...kept, root };
    this.#elements.set(name, made);
    return made;
  }
}
