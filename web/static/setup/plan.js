// <vd-camera-plan>: a camera planned before it is bought; what is typed is answered at once.

import { html, one } from "../dom.js";
import "./fields.js";
import { post, say } from "./api.js";

/** @import { CameraPlanView } from "../types.js" */

const PAUSE_MS = 250; // after the last key
const CM_PER_INCH = 2.54;

class CameraPlan extends HTMLElement {
  #asked = 0;
  #units = "cm";

  connectedCallback() {
    this.#choose();
    this.#form.addEventListener("submit", (event) => event.preventDefault());
    this.#form.addEventListener("input", (event) => this.#typed(event.target));
    this.#ask();
  }

  get #form() {
    return one(this, "form", HTMLFormElement);
  }

  /** @param {string} name */
  #field(name) {
    const field = this.#form.elements.namedItem(name);
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) return field;
    throw new Error(`no field ${name}`);
  }

  /** @param {EventTarget | null} field */
  #typed(field) {
    const name = field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field.name : "";
    if (name === "camera") this.#choose();
    if (["angle", "of", "wide", "high"].includes(name)) this.#field("camera").value = "";
    if (name === "units") this.#convert();
    const asked = ++this.#asked;
    setTimeout(() => asked === this.#asked && this.#ask(), PAUSE_MS);
  }

  /** Take over what the camera that was chosen is known to be. */
  #choose() {
    const camera = this.#field("camera");
    const known = camera instanceof HTMLSelectElement ? camera.selectedOptions[0].dataset : {};
    for (const [name, value] of Object.entries(known)) this.#field(name).value = value ?? "";
  }

  #convert() {
    const units = this.#field("units").value;
    const times = units === this.#units ? 1 : units === "in" ? 1 / CM_PER_INCH : CM_PER_INCH;
    this.#units = units;
    for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (this.querySelectorAll("[data-length]"))) {
      if (field.value) field.value = String(Math.round(Number(field.value) * times * 10) / 10);
    }
  }

  async #ask() {
    if (!this.#form.checkValidity()) return this.#show(false); // what is wrong is said beside the field
    const asked = this.#asked;
    /** @param {string} name */
    const number = (name) => Number(this.#field(name).value);
    /** @type {CameraPlanView | null} */
    const plan = await post("/api/setup/plan", {
      width: number("width"),
      depth: number("depth"),
      angle: number("angle"),
      diagonal: this.#field("of").value === "diagonal",
      wide: number("wide"),
      high: number("high"),
      top: number("top"),
      ceiling: this.#field("ceiling").value ? number("ceiling") : null,
      units: this.#units,
    });
    if (asked !== this.#asked) return; // something else was typed meanwhile
    this.#show(plan !== null);
    if (!plan) return;
    say("");
    this.#draw(plan);
  }

  /**
   * Show the plan, or hide it: it is not of what is typed now.
   * @param {boolean} shown
   */
  #show(shown) {
    const parts = document.querySelectorAll("[data-part], vd-camera-plan > div:not(:has(#said)), #plan-cameras");
    for (const part of parts) part.toggleAttribute("hidden", !shown);
  }

  /** @param {CameraPlanView} plan */
  #draw(plan) {
    const drawing = new DOMParser().parseFromString(plan.drawing, "text/html").querySelector("svg");
    if (drawing) this.#part("drawing").replaceChildren(document.adoptNode(drawing));
    this.#part("head").textContent = plan.head;
    const { room, lines, buy } = plan;
    for (const [name, said] of Object.entries({ room, lines, buy }))
      this.#part(name).replaceChildren(...said.map((line) => html("li", {}, line)));
    this.#part("markers").replaceChildren(
      ...plan.markers.map(({ said, enough }) => html("li", { class: enough === "good" ? "good" : "warn" }, said)),
    );
    this.#part("keep").setAttribute("href", `data:image/svg+xml,${encodeURIComponent(plan.drawing)}`);
    one(document, "#plan-cameras", HTMLElement).replaceChildren(
      ...plan.cameras.map(({ name, wide_px, high_px, said, source }) =>
        html(
          "li",
          { class: "panel" },
          html("strong", {}, name),
          html("div", {}, `${wide_px} x ${high_px} px, ${said}`),
          html("div", { class: "hint" }, source),
        ),
      ),
    );
  }

  /** @param {string} name */
  #part(name) {
    return one(this, `[data-part="${name}"]`, HTMLElement);
  }
}

customElements.define("vd-camera-plan", CameraPlan);
