// Tokens on a board, soldiers or counters: one each, in the order they lie over each other.

import { inOrder, set, svg } from "../dom.js";

/** @import { Drawn } from "../plan/stands.js" */
/** @import { Point, StandView } from "../types.js" */

const LEAST_TAP_PX = 24;

/** @typedef {{ halo: SVGPathElement, casing: SVGPathElement, face: SVGPathElement, doubt: SVGTextElement }} Common */
/** @typedef {Map<string, { at: Point, number: string }>} Places */

/**
 * Draws on a board what StandLayer draws elsewhere; `Own` is what a token of one kind has of its own.
 * @template {{ tap: SVGElement, drawn: SVGElement[] }} Own
 */
export class TokenLayer {
  /** @type {Map<string, { root: SVGGElement, common: Common, own: Own }>} */
  #elements = new Map();
  #layer;
  onChoose;

  /**
   * @param {SVGElement} layer
   * @param {((name: string) => void) | null} onChoose
   */
  constructor(layer, onChoose) {
    this.#layer = layer;
    this.onChoose = onChoose;
    layer.replaceChildren();
  }

  /** @param {string} name */
  element(name) {
    return this.#elements.get(name)?.root ?? null;
  }

  /**
   * @param {StandView[]} stands
   * @param {Drawn} given
   */
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
    /** @type {Places} */
    const places = new Map(given.view.board?.cells.map(([id, x, y, , number]) => [id, { at: [x, y], number }]));
    const wanted = shown.map((stand) => {
      const token = this.#elements.get(stand.name) ?? this.#make(stand.name);
      set(token.root, this.update(token.common, token.own, stand, given, places));
      return token.root;
    });
    inOrder(this.#layer, wanted);
    this.resize(given.cmPerPx);
  }

  get owns() {
    return [...this.#elements.values()].map(({ own }) => own);
  }

  /** @param {number} cmPerPx */
  resize(cmPerPx) {
    for (const { own } of this.#elements.values()) this.resizeTap(own, (LEAST_TAP_PX / 2) * cmPerPx);
  }

  /**
   * Who is drawn, in the order they lie over each other.
   * @returns {StandView[]}
   * @param {StandView[]} stands
   * @param {Drawn} _given
   */
  shown(stands, _given) {
    return stands;
  }

  /**
   * What a token of this kind has: what is tapped, and what is drawn between the face and the doubt.
   * @returns {Own}
   */
  parts() {
    throw new Error("A kind of token makes its own parts.");
  }

  /**
   * @returns {Record<string, string | number | boolean | null>}
   * @param {Common} _common
   * @param {Own} _own
   * @param {StandView} _stand
   * @param {Drawn} _given
   * @param {Places} _places
   */
  update(_common, _own, _stand, _given, _places) {
    return {};
  }

  /**
   * @param {Own} _own
   * @param {number} _least
   */
  resizeTap(_own, _least) {}

  /** @param {string} name */
  #make(name) {
    const own = this.parts();
    const common = {
      halo: svg("path", { class: "token-halo" }),
      casing: svg("path", { class: "token-casing" }),
      face: svg("path", { class: "token-face" }),
      doubt: svg("text", { class: "token-doubt" }, "?"),
    };
    const { onChoose } = this;
    const root = svg(
      "g",
      { ...(onChoose ? { role: "button", tabindex: 0 } : { role: "img" }), "data-name": name },
      own.tap,
      common.halo,
      common.casing,
      common.face,
      ...own.drawn,
      common.doubt,
    );
    if (onChoose) root.addEventListener("click", () => onChoose(name));
    const made = { root, common, own };
    this.#elements.set(name, made);
    return made;
  }
}
