// <vd-table-finder>: the table found by its cards, or its corners laid by hand.

import { html } from "../dom.js";
import { number, put, sayBeside } from "../fields.js";
import { capital, num, t } from "../words.js";
import { address, changed, get, onLive, post, say, work } from "./api.js";
import { Points } from "./points.js";

/** @import { FoundTableView, WorkResult } from "../types.js" */

const DOUBTED = 422; // the status of a tape that may be right and is asked about

/**
 * @param {string} name
 * @param {string} word
 * @param {() => void} act
 * @param {{ class?: string, hidden?: boolean }} more
 */
const button = (name, word, act, more = {}) =>
  html("button", { type: "button", class: "tool", "data-do": name, onclick: act, ...more }, word);

class TableFinder extends HTMLElement {
  #byHand = false;
  /** @type {FoundTableView | null} */
  #told = null;

  /** What was said of a tape and not believed: said again, it is. */
  #doubted = "";
  /** @type {number | null | undefined} */
  #frame = null;
  #points = new Points();
  #found = html("p", { class: "line found", role: "status" });
  #mapSaid = html("p", { class: "line map", role: "status", hidden: true });
  #length = html("input", { inputmode: "decimal", min: 1, max: 2000, required: true, name: "length" });
  #ends = [html("select", { name: "from" }), html("select", { name: "to" })];
  #lengthWord = html("span", {});
  #tape = html(
    "form",
    { class: "fields", hidden: true, onsubmit: (event) => this.#scale(event) },
    html("p", { class: "hint wide" }, t("table_tape_lead")),
    html("label", { class: "field" }, t("table_tape_from"), this.#ends[0]),
    html("label", { class: "field" }, t("table_tape_to"), this.#ends[1]),
    html("label", { class: "field" }, this.#lengthWord, this.#length),
    html("button", { type: "submit", class: "tool", "data-do": "tape" }, t("table_tape")),
  );
  #lead = html("p", { class: "hint hand-lead", hidden: true }, t("table_hand_lead"));
  #findButton = button("find", t("table_find"), () => this.#find(), { class: "tool main" });
  #handButton = button("hand", t("table_hand"), () => this.#hand());
  #mapButton = button("map", t("table_map"), () => this.#map(), { hidden: true });
  #pageButton = button("page", t("page_next"), () => this.#turn(), { hidden: true });
  #mapImage = html("img", { alt: "" });
  #mapPicture = html(
    "figure",
    { class: "map-found", hidden: true },
    this.#mapImage,
    html("figcaption", { class: "hint" }, t("table_map_picture")),
  );

  connectedCallback() {
    const row = html("div", { class: "row" }, this.#findButton, this.#handButton, this.#mapButton, this.#pageButton);
    this.append(this.#points, this.#found, this.#mapSaid, this.#lead, row, this.#tape, this.#mapPicture);
    document.addEventListener("live", this.#live);
    this.#load();
  }

  disconnectedCallback() {
    document.removeEventListener("live", this.#live);
  }

  #live = onLive(({ single, frame }) => {
    this.#pageButton.hidden = !single;
    if (frame === this.#frame) return;
    this.#frame = frame;
    // The first picture may come only after the page.
    if (this.#told) this.#points.refresh();
    else this.#load(false);
  });

  async #turn() {
    await post("turn", { pages: 1 });
    changed();
  }

  async #load(aloud = true) {
    /** @type {FoundTableView | null} */
    const told = await get("table", aloud);
    if (told) this.#show(told);
  }

  async #find() {
    say("");
    /** @type {FoundTableView | null} */
    const told = await post("table/find");
    if (!told) return;
    this.#byHand = false;
    this.#show(told);
    changed();
  }

  /** Look for the printed map's lines in the picture: the hexes drawn follow it from then on. */
  async #map() {
    this.#mapButton.disabled = true;
    /** @type {WorkResult | null} */
    const done = await work("table/map");
    this.#mapButton.disabled = false;
    if (!done) return;
    /** @type {FoundTableView | null} */
    const told = await get("table");
    if (told) this.#show({ ...told, map_said: done.map_said });
    changed();
  }

  async #hand() {
    if (!this.#byHand) {
      this.#byHand = true;
      if (this.#told) this.#show(this.#told);
      return;
    }
    say("");
    /** @type {FoundTableView | null} */
    const told = await post("table/lay", { corners: this.#points.places });
    if (!told) return;
    this.#byHand = false;
    this.#show(told);
    changed();
  }

  /**
   * Set the scale by the length that a tape has between two cards.
   * @param {Event} event
   */
  async #scale(event) {
    event.preventDefault();
    say("");
    sayBeside(this.#length, "");
    const said = { between: this.#ends.map((end) => Number(end.value)), length: number(this.#length) };
    const sure = JSON.stringify(said) === this.#doubted;
    this.#doubted = "";
    /** @type {FoundTableView | null} */
    const told = await post("table/tape", { ...said, sure }, (why, status) => {
      if (status === DOUBTED) this.#doubted = JSON.stringify(said);
      sayBeside(said.between[0] === said.between[1] ? this.#ends[1] : this.#length, capital(why));
    });
    if (!told) return;
    this.#show(told);
    changed();
  }

  /** @param {FoundTableView} told */
  #showTape({ cards, tape, units }) {
    this.#tape.hidden = cards.length < 2 || this.#byHand;
    this.#lengthWord.textContent = t("check_true", { unit: units });
    const between = tape?.between ?? [cards[0], cards[Math.floor(cards.length / 2)]];
    this.#ends.forEach((end, k) => {
      end.replaceChildren(...cards.map((id) => html("option", { value: id, selected: id === between[k] }, String(id))));
    });
    if (tape) put(this.#length, Math.round(tape.length * 100) / 100);
  }

  /** @param {FoundTableView & { map_said?: string[] }} told */
  #show(told) {
    this.#told = told;
    const points = this.#points;
    const names = [1, 2, 3, 4].map((k) => t(`table_corner_${k}`));
    points.locked = !this.#byHand;
    points.show({ size: told.size, places: told.corners, names, closed: true, lines: this.#byHand ? [] : told.grid });
    points.classList.toggle("idle", !told.found && !this.#byHand);
    points.classList.toggle("by-hand", this.#byHand);
    this.#lead.hidden = !this.#byHand;
    this.#lead.textContent = t(told.hexes ? "table_hand_hexes" : told.board ? "table_hand_board" : "table_hand_lead");
    this.#handButton.textContent = t(this.#byHand ? "table_hand_do" : "table_hand");
    this.#handButton.classList.toggle("main", this.#byHand);
    this.#findButton.classList.toggle("main", !this.#byHand && !told.found);
    const found = this.#found;
    /** @type {string[]} */
    const lines = [];
    if (told.good_to_mm !== undefined)
      lines.push(t("table_found"), t(told.tape ? "table_good_taped" : "table_good", { mm: num(told.good_to_mm, 1) }));
    this.#showTape(told);
    if (told.missing?.length) lines.push(t("table_missing", { ids: told.missing.join(", ") }));
    lines.push(...(told.warnings ?? []));
    const [said, ...off] = told.map_said ?? [t(told.fitted ? "table_map_fitted" : "table_map_not_yet")];
    const line = this.#mapSaid;
    line.hidden = !told.hexes || !told.found;
    line.textContent = [said, ...off].join(" ");
    line.classList.toggle("good", told.fitted && !off.length);
    line.classList.toggle("warn", !told.fitted || off.length > 0);
    const map = this.#mapButton;
    map.hidden = !told.hexes || !told.found || this.#byHand;
    map.textContent = t(told.fitted ? "table_map_again" : "table_map");
    map.classList.toggle("main", !told.fitted);
    this.#mapPicture.hidden = !told.map_picture || this.#byHand;
    if (!this.#mapPicture.hidden) this.#mapImage.src = address(`table/map.jpg?${Date.now()}`);
    found.textContent = lines.join(" ");
    found.classList.toggle("good", Boolean(told.found && !told.missing?.length));
    if (this.#byHand) points.focusFirst();
  }
}

customElements.define("vd-table-finder", TableFinder);
