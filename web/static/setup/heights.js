// <vd-heights>: pictures from several places are taken, heights measured and shown, the hills found taken over.

import { held, html, one, withData } from "../dom.js";
import { area } from "../terrain/geometry.js";
import { num, t } from "../words.js";
import { address, changed, get, here, onLive, post, put, say, work } from "./api.js";
import { choosePictures, sendFiles } from "./upload.js";

/** @import { GoView, HeightsView, MeasuredHeightsView, ProposedPieceView } from "../types.js" */
/** @import { TerrainView, UploadedView } from "../types.js" */

const USUAL_KINDS = ["hill", "mountain"];

class Heights extends HTMLElement {
  #single = false;
  #sending = false;
  /** @type {string[]} Why the pictures that were chosen last are not all taken. */
  #refused = [];

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
    withData(this, "do", "all")?.toggleAttribute("hidden", !this.#single);
  });

  async #load() {
    /** @type {HeightsView | null} */
    const told = await get("heights");
    if (!told) return;
    this.#pictures(told);
    /** @type {TerrainView | null} */
    const terrain = told.measured && (await get("/api/terrain", false));
    const found = told.measured ? this.#found(told.measured, terrain) : [];
    one(this, "section", HTMLElement).replaceChildren(...found);
  }

  /** @param {string} path */
  async #send(path) {
    say("");
    this.#refused = [];
    /** @type {HeightsView | null} */
    const told = await post(path);
    if (told) this.#pictures(told);
  }

  /** @param {string} path */
  async #work(path) {
    if (!(await work(path))) return;
    await this.#load();
    changed();
  }

  async #choose() {
    const files = await choosePictures();
    if (this.#sending) return;
    this.#sending = true;
    this.#refused = await sendFiles("heights/upload", files, (/** @type {UploadedView} */ { heights }) => {
      if (heights) this.#pictures(heights);
    });
    this.#sending = false;
    await this.#load();
  }

  async #skip() {
    /** @type {GoView | null} */
    const answer = await post("heights/skip");
    if (answer) location.assign(answer.href);
  }

  /** @param {HeightsView} told */
  #pictures({ pictures, wanted, enough, measured }) {
    const focused = held(this)?.dataset.do;
    const words = t("heights_taken", { count: pictures, wanted });
    /**
     * @param {string} name
     * @param {string} title
     * @param {() => void} act
     * @param {{ class?: string, disabled?: boolean, hidden?: boolean }} more
     */
    const button = (name, title, act, more = {}) =>
      html("button", { type: "button", class: "tool", "data-do": name, onclick: act, ...more }, title);
    const main = "tool main";
    one(this, ".two > .stack", HTMLElement).replaceChildren(
      html("p", { role: "status" }, words),
      html("meter", { min: 0, max: wanted, value: pictures, "aria-label": words }),
      html(
        "div",
        { class: "row" },
        button("take", t("heights_take"), () => this.#send("heights/take"), {
          class: pictures && !enough ? main : "tool",
        }),
        button("all", t("lens_take_all"), () => this.#work("heights/take-all"), { hidden: !this.#single }),
        button("choose", t("heights_choose"), () => this.#choose()),
        button("measure", t("heights_measure"), () => this.#work("heights/measure"), {
          class: enough && !measured ? main : "tool",
          disabled: !enough,
        }),
        pictures ? button("forget", t("lens_forget"), () => this.#send("heights/forget")) : null,
        measured ? null : button("skip", t("check_skip"), () => this.#skip(), { class: pictures ? "tool" : main }),
      ),
      this.#refused.length
        ? html(
            "div",
            { role: "alert" },
            t("upload_refused"),
            html("ul", {}, ...this.#refused.map((why) => html("li", {}, why))),
          )
        : "",
      html("p", { class: "hint" }, t("heights_back")),
    );
    withData(this, "do", focused)?.focus();
  }

  /**
   * @param {MeasuredHeightsView} measured
   * @param {TerrainView | null} terrain
   */
  #found({ told, even_mm, pictures, pieces }, terrain) {
    const fresh = pieces.filter(({ there }) => !there);
    const kinds = terrain?.kinds ?? [];
    const usual = USUAL_KINDS.find((known) => kinds.some((it) => it.kind === known));
    const kind = html(
      "select",
      {},
      ...kinds.map((it) => html("option", { value: it.kind, selected: it.kind === usual }, it.word)),
    );
    return [
      html("h3", {}, t("heights_found")),
      html("p", {}, t("heights_told", { count: pictures, percent: Math.round(100 * told), even: num(even_mm, 1) })),
      html(
        "figure",
        { class: "error-map" },
        html("img", { src: address(`heights/map.png?${Date.now()}`), alt: t("heights_map") }),
        html("figcaption", { class: "hint" }, t("heights_map_hint")),
      ),
      pieces.length
        ? html("ul", { class: "lined" }, ...pieces.map((piece) => this.#row(piece)))
        : html("p", {}, t("heights_none")),
      terrain && fresh.length
        ? html(
            "div",
            { class: "row" },
            html("label", { class: "field" }, t("heights_kind"), kind),
            html(
              "button",
              { type: "button", class: "tool main", "data-first": "", onclick: () => this.#use(fresh, kind.value) },
              t("heights_use", { count: fresh.length }),
            ),
            html("p", { class: "hint" }, t("heights_use_hint")),
          )
        : "",
    ];
  }

  /** @param {ProposedPieceView} piece */
  #row({ polygon, height_cm, plus_minus_cm, top, told, there }) {
    const [x, y] = [0, 1].map((axis) => polygon.reduce((sum, at) => sum + at[axis], 0) / polygon.length);
    const words = t(`heights_${top && top !== "none" ? top : "narrow"}`, {
      x: num(x, 0),
      y: num(y, 0),
      area: num(area(polygon), 0),
      percent: Math.round(100 * told),
    });
    return html(
      "li",
      {},
      html("strong", {}, `${num(height_cm, 2)} ± ${num(plus_minus_cm, 2)} cm`),
      html("span", {}, there ? `${words} ${t("heights_there", { name: there })}` : words),
    );
  }

  /**
   * Lay them beside what lies there already; what they are is said in the editor.
   * @param {ProposedPieceView[]} fresh
   * @param {string} kind
   */
  async #use(fresh, kind) {
    say("");
    /** @type {TerrainView | null} */
    const laid = await get("/api/terrain");
    if (!laid) return;
    const taken = new Set(laid.pieces.map(({ name }) => name));
    let number = 0;
    const added = fresh.map(({ polygon, height_cm, height_sigma_cm, top, crest }) => {
      do number += 1;
      while (taken.has(`${kind}-${number}`));
      return { name: `${kind}-${number}`, kind, polygon, height_cm, height_sigma_cm, top, crest };
    });
    if (await put("/api/terrain", { pieces: [...laid.pieces, ...added], version: laid.version }))
      location.assign(`/setup/${here.id}/terrain`);
  }
}

customElements.define("vd-heights", Heights);
