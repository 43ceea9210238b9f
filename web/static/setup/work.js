// <vd-work>: how far long work is.

import { html } from "../dom.js";
import { t } from "../words.js";

/** @import { WorkView } from "../types.js" */

export class Work extends HTMLElement {
  /** @param {WorkView | null} now */
  show(now) {
    this.hidden = !now?.running;
    if (!now?.running) return this.replaceChildren();
    const text = now.of ? t("working_of", { done: now.done, of: now.of }) : t("working");
    this.replaceChildren(
      html("label", {}, html("span", {}, text), html("progress", now.of ? { max: now.of, value: now.done } : {})),
    );
  }
}

customElements.define("vd-work", Work);
