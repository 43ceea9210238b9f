// <vd-roster>: who each marker is; markers on the table that nobody is of are there to be filled in.

import { html, one, present } from "../dom.js";
import { hold, number } from "../fields.js";
import { isUnsaved, keepUnsaved } from "../unsaved.js";
import { t, written } from "../words.js";
import { changed, get, onLive, post, say } from "./api.js";
import { MOUNTS, rosterRow, whoIsIt } from "./roster_row.js";

/** @import { GoView, RosterView, SeenLineView } from "../types.js" */

export class Roster extends HTMLElement {
  /** @type {RosterView | null} */
  #told = null;
  /** @type {SeenLineView[]} */
  #rows = [];

  connectedCallback() {
    document.addEventListener("live", this.#live);
    this.addEventListener("input", () => {
      keepUnsaved(true);
      this.#compare();
    });
    this.#load();
  }

  disconnectedCallback() {
    document.removeEventListener("live", this.#live);
  }

  /** Each line says by itself whether its marker is on the table now. */
  #live = onLive((live) => {
    if (!("size" in live)) return;
    const there = new Set(live.markers.map(({ id }) => id));
    for (const tr of this.#lines) {
      const row = this.#rows[Number(tr.dataset.k)];
      const seen = there.has(Number(valueIn(tr, "marker")));
      if (row.seen === seen) continue;
      row.seen = seen;
      tr.className = seen ? "" : "unseen";
      one(tr, ".seen", HTMLElement).textContent = t(seen ? "roster_seen" : "roster_unseen");
    }
  });

