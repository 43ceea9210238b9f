// The list of entries, a page at a time, the newest first.

import { html, one } from "../dom.js";
import { t } from "../words.js";

/** @import { EntriesView, EntryView } from "../types.js" */

const LANGUAGE = document.documentElement.lang || "en";
const PAGE = 25;

export class List {
  #box;
  #choose;
  #which = "all";
  /** @type {number | null} */
  #last = null;
  /** @type {EntriesView | null} */
  #page = null;
  /** @type {number | null} */
  #marked = null;
  #asked = 0;
  /** @type {NodeListOf<HTMLElement>} */
  #whiches = document.querySelectorAll("[data-which]");
  #newest = one(document, "#newest", HTMLButtonElement);
  #newer = one(document, "#newer", HTMLButtonElement);
  #older = one(document, "#older", HTMLButtonElement);

  /**
   * @param {HTMLElement} box
   * @param {(number: number) => void} choose
   */
  constructor(box, choose) {
    this.#box = box;
    this.#choose = choose;
    for (const button of this.#whiches)
      button.addEventListener("click", () => this.#show(button.dataset.which ?? "all"));
    this.#newest.addEventListener("click", () => this.#load(null));
    this.#newer.addEventListener("click", () => {
      const { newer, head } = this.#page ?? { newer: null, head: null };
      this.#load(newer === head ? null : newer);
    });
    this.#older.addEventListener("click", () => this.#load(this.#page?.older ?? null));
  }

  /** There are new entries: the first page shows them. */
  grew() {
    if (this.#last === null) this.#load(null);
    else if (this.#page) this.#buttons();
  }

  /**
   * See to it that an entry is on the page shown.
   * @param {number} number
   */
  have(number) {
    const numbers = this.#page?.entries.map((entry) => entry.sequence) ?? [];
    if (this.#which === "all" && numbers.length && !numbers.includes(number)) this.#load(number + Math.floor(PAGE / 2));
  }

  /**
   * @param {number | null} at
   * @param {number} head
   */
  mark(at, head) {
    this.#marked = at ?? head;
    /** @type {NodeListOf<HTMLElement>} */
    const rows = this.#box.querySelectorAll("[data-entry]");
    for (const row of rows) {
      if (Number(row.dataset.entry) === this.#marked) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    }
  }

  /** @param {string} which */
  #show(which) {
    this.#which = which;
    for (const button of this.#whiches) button.setAttribute("aria-pressed", String(button.dataset.which === which));
    this.#load(null);
  }

  /** @param {number | null} last */
  async #load(last) {
    const asked = ++this.#asked;
    try {
      const answer = await fetch(`/api/journal?which=${this.#which}${last === null ? "" : `&last=${last}`}`, {
        signal: AbortSignal.timeout(10_000),
      });
      if (!answer.ok || asked !== this.#asked) return;
      this.#turn(await answer.json(), last);
    } catch {
      // The next change of the match asks again.
    }
  }

  /**
   * @param {EntriesView} page
   * @param {number | null} last
   */
  #turn(page, last) {
    this.#page = page;
    this.#last = page.newer === null ? null : last;
    const rows = page.entries.map((entry) => rowOf(entry, this.#choose));
    this.#box.replaceChildren(...(rows.length ? rows : [html("li", { class: "quiet" }, t("no_entries"))]));
    this.mark(this.#marked, page.head);
    this.#buttons();
  }

  #buttons() {
    this.#newest.disabled = this.#newer.disabled = (this.#page?.newer ?? null) === null;
    this.#older.disabled = (this.#page?.older ?? null) === null;
  }
}

/**
 * @param {EntryView} entry
 * @param {(number: number) => void} choose
 */
const rowOf = (entry, choose) =>
  html(
    "li",
    { "data-entry": entry.sequence, class: `kind-${entry.kind}` },
    html(
      "button",
      {
        type: "button",
        class: "plain link entry-number",
        "aria-label": t("entry_link", { number: entry.sequence }),
        onclick: () => choose(entry.sequence),
      },
      `№ ${entry.sequence}`,
    ),
    html("p", { class: "entry-text" }, entry.text),
    metaOf(entry),
  );

/**
 * When it was, the beginning of its seal, and the way to its evidence.
 * @param {EntryView} entry
 */
export const metaOf = (entry) =>
  html(
    "p",
    { class: "row entry-meta" },
    html("time", { datetime: entry.time }, when(new Date(entry.time))),
    html("span", {}, html("span", { class: "only-heard" }, `${t("sealed")} `), html("code", {}, entry.seal)),
    entry.evidence &&
      html(
        "a",
        { href: entry.evidence, "aria-label": t("evidence_link_of", { number: entry.sequence }) },
        t("evidence_link"),
      ),
  );

/**
 * The time of day; with the day where it was another than today.
 * @param {Date} time
 */
const when = (time) =>
  time.toLocaleString(LANGUAGE, {
    timeStyle: "medium",
    hourCycle: "h23",
    ...(time.toDateString() === new Date().toDateString() ? {} : { dateStyle: "medium" }),
  });
