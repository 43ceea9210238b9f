// The list of entries, a page at a time, the newest first.

import { html } from "../dom.js";
import { t } from "../words.js";

const LANGUAGE = document.documentElement.lang || "en";
const PAGE = 25;

export class List {
  #box;
  #choose;
  #which = "all";
  #last = null;
  #page = null;
  #marked = null;
  #asked = 0;

  constructor(box, choose) {
    this.#box = box;
    this.#choose = choose;
    for (const button of document.querySelectorAll("[data-which]"))
      button.addEventListener("click", () => this.#show(button.dataset.which));
    const turn = (id, to) => document.getElementById(id).addEventListener("click", () => this.#load(to()));
    turn("newest", () => null);
    turn("newer", () => (this.#page.newer === this.#page.head ? null : this.#page.newer));
    turn("older", () => this.#page.older);
  }

  /** There are new entries: the first page shows them. */
  grew() {
    if (this.#last === null) this.#load(null);
    else if (this.#page) this.#buttons();
  }

  /** See to it that an entry is on the page shown. */
  have(number) {
    const numbers = this.#page?.entries.map((entry) => entry.sequence) ?? [];
    if (this.#which === "all" && numbers.length && !numbers.includes(number)) this.#load(number + Math.floor(PAGE / 2));
  }

  mark(at, head) {
    this.#marked = at ?? head;
    for (const row of this.#box.children) {
      if (Number(row.dataset.entry) === this.#marked) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    }
  }

  #show(which) {
    this.#which = which;
    for (const button of document.querySelectorAll("[data-which]"))
      button.setAttribute("aria-pressed", button.dataset.which === which);
    this.#load(null);
  }

  async #load(last) {
    const asked = ++this.#asked;
    try {
      const answer = await fetch(`/api/journal?which=${this.#which}${last === null ? "" : `&last=${last}`}`, {
        signal: AbortSignal.timeout(10_000),
      });
      if (!answer.ok || asked !== this.#asked) return;
      this.#page = await answer.json();
    } catch {
      return; // the next change of the match asks again
    }
    this.#last = this.#page.newer === null ? null : last;
    const rows = this.#page.entries.map((entry) => rowOf(entry, this.#choose));
    this.#box.replaceChildren(...(rows.length ? rows : [html("li", { class: "quiet" }, t("no_entries"))]));
    this.mark(this.#marked, this.#page.head);
    this.#buttons();
  }

  #buttons() {
    document.getElementById("newest").disabled = document.getElementById("newer").disabled = this.#page.newer === null;
    document.getElementById("older").disabled = this.#page.older === null;
  }
}

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

/** When it was, the beginning of its seal, and the way to its evidence. */
export const metaOf = (entry) =>
  html(
    "p",
    { class: "entry-meta" },
    html("time", { datetime: entry.time }, when(new Date(entry.time))),
    html("span", {}, html("span", { class: "only-heard" }, `${t("sealed")} `), html("code", {}, entry.seal)),
    entry.evidence &&
      html(
        "a",
        { href: entry.evidence, "aria-label": t("evidence_link_of", { number: entry.sequence }) },
        t("evidence_link"),
      ),
  );

/** The time of day; with the day where it was another than today. */
const when = (time) =>
  time.toLocaleString(LANGUAGE, {
    timeStyle: "medium",
    ...(time.toDateString() === new Date().toDateString() ? {} : { dateStyle: "short" }),
  });
