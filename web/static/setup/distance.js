// <vd-distance>: what a tape says, held against what the camera says, and the error to expect all over the table.

import { html } from "../dom.js";
import { number, put } from "../fields.js";
import { num, t } from "../words.js";
import { address, changed, get, post, say } from "./api.js";
import { Points } from "./points.js";

/** @import { FoundTableView, GoView, TapeCheckView } from "../types.js" */

class Distance extends HTMLElement {
  /** What is typed, and the button that compares it. */
  #true = html("input", { inputmode: "decimal", max: 2000, required: true, name: "true" });
  #compare = html("button", { type: "submit", class: "tool main" }, t("check_measure"));
  /** Whether the last distance's ends are still where the points are. */
  #pointed = false;
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
    this.#true.min = told.units === "in" ? "2" : "5"; // what the server takes: a short way tells little
    const [width, height] = table.size;
    const names = [t("check_point_1"), t("check_point_2")];
    const how = html(
      "select",
      { name: "how" },
      html("option", { value: "markers" }, t("check_markers")),
      html("option", { value: "tape" }, t("check_tape")),
    );
    const jumps = html("span", { class: "hint" }, t("check_how_markers"));
    how.addEventListener("change", () => jumps.toggleAttribute("hidden", how.value !== "markers"));
    const high = html("input", { inputmode: "decimal", min: 0, max: 30, required: true, value: 0, name: "height" });
    this.replaceChildren(
      this.#points,
      html(
        "form",
        { class: "fields", onsubmit: (event) => this.#measure(event, { how, high }) },
        html("label", { class: "field" }, t("check_how"), how, jumps),
        html("label", { class: "field" }, t("check_true", { unit: told.units }), this.#true),
        html("label", { class: "field" }, t("check_height"), high),
        this.#compare,
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
   * @param {{ how: HTMLSelectElement, high: HTMLInputElement }} fields
   */
  async #measure(event, { how, high }) {
    event.preventDefault();
    say("");
    const [start, end] = this.#points.places;
    /** @type {TapeCheckView | null} */
    const told = await post("check/measure", {
      start,
      end,
      true: number(this.#true),
      height_cm: number(high),
      on_markers: how.value === "markers",
      between: how.selectedOptions[0].textContent,
    });
    if (!told) return;
    if (told.start && told.end) this.#points.moveTo([told.start, told.end]);
    this.#pointed = true;
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
    this.#pointed = false;
    this.#list(told);
    this.#map();
    changed();
  }

  /**
   * Compare again with the number that was meant; the points are where they were.
   * @param {number} index
   * @param {number} meant
   */
  async #correct(index, meant) {
    await this.#change("forget", index);
    put(this.#true, meant);
    this.#compare.click();
  }

  /**
   * What to do about a distance that differs: the number that was meant, or where to look.
   * @param {TapeCheckView["distances"][number]} checked
   * @param {number} index
   * @param {string} unit
   * @param {boolean} newest
   */
  #advice({ agrees, meant, scales }, index, unit, newest) {
    if (agrees) return [];
    const said = meant && num(meant, Number.isInteger(meant) ? 0 : 1);
    if (!said) return [html("p", { class: "hint" }, t(scales ? "check_look" : "check_far"))];
    const yes = { type: "button", class: "tool main", "data-do": "meant", onclick: () => this.#correct(index, meant) };
    return [
      html("p", { class: "hint" }, t("check_meant", { meant: said, unit })),
      newest && this.#pointed ? html("button", yes, t("check_meant_yes", { meant: said, unit })) : null,
    ];
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
        ...this.#advice(d, index, units, index === distances.length - 1),
        d.scales
          ? html(
              "button",
              { type: "button", class: "tool", onclick: () => this.#change("scale", index) },
              t("check_scale"),
            )
          : null,
        html(
          "button",
          { type: "button", class: "tool", onclick: () => this.#change("forget", index) },
          t("check_forget"),
        ),
      );
    this.#checked.replaceChildren(
      ...(distances.length ? distances.map(row) : [html("li", { class: "quiet" }, t("check_none"))]),
    );
    this.#compare.classList.toggle("main", !this.#checked.querySelector("[data-do=meant]")); // one blue button a screen
  }

  async #map() {
    const answer = await fetch(address("errors.svg"));
    if (!answer.ok) return;
    const drawing = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("svg");
    if (drawing) this.#drawing.replaceChildren(document.adoptNode(drawing));
  }
}

customElements.define("vd-distance", Distance);
