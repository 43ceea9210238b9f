// <vd-lens>: pictures of the board are taken, what they cover is shown, the lens is learned.

import { held, html, svg, withData } from "../dom.js";
import { num, t } from "../words.js";
import { changed, get, onLive, post, say, work } from "./api.js";

/** @import { LensView, WorkResult } from "../types.js" */

const MOST = 4; // pictures of a cell beyond which it looks no fuller

class Lens extends HTMLElement {
  #single = false;

  connectedCallback() {
    this.#load();
    document.addEventListener("live", this.#live);
  }

  disconnectedCallback() {
    document.removeEventListener("live", this.#live);
  }

  #live = onLive(({ single }) => {
    if (this.#single === Boolean(single)) return;
    this.#single = Boolean(single);
    this.querySelector(".take-all")?.toggleAttribute("hidden", !this.#single);
  });

  async #load() {
    /** @type {LensView | null} */
    const told = await get("lens");
    if (told) this.#draw(told);
  }

  async #take() {
    say("");
    /** @type {LensView | null} */
    const told = await post("lens/take");
    if (told) this.#draw(told);
  }

  async #takeAll() {
    if (!(await work("lens/take-all"))) return;
    await this.#load();
    if (withData(this, "do", "learn")) await this.#learn(); // a folder has no more to give
  }

  async #learn() {
    /** @type {WorkResult | null} */
    const learned = await work("lens/learn");
    if (learned?.rms_px === undefined) return;
    const said = t("lens_learned", { views: learned.views, px: num(learned.rms_px, 3) });
    say(learned.fisheye ? `${said} ${t("lens_fisheye")}` : said, "good");
    changed();
  }

  async #forget() {
    /** @type {LensView | null} */
    const told = await post("lens/forget");
    if (told) this.#draw(told);
  }

  /** @param {LensView} told */
  #draw({ used, wanted, enough, coverage, cells }) {
    const focused = held(this)?.dataset.do;
    const words = t("lens_used", { used, wanted, percent: Math.round(100 * coverage) });
    /**
     * @param {string} name
     * @param {string} title
     * @param {() => void} act
     * @param {{ class?: string, disabled?: boolean, hidden?: boolean }} more
     */
    const button = (name, title, act, more = {}) =>
      html("button", { type: "button", class: "tool", "data-do": name, onclick: act, ...more }, title);
    this.replaceChildren(
      html(
        "figure",
        { class: "coverage" },
        svg(
          "svg",
          {
            viewBox: `0 0 ${10 * cells[0].length} ${10 * cells.length}`,
            role: "img",
            "aria-label": `${t("lens_coverage")}: ${words}`,
          },
          ...cells.flatMap((row, y) =>
            row.map((count, x) =>
              svg("rect", {
                class: `cell cell-${Math.min(count, MOST)}`,
                x: 10 * x + 0.5,
                y: 10 * y + 0.5,
                width: 9,
                height: 9,
                rx: 1,
              }),
            ),
          ),
        ),
        html("figcaption", {}, words),
      ),
      html("meter", { min: 0, max: wanted, value: used, "aria-label": words }),
      html(
        "div",
        { class: "row" },
        button("take", t("lens_take"), () => this.#take(), { class: `tool ${enough ? "" : "main"}` }),
        button("all", t("lens_take_all"), () => this.#takeAll(), { class: "tool take-all", hidden: !this.#single }),
        button("learn", t("lens_learn"), () => this.#learn(), {
          class: `tool ${enough ? "main" : ""}`,
          disabled: !enough,
        }),
        used ? button("forget", t("lens_forget"), () => this.#forget()) : null,
      ),
    );
    withData(this, "do", focused)?.focus();
  }
}

customElements.define("vd-lens", Lens);
