// <vd-cameras>: what can look at the table: a camera plugged in, a phone, a folder of pictures.

import { html } from "../dom.js";
import { sentence, t } from "../words.js";
import { changed, get, work } from "./api.js";

/** @import { CamerasView } from "../types.js" */

class Cameras extends HTMLElement {
  /** @type {string | null} */
  #typed = null;

  connectedCallback() {
    this.#load();
  }

  async #load() {
    /** @type {CamerasView | null} */
    const told = await get("cameras");
    if (told) this.#draw(told);
  }

  /**
   * @param {object} body
   * @param {HTMLElement} wrong
   */
  async #use(body, wrong) {
    for (const line of this.querySelectorAll(".wrong")) line.textContent = "";
    const done = await work("camera", body, (why) => {
      wrong.textContent = sentence(why);
    });
    if (done) await this.#load();
    changed();
  }

  /**
   * @param {string} title
   * @param {string | null} hint
   * @param {boolean} chosen
   * @param {() => object} body
   * @param {HTMLElement[]} more
   */
  #choice(title, hint, chosen, body, more = []) {
    const wrong = html("p", { class: "hint warn wrong", role: "alert" });
    return html(
      "li",
      { class: `panel camera ${chosen ? "chosen" : ""}` },
      html(
        "div",
        { class: "stack" },
        html("strong", {}, title),
        hint ? html("span", { class: "quiet" }, hint) : null,
        ...more,
        wrong,
      ),
      chosen ? html("span", { class: "good" }, t("camera_chosen")) : null,
      html(
        "button",
        {
          type: "button",
          class: "tool",
          "aria-label": `${t("camera_use")}: ${title}`,
          onclick: () => this.#use(body(), wrong),
        },
        t("camera_use"),
      ),
    );
  }

  /** @param {CamerasView} told */
  #draw({ plugged, given, phone, pictures, stream }) {
    const url = html("input", {
      type: "url",
      maxlength: 400,
      value: this.#typed ?? stream,
      "aria-label": t("camera_address"),
      oninput: () => {
        this.#typed = url.value;
      },
    });
    this.replaceChildren(
      html(
        "ul",
        { class: "stack" },
        given
          ? this.#choice(t("camera_given", { name: given.name }), "", given.chosen, () => ({ kind: "given" }))
          : null,
        ...plugged.map((c) =>
          this.#choice(`${c.index}: ${c.name}`, c.trouble, c.chosen, () => ({ kind: "device", index: c.index })),
        ),
        plugged.length ? null : html("li", { class: "quiet" }, t("camera_none")),
        this.#choice(
          t("camera_phone"),
          t("camera_phone_hint"),
          phone.chosen,
          () => ({ kind: "phone" }),
          phone.chosen && phone.address && phone.qr
            ? [html("img", { src: phone.qr, alt: phone.address }), html("code", {}, phone.address)]
            : [],
        ),
        this.#choice(
          t("camera_stream"),
          t("camera_address_hint"),
          Boolean(stream),
          () => ({ kind: "stream", address: url.value }),
          [url],
        ),
        this.#choice(
          t("camera_pictures"),
          t("camera_pictures_hint", { folder: pictures.folder }),
          pictures.chosen,
          () => ({ kind: "pictures" }),
        ),
      ),
      html(
        "div",
        { class: "row" },
        html("button", { type: "button", class: "tool", onclick: () => this.#load() }, t("camera_look")),
      ),
    );
  }
}

customElements.define("vd-cameras", Cameras);
