// <vd-table-finder>: the table found by its cards, or its corners laid by hand.

import { html } from "../dom.js";
import { num, t } from "../words.js";
import { address, changed, get, post, say, work } from "./api.js";

class TableFinder extends HTMLElement {
  #byHand = false;
  #told = null;

  connectedCallback() {
    this.append(
      html("vd-points", {}),
      html("p", { class: "line found", role: "status" }),
      html("p", { class: "line map", role: "status", hidden: true }),
      html("p", { class: "hint hand-lead", hidden: true }, t("table_hand_lead")),
      html(
        "div",
        { class: "row" },
        html(
          "button",
          { type: "button", class: "tool main", "data-do": "find", onclick: () => this.#find() },
          t("table_find"),
        ),
        html(
          "button",
          { type: "button", class: "tool", "data-do": "hand", onclick: () => this.#hand() },
          t("table_hand"),
        ),
        html(
          "button",
          { type: "button", class: "tool", "data-do": "map", hidden: true, onclick: () => this.#map() },
          t("table_map"),
        ),
        html(
          "button",
          { type: "button", class: "tool", "data-do": "page", hidden: true, onclick: () => this.#turn() },
          t("page_next"),
        ),
      ),
      html(
        "figure",
        { class: "map-found", hidden: true },
        html("img", { alt: "" }),
        html("figcaption", { class: "hint" }, t("table_map_picture")),
      ),
    );
    document.addEventListener("live", this.#live);
    this.#load();
  }

  disconnectedCallback() {
    document.removeEventListener("live", this.#live);
  }

  #live = ({ detail }) => {
    this.querySelector('[data-do="page"]').hidden = !detail.single;
    if (detail.frame === this.frame) return;
    this.frame = detail.frame;
    // The first picture may come only after the page.
    if (this.#told) this.querySelector("vd-points").refresh();
    else this.#load(false);
  };

  async #turn() {
    await post("turn", { pages: 1 });
    changed();
  }

  async #load(aloud = true) {
    const told = await get("table", aloud);
    if (told) this.#show(told);
  }

  async #find() {
    say("");
    const told = await post("table/find");
    if (!told) return;
    this.#byHand = false;
    this.#show(told);
    changed();
  }

  /** Look for the printed map's lines in the picture: the hexes drawn follow it from then on. */
  async #map() {
    const button = this.querySelector('[data-do="map"]');
    button.disabled = true;
    const done = await work("table/map");
    button.disabled = false;
    if (!done) return;
    const told = await get("table");
    if (told) this.#show({ ...told, map_said: done.map_said });
    changed();
  }

  async #hand() {
    if (!this.#byHand) {
      this.#byHand = true;
      return this.#show(this.#told);
    }
    say("");
    const told = await post("table/lay", { corners: this.querySelector("vd-points").places });
    if (!told) return;
    this.#byHand = false;
    this.#show(told);
    changed();
  }

  #show(told) {
    this.#told = told;
    const points = this.querySelector("vd-points");
    const names = [1, 2, 3, 4].map((k) => t(`table_corner_${k}`));
    points.locked = !this.#byHand;
    points.show({ size: told.size, places: told.corners, names, closed: true, lines: this.#byHand ? [] : told.grid });
    points.classList.toggle("idle", !told.found && !this.#byHand);
    points.classList.toggle("by-hand", this.#byHand);
    const lead = this.querySelector(".hand-lead");
    lead.hidden = !this.#byHand;
    lead.textContent = t(told.hexes ? "table_hand_hexes" : told.board ? "table_hand_board" : "table_hand_lead");
    const hand = this.querySelector('[data-do="hand"]');
    hand.textContent = t(this.#byHand ? "table_hand_do" : "table_hand");
    hand.classList.toggle("main", this.#byHand);
    this.querySelector('[data-do="find"]').classList.toggle("main", !this.#byHand && !told.found);
    const found = this.querySelector(".found");
    const lines = [];
    if (told.found) lines.push(t("table_found", { centre: num(told.centre_mm, 2), worst: num(told.worst_mm, 2) }));
    if (told.missing?.length) lines.push(t("table_missing", { ids: told.missing.join(", ") }));
    lines.push(...(told.warnings ?? []));
    const [said, ...off] = told.map_said ?? [t(told.fitted ? "table_map_fitted" : "table_map_not_yet")];
    const line = this.querySelector(".line.map");
    line.hidden = !told.hexes || !told.found;
    line.textContent = [said, ...off].join(" ");
    line.classList.toggle("good", told.fitted && !off.length);
    line.classList.toggle("warn", !told.fitted || off.length > 0);
    const map = this.querySelector('[data-do="map"]');
    map.hidden = !told.hexes || !told.found || this.#byHand;
    map.textContent = t(told.fitted ? "table_map_again" : "table_map");
    map.classList.toggle("main", !told.fitted);
    const drawn = this.querySelector(".map-found");
    drawn.hidden = !told.map_picture || this.#byHand;
    if (!drawn.hidden) drawn.querySelector("img").src = address(`table/map.jpg?${Date.now()}`);
    found.textContent = lines.join(" ");
    found.classList.toggle("good", Boolean(told.found && !told.missing?.length));
    if (this.#byHand) this.querySelector(".point").focus();
  }
}

customElements.define("vd-table-finder", TableFinder);
