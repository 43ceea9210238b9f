// <vd-last>: the ruling on the card; while there is none, the last that happened.

import { html } from "../dom.js";
import { t } from "../words.js";
import { verdictOf } from "./verdict.js";

const SIZES = [1, 0.9, 0.8, 0.7, 0.6];

class Last extends HTMLElement {
  #shown = "";

  set desk(desk) {
    desk.addEventListener("change", () => this.#draw(desk.view));
    new ResizeObserver(() => this.#fit()).observe(this.parentElement);
  }

  /** What is too long for the screen is said smaller, so that nothing is cut off. */
  #fit() {
    for (const size of SIZES) {
      this.style.setProperty("--said", `${size}em`);
      if (this.scrollHeight <= this.parentElement.clientHeight) return;
    }
  }

  #draw(view) {
    if (!view) return;
    const ruling = view.ruling ?? view.last;
    const state = JSON.stringify([ruling, Boolean(view.ruling)]);
    if (state === this.#shown) return;
    this.#shown = state;
    this.dataset.verdict = ruling?.verdict ?? "";
    this.replaceChildren(...(ruling
      ? [...(view.ruling ? [] : [html("p", { class: "last-of" }, t("last_ruling"))]), ...verdictOf(ruling)]
      : [html("p", { class: "told last-none" }, t("no_ruling_yet"))]));
    this.#fit();
  }
}

customElements.define("vd-last", Last);
