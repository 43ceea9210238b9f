// <vd-distance>: what a tape says, held against what the camera says, and the error to expect all over the table.

import { html } from "../dom.js";
import { num, t } from "../words.js";
import { changed, get, post, say, address } from "./api.js";

class Distance extends HTMLElement {
  connectedCallback() {
    this.#begin();
  }

  async #begin() {
    const [table, told] = [await get("table"), await get("check")];
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
      html("vd-points", {}),
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
      html("ul", { class: "stack checked" }),
      html("h3", {}, t("check_map")),
      html(
        "figure",
        { class: "error-map" },
        html("div", {}),
        html("figcaption", { class: "hint" }, t("check_map_hint")),
      ),
    );
    this.querySelector("vd-points").show({
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

  async #measure(event, { how, true_, high }) {
    event.preventDefault();
    say("");
    const [start, end] = this.querySelector("vd-points").places;
    const told = await post("check/measure", {
      start,
      end,
      true: Number(true_.value),
      height_cm: Number(high.value),
      on_markers: how.value === "markers",
      between: how.selectedOptions[0].textContent,
    });
    if (!told) return;
    const points = this.querySelector("vd-points");
    points.moveTo([told.start, told.end]);
    this.#list(told);
    this.#map();
    changed();
  }

  async #skip() {
    const answer = await post("check/skip");
    if (answer?.href) location.assign(answer.href);
  }

  async #forget(index) {
    const told = await post("check/forget", { index });
    if (!told) return;
    this.#list(told);
    this.#map();
    changed();
  }

  #list({ distances, units }) {
    const row = (d, index) =>
      html(
        "li",
        { class: d.agrees ? "row good" : "row warn" },
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
        html("button", { type: "button", class: "tool", onclick: () => this.#forget(index) }, t("check_forget")),
      );
    this.querySelector(".checked").replaceChildren(
      ...(distances.length ? distances.map(row) : [html("li", { class: "quiet" }, t("check_none"))]),
    );
  }

  async #map() {
    const answer = await fetch(address("errors.svg"));
    if (!answer.ok) return;
    const drawing = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("svg");
    this.querySelector(".error-map div").replaceChildren(document.adoptNode(drawing));
  }
}

customElements.define("vd-distance", Distance);
