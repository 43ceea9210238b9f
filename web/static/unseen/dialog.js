// <vd-unseen at="ADDRESS">: a dialog that asks for one close look at the newest picture, and shows why each marker is
// not seen. A button with the data "unseen" opens it.

import { html, nearest, one } from "../dom.js";
import { capital, t } from "../words.js";
import { look, misses } from "./look.js";

/** @import { Session } from "../session.js" */
/** @import { UnseenMarkerView, UnseenView } from "../types.js" */

const SPOT_PX = 120;

class Unseen extends HTMLElement {
  #at = this.getAttribute("at") ?? "";
  #button = html("button", { type: "button", class: "tool", onclick: () => this.#look() }, t("unseen_look"));
  #said = html("p", { role: "status" });
  #list = html("dl", {});

  connectedCallback() {
    this.append(
      html(
        "dialog",
        { class: "keys", "aria-labelledby": "unseen-title" },
        html("h2", { class: "panel-title", id: "unseen-title" }, t("unseen_title")),
        html("p", { class: "hint" }, t("unseen_how")),
        this.#said,
        this.#list,
        html(
          "form",
          { class: "row", method: "dialog" },
          this.#button,
          html("button", { class: "tool", value: "close" }, t("close")),
        ),
      ),
    );
    document.addEventListener("click", this.#open);
  }

  disconnectedCallback() {
    document.removeEventListener("click", this.#open);
  }

  /** @param {Event} event */
  #open = (event) => {
    if (!nearest(event, "[data-unseen]")) return;
    one(this, "dialog", HTMLDialogElement).showModal();
    this.#look();
  };

  async #look() {
    if (this.#button.disabled) return;
    this.#button.disabled = true;
    this.#said.textContent = t("unseen_looking");
    const told = await look(this.#at);
    this.#button.disabled = false;
    if ("markers" in told && !told.error) this.#show(told);
    else this.#said.textContent = told.error;
  }

  /** @param {UnseenView} told */
  #show({ look: number, markers, found }) {
    this.#said.textContent = found ?? (markers.length ? "" : t("unseen_all"));
    this.#list.replaceChildren(
      ...markers.map((marker) =>
        html(
          "div",
          {},
          html("dt", {}, ...this.#pictured(number, marker)),
          html("dd", {}, html("strong", {}, marker.name), html("p", {}, `${capital(marker.why)}.`)),
        ),
      ),
    );
  }

  /**
   * The part of the picture that a marker is in, and what its outline in it means.
   * @param {number} number
   * @param {UnseenMarkerView} marker
   */
  #pictured(number, { name, spot, there }) {
    if (spot === null) return [];
    const src = `/api/${this.#at}/spot.jpg?look=${number}&spot=${spot}`;
    const words = t(there ? "unseen_there" : "unseen_place");
    return [html("img", { src, width: SPOT_PX, height: SPOT_PX, alt: name }), html("p", { class: "hint" }, words)];
  }
}

/**
 * A row with the button that opens it, where anything is not seen.
 * @param {Session} session
 */
export const unseenButton = (session) =>
  misses(session) &&
  html(
    "div",
    { class: "row placing-tools" },
    html("button", { type: "button", class: "tool", "data-act": "unseen", "data-unseen": true }, t("unseen_title")),
  );

customElements.define("vd-unseen", Unseen);
