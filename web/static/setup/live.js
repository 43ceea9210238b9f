// <vd-live>: the newest picture; with `closely` also what it is good for, with the markers drawn in it;
// where markers are chosen in it, only what is wrong is said.

import { html, present, set, svg } from "../dom.js";
import { sentence, t } from "../words.js";
import { address, onLive, post } from "./api.js";

/** @import { AnyLiveView, Child, Point } from "../types.js" */

export class Live extends HTMLElement {
  /** @type {number | null} */
  #frame = null;
  /** Whether somebody else shows the picture, with what belongs to it drawn over it. */
  #guided = false;
  #image = html("img", { alt: t("live"), hidden: true });
  #marks = svg("svg", { class: "live-marks", "aria-hidden": "true" });
  #picture = html("div", { class: "live-picture" }, this.#image, this.#marks);
  #pages = html(
    "div",
    { class: "row pages", hidden: true },
    html("button", { type: "button", class: "tool", onclick: () => post("turn", { pages: -1 }) }, t("page_before")),
    html("button", { type: "button", class: "tool", onclick: () => post("turn", { pages: 1 }) }, t("page_next")),
  );
  #caption = html("figcaption", {});

  connectedCallback() {
    this.append(html("figure", { class: "live" }, this.#picture, this.#pages, this.#caption));
    document.addEventListener("live", this.#draw);
  }

  disconnectedCallback() {
    document.removeEventListener("live", this.#draw);
  }

  #draw = onLive((live) => {
    const image = this.#image;
    const there = live.frame !== null;
    image.hidden = !there;
    this.#picture.hidden = !there;
    // Before its first picture a camera says in words why there is none.
    if (!this.#guided) this.#show(live.frame);
    this.#pages.hidden = !live.single;
    this.#mark(live);
    this.#tell(live);
  });

  /** @param {number | null} frame */
  #show(frame) {
    if (frame !== null && (frame !== this.#frame || !this.#image.src)) this.#image.src = address(`live.jpg?${frame}`);
    this.#frame = frame;
  }

  /**
   * Draw over the picture, which has that size; with `frame` that one is shown, until the next call.
   * @param {Point} size
   * @param {Child[]} drawn
   * @param {number} [frame]
   */
  over([width, height], drawn, frame) {
    this.#guided = frame !== undefined;
    if (frame !== undefined) this.#show(frame);
    set(this.#marks, { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none" });
    this.#marks.replaceChildren(...present(drawn));
  }

  /** @param {AnyLiveView} live */
  #mark(live) {
    if (!("size" in live)) return;
    this.over(
      live.size,
      live.markers.map(({ id, frame, corners }) =>
        svg("polygon", {
          class: frame ? "mark frame" : "mark",
          points: corners.map((c) => c.join(",")).join(" "),
          "data-id": id,
        }),
      ),
    );
  }

  /** @param {AnyLiveView} live */
  #tell(live) {
    /** @type {[kind: string, text: string][]} */
    const lines = [];
    for (const text of [live.status.advice, live.reason]) if (text) lines.push(["warn", sentence(text)]);
    for (const text of live.camera_warnings ?? []) lines.push(["warn", text]);
    for (const { text } of live.warnings) lines.push(["warn", text]);
    if ("size" in live && !this.closest("vd-who")) {
      const facts = [`${live.size[0]} × ${live.size[1]} px`];
      if (live.frame_of) facts.push(t("live_frame", { seen: live.frame_seen, expected: live.frame_of }));
      if (live.frame_seen && live.missing.length) facts.push(t("live_missing", { ids: live.missing.join(", ") }));
      facts.push(t("live_markers", { count: live.markers.length }));
      lines.push(["", facts.join(" · ")]);
      if (live.blur_px === null) lines.push(["", t("live_unknown")]);
      else if (!live.warnings.length) lines.push(["good", t("live_good")]);
    }
    const caption = this.#caption;
    const state = JSON.stringify(lines);
    if (caption.dataset.state === state) return;
    caption.dataset.state = state;
    caption.replaceChildren(...lines.map(([kind, text]) => html("p", { class: `line ${kind}` }, text)));
  }
}

customElements.define("vd-live", Live);