  /** @returns {NodeListOf<HTMLElement>} */
  get #lines() {
    return this.querySelectorAll("tbody tr");
  }

  /** What the server said of the match. */
  get told() {
    return this.#told;
  }

  /** Who is on the list, half typed or not. */
  get people() {
    return this.#read();
  }

  /**
   * Says something of several markers; those that are not on the list yet come onto it.
   * @param {Map<number, Partial<SeenLineView>>} changes
   */
  give(changes) {
    const told = this.#told;
    if (!told) return;
    this.#rows = this.#read();
    for (const [marker, change] of changes) {
      const known = this.#rows.find((one) => one.marker === marker);
      const row = known ?? this.#new(told, marker, 0, told.strangers.includes(marker));
      if (!known) this.#rows.push(row);
      const usual = told.kinds.find((one) => one.kind === change.kind);
      if (usual) Object.assign(row, { width_cm: usual.width_cm, depth_cm: usual.depth_cm, mount: usual.mount });
      Object.assign(row, Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)));
    }
    this.#draw();
  }

  async #load() {
    /** @type {RosterView | null} */
    const told = await get("roster");
    if (!told) return;
    const mine = this.#told ? this.#read() : null;
    const version = mine?.length ? this.#told?.version : undefined; // these lines are of what was there then
    this.#told = { ...told, version: version ?? told.version };
    this.#rows = mine?.length ? mine : told.stands;
    this.#draw(isUnsaved());
  }

  /** What is changed is not saved yet; what comes from the server is. */
  #draw(unsaved = true) {
    if (!this.#told) return;
    const told = this.#told;
    const { strangers, marker_cm: size } = told;
    const known = new Set(this.#rows.map((row) => row.marker));
    const free = strangers.filter((id) => !known.has(id));
    const rows = this.#rows;
    const parts = [
      html(
        "div",
        { class: "row" },
        free.length
          ? html(
              "button",
              {
                type: "button",
                class: "tool main",
                "data-do": "fill",
                "data-yields": "",
                onclick: () => this.#fill(free),
              },
              t("roster_fill", { count: free.length }),
            )
          : null,
        this.#left().length
          ? html(
              "button",
              {
                type: "button",
                class: `tool${rows.length || free.length ? "" : " main"}`,
                "data-do": "ready",
                "data-yields": "",
                onclick: () => this.#ready(),
              },
              t("roster_ready", { count: this.#left().length }),
            )
          : null,
        html("button", { type: "button", class: "tool", onclick: () => this.#load() }, t("roster_look")),
        html(
          "label",
          { class: "field inline" },
          t("roster_marker_cm"),
          html("input", {
            inputmode: "decimal",
            form: "stands",
            name: "marker_cm",
            min: 0.4,
            max: 10,
            required: true,
            value: written(size),
          }),
        ),
      ),
      free.length ? html("p", { class: "hint" }, whoIsIt(free)) : null,
      html(
        "form",
        { id: "stands", onsubmit: (event) => this.#save(event) },
        html(
          "div",
          { class: "roster-scroll" },
          html(
            "table",
            { class: "cells roster" },
            html("caption", { class: "only-heard" }, t("roster_caption")),
            html(
              "thead",
              {},
              html(
                "tr",
                {},
                ...["marker", "name", "side", "kind", "unit", "base", "mount"].map((key) =>
                  html("th", { scope: "col" }, t(`roster_${key}`)),
                ),
                html("th", {}),
              ),
            ),
            html("tbody", {}, ...rows.map((row, k) => this.#row(row, k, told))),
          ),
        ),
        rows.length ? null : html("p", { class: "quiet" }, t("roster_empty")),
        html(
          "div",
          { class: "row" },
          html(
            "button",
            { type: "button", class: "tool", "data-do": "add", onclick: () => this.#add() },
            t("roster_add"),
          ),
          html(
            "button",
            { type: "submit", class: free.length ? "tool" : "tool main", "data-saves": "", disabled: !rows.length },
            t("save"),
          ),
        ),
      ),
    ];
    this.replaceChildren(...present(parts));
    this.#compare();
    keepUnsaved(unsaved);
    this.dispatchEvent(new Event("drawn"));
  }

  /** What lines may not have in common, and what is the frame's, is wrong beside its field. */
  #compare() {
    const reserved = new Set(this.#told?.reserved);
    for (const name of ["marker", "name"]) {
      /** @type {NodeListOf<HTMLInputElement>} */
      const fields = this.querySelectorAll(`tbody [name="${name}"]`);
      const before = new Set();
      for (const field of fields) {
        const said = field.value.trim();
        const framed = name === "marker" && said !== "" && reserved.has(Number(said));
        hold(field, framed ? t("roster_reserved") : said && before.has(said) ? t(`roster_twice_${name}`) : "");
        before.add(said);
      }
    }
  }

  /**
   * @param {SeenLineView} row
   * @param {number} k
   * @param {RosterView} told
   */
  #row(row, k, told) {
    return rosterRow(row, k, told, { onKind: (kind) => this.#usual(k, kind), onRemove: () => this.#remove(k) });
  }

  /** @param {string} selector */
  #focus(selector) {
    /** @type {HTMLElement | null} */
    const element = this.querySelector(selector);
    element?.focus();
  }

  /**
   * What stands in the table now, half typed or not.
   * @returns {SeenLineView[]}
   */
  #read() {
    return [...this.#lines].map((tr) => {
      const field = (/** @type {string} */ name) => valueIn(tr, name);
      const before = this.#rows[Number(tr.dataset.k)];
      return {
        ...before,
        marker: Number(field("marker")),
        name: field("name"),
        side: field("side"),
        kind: field("kind"),
        unit: field("unit"),
        width_cm: number(fieldIn(tr, "width_cm")),
        depth_cm: number(fieldIn(tr, "depth_cm")),
        mount: MOUNTS.find((mount) => mount === field("mount")) ?? before.mount,
      };
    });
  }

  /**
   * @param {number} k
   * @param {string} kind
   */
  #usual(k, kind) {
    const usual = this.#told?.kinds.find((one) => one.kind === kind);
    this.#rows = this.#read();
    if (usual) Object.assign(this.#rows[k], { width_cm: usual.width_cm, depth_cm: usual.depth_cm, mount: usual.mount });
    this.#draw();
    this.#focus(`tr[data-k="${k}"] [name="kind"]`);
  }

  /**
   * @param {RosterView} told
   * @param {number} marker
   * @param {number} k
   * @param {boolean} seen
   * @returns {SeenLineView}
   */
  #new({ kinds, sides, sides_of: sidesOf }, marker, k, seen) {
    const usual = kinds[0];
    const whose = sides.find(({ name }) => name === sidesOf[marker]);
    return {
      marker,
      name: whose ? `${whose.title} ${marker}` : t("roster_new_name", { number: marker }),
      side: (whose ?? sides[k % sides.length]).name,
      kind: usual.kind,
      unit: "",
      width_cm: usual.width_cm,
      depth_cm: usual.depth_cm,
      mount: usual.mount,
      seen,
    };
  }

  /** @param {number[]} free */
  #fill(free) {
    const told = this.#told;
    if (!told) return;
    this.#rows = [...this.#read(), ...free.map((marker) => this.#new(told, marker, 0, true))];
    this.#draw();
    this.#focus('tbody [name="name"]');
  }

  /** Who is in the game's ready armies and on no line yet. */
  #left() {
    const [names, markers] = [new Set(this.#rows.map((row) => row.name)), new Set(this.#rows.map((row) => row.marker))];
    return (this.#told?.ready ?? []).filter((row) => !names.has(row.name) && !markers.has(row.marker));
  }

  #ready() {
    this.#rows = this.#read();
    const seen = new Set(this.#told?.strangers);
    this.#rows.push(...this.#left().map((row) => ({ ...row, seen: seen.has(row.marker) })));
    this.#draw();
    this.#focus('tbody [name="name"]');
  }

  #add() {
    if (!this.#told) return;
    this.#rows = this.#read();
    const taken = new Set(this.#rows.map((row) => row.marker));
    let marker = 0;
    while (taken.has(marker)) marker += 1;
    this.#rows.push(this.#new(this.#told, marker, 0, false));
    this.#draw();
    this.#focus('tbody tr:last-child [name="name"]');
  }

  /** @param {number} k */
  #remove(k) {
    this.#rows = this.#read().filter((_, index) => index !== k);
    this.#draw();
    this.#focus('[data-do="add"]');
  }

  /** @param {Event} event */
  async #save(event) {
    event.preventDefault();
    say("");
    const stands = this.#read().map(({ marker, name, side, kind, unit, width_cm, depth_cm, mount }) => ({
      marker,
      name,
      side,
      kind,
      unit,
      width_cm,
      depth_cm,
      mount,
    }));
    const body = { marker_cm: number(fieldIn(this, "marker_cm")), stands };
    /** @type {GoView | null} */
    const answer = await post("roster", body, undefined, this.#told?.version);
    if (!answer) return;
    if (this.#told) this.#told.version = answer.version ?? "";
    keepUnsaved(false);
    changed();
    location.assign(answer.href);
  }
}

/**
 * @param {HTMLElement} within
 * @param {string} name
 */
const valueIn = (within, name) => fieldIn(within, name).value;

/**
 * @param {HTMLElement} within
 * @param {string} name
 */
const fieldIn = (within, name) => /** @type {HTMLInputElement} */ (one(within, `[name="${name}"]`, HTMLElement));

customElements.define("vd-roster", Roster);
