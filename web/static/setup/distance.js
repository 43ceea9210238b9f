// <vd-distance>: what a tape says, held against what the camera says, and the error to expect all over the table.

import { html } from "../dom.js";
import { num, t } from "../words.js";
import { address, changed, get, post, say } from "./api.js";
import { Points } from "./points.js";

/** @import { FoundTableView, GoView, TapeCheckView } from "../types.js" */

class Distance extends HTMLElement {
  #points = new Points();
  #checked = html("ul", { class: "stack checked" });
  #drawing = html("div", {});

  connectedCallback() {
    this.#begin();
  }

  async #begin() {
    /** @type {FoundTableView | null} */
    const table = await get("table");
    /** @type {TapeCheckView | null} */
    const told = await get("check");
    if (!table || !told) return;
    const [width, height] = table.size;
    const names = [t("check_point_1"), t("check_point_2")];
    const true_ = html("input", { type: "number", min: 1, max: 2000, step: "any", required: true, name: "true" });
    const how = html(
      "select",
      { name: "how" },
      html("option", { value: "markers" }, t("check_markers")),
      html("option", { value: "tape" }, t("check_tape")),
    );
    const high = html("input", { type: "number", min: 0, max: 30, step: "any", value: 0, name: "height" });
    this.replaceChildren(
      this.#points,
      html(
        "form",
        { class: "fields", onsubmit: (event) => this.#measure(event, { how, true_, high }) },
        html("label", { class: "field" }, t("check_how"), how, html("span", { class: "hint" }, t("check_how_markers"))),
        html("label", { class: "field" }, t("check_true", { unit: told.units }), true_),
        html("label", { class: "field" }, t("check_height"), high),
        html("button", { type: "submit", class: "tool main" }, t("check_measure")),
        html("button", { type: "button", class: "tool", onclick: () => this.#skip() }, t("check_skip")),
      ),
      html("h3", {}, t("check_list")),
      this.#checked,
      html("h3", {}, t("check_map")),
      html("figure", { class: "error-map" }, this.#drawing, html("figcaption", { class: "hint" }, t("check_map_hint"))),
    );
    this.#points.show({
      size: table.size,
      names,
      closed: false,
      places: [
        [0.25 * width, 0.5 * height],
        [0.75 * width, 0.5 * height],
      ],
    });
    this.#list(told);
    this.#map();
  }

  /**
   * @param {Event} event
   * @param {{ how: HTMLSelectElement, true_: HTMLInputElement, high: HTMLInputElement }} fields
   */
  async #measure(event, { how, true_, high }) {
    event.preventDefault();
    say("");
    const [start, end] = this.#points.places;
    /** @type {TapeCheckView | null} */
    const told = await post("check/measure", {
      start,
      end,
      true: Number(true_.value),
      height_cm: Number(high.value),
      on_markers: how.value === "markers",
      between: how.selectedOptions[0].textContent,
    });
    if (!told) return;
    if (told.start && told.end) this.#points.moveTo([told.start, told.end]);
    this.#list(told);
    this.#map();
    changed();
  }

  async #skip() {
    /** @type {GoView | null} */
    const answer = await post("check/skip");
    if (answer?.href) location.assign(answer.href);
  }

  /**
   * Take a distance out, or let it set the table's scale.
   * @param {"forget" | "scale"} what
   * @param {number} index
   */
  async #change(what, index) {
    say("");
    /** @type {TapeCheckView | null} */
    const told = await post(`check/${what}`, { index });
    if (!told) return;
    this.#list(told);
    this.#map();
    changed();
  }

  /** @param {TapeCheckView} told */
  #list({ distances, units }) {
    /**
     * @param {TapeCheckView["distances"][number]} d
     * @param {number} index
     */
    const row = (d, index) =>
      html(
        "li",
        { class: d.agrees ? "bar-row good" : "bar-row warn" },
        html("strong", {}, t(d.agrees ? "check_agrees" : "check_differs")),
        html(
          "span",
          {},
          t("check_row", {
            true: num(d.true, 1),
            measured: num(d.measured, 2),
            unit: units,
            off: num(Math.abs(d.off_mm), 1),
            allowed: num(d.allowed_mm, 1),
          }),
        ),
        html(
          "button",
          { type: "button", class: d.agrees ? "tool" : "tool main", onclick: () => this.#change("scale", index) },
          t("check_scale"),
        ),
        html(
          "button",
          { type: "button", class: "tool", onclick: () => this.#change("forget", index) },
          t("check_forget"),
        ),
      );
    this.#checked.replaceChildren(
      ...(distances.length ? distances.map(row) : [html("li", { class: "quiet" }, t("check_none"))]),
    );
  }

  async #map() {
    const answer = await fetch(address("errors.svg"));
    if (!answer.ok) return;
    const drawing = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("svg");
    if (drawing) this.#drawing.replaceChildren(document.adoptNode(drawing));
  }
}

customElements.define("vd-distance", Distance);
