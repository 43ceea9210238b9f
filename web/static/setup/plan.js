// <vd-camera-plan>: a camera planned before it is bought; what is typed is answered at once.

import { html, one } from "../dom.js";
import { number, put, sayBeside } from "../fields.js";
import { capital } from "../words.js";
import { post, say } from "./api.js";

/** @import { CameraPlanView } from "../types.js" */

const PAUSE_MS = 250; // after the last key
const CM_PER_INCH = 2.54;

class CameraPlan extends HTMLElement {
  #asked = 0;
  /** @type {HTMLInputElement | HTMLSelectElement | null} */
  #typedLast = null;
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
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) return;
    if (this.#typedLast) sayBeside(this.#typedLast, "");
    this.#typedLast = field;
    const { name } = field;
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
    for (const [name, value] of Object.entries(known)) put(this.#field(name), value ?? "");
  }

  #convert() {
    const units = this.#field("units").value;
    const times = units === this.#units ? 1 : units === "in" ? 1 / CM_PER_INCH : CM_PER_INCH;
    this.#units = units;
    const converted = (/** @type {number} */ length) => Math.round(length * times * 10) / 10;
    for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (this.querySelectorAll("[data-length]"))) {
      Object.assign(field, { min: converted(Number(field.min)), max: converted(Number(field.max)) });
      if (!Number.isNaN(number(field))) put(field, converted(number(field)));
    }
  }

  async #ask() {
    if (!this.#form.checkValidity()) return this.#show(false); // what is wrong is said beside the field
    const asked = this.#asked;
    /** @param {string} name */
    const said = (name) => number(this.#field(name));
    const tell = (/** @type {string} */ why) =>
      this.#typedLast ? sayBeside(this.#typedLast, capital(why)) : say(why, "error");
    /** @type {CameraPlanView | null} */
    const plan = await post(
      "/api/setup/plan",
      {
        width: said("width"),
        depth: said("depth"),
        angle: said("angle"),
        diagonal: this.#field("of").value === "diagonal",
        wide: said("wide"),
        high: said("high"),
        top: said("top"),
        ceiling: this.#field("ceiling").value ? said("ceiling") : null,
        units: this.#units,
      },
      tell,
    );
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
