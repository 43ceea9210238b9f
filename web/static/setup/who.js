// <vd-who>: the camera's picture with each marker's number on it. A tap chooses a marker, a line drawn round several
// chooses them all, and the card beside says who they are; the list below says the same.

import { html, nearest, one, pointIn, set, svg, withData } from "../dom.js";
import { t } from "../words.js";
import { onLive } from "./api.js";
import { MOST, MOST_LETTERS, readList } from "./army_list.js";
import { giveMarkers } from "./givens.js";
import "./live.js";
import { drawNumbers, middle } from "./numbers.js";
import { Roster } from "./roster.js";
import { showGiven, whoCard } from "./who_card.js";
import { listField } from "./who_list.js";

/** @import { MarkerView, SeenLineView } from "../types.js" */

const REACH_PX = 24; // of the screen: so near a tap must be
const LINE_PX = 10; // so long is a line that goes round something
const NARROW = "(width <= 820px)";

/**
 * @param {string} title
 * @param {() => void} act
 */
const button = (title, act, look = "tool") => html("button", { type: "button", class: look, onclick: act }, title);

class Who extends HTMLElement {
  /** @type {Map<number, MarkerView>} */
  #seen = new Map();
  /** @type {Set<number>} */
  #chosen = new Set();
  /** @type {Set<number>} */
  #frame = new Set();
  #many = false;
  /** @type {DOMPoint[] | null} */
  #way = null;
  #card = html("div", {});
  #save = button(t("save"), () => this.#send(), "tool main");
  #line = svg("polygon", { class: "points-line" });
  #marks = svg("g", { role: "group", "aria-label": t("who_marks") });
  #drawing = svg(
    "svg",
    {
      onpointerdown: (event) => this.#begin(event),
      onpointermove: (event) => this.#draw(event),
      onpointerup: (event) => this.#end(event),
      onpointercancel: () => this.#letGo(),
      onkeydown: (event) => this.#key(event),
    },
    this.#marks,
    this.#line,
  );

  connectedCallback() {
    const all = button(t("who_all"), () => this.#choose(this.#seen.keys(), true));
    one(this, ".live-picture", HTMLElement).append(this.#drawing);
    one(this, ".stack", HTMLElement).append(
      this.#card,
      html("div", { class: "row pages" }, all, this.#save),
      listField((text) => this.#take(text)),
    );
    document.addEventListener("live", this.#live);
    this.#roster.addEventListener("drawn", this.#told);
    const list = this.#list;
    list.addEventListener("toggle", () => {
      this.#save.hidden = list.open;
    });
    list.open = !matchMedia(NARROW).matches; // on a phone it is as long as an evening
    this.#save.hidden = list.open;
    this.#save.disabled = true;
    this.#showCard();
  }

  disconnectedCallback() {
    document.removeEventListener("live", this.#live);
    this.#roster.removeEventListener("drawn", this.#told);
  }

  get #list() {
    return one(document, "#roster-list", HTMLDetailsElement);
  }

  get #roster() {
    return one(document, "vd-roster", Roster);
  }

  /** How many units of the drawing one pixel of the screen is. */
  get #px() {
    return this.#drawing.viewBox.baseVal.width / (this.#drawing.clientWidth || 1);
  }

  #live = onLive((live) => {
    if (!("size" in live)) return;
    set(this.#drawing, { viewBox: `0 0 ${live.size.join(" ")}` });
    this.#frame = new Set(live.markers.flatMap(({ id, frame }) => (frame ? id : [])));
    this.#seen = new Map(live.markers.flatMap((marker) => (marker.frame ? [] : [[marker.id, marker]])));
    this.#mark();
  });

  #told = () => {
    this.#mark();
    this.#save.disabled = !this.#roster.people.length;
    if (this.#card.querySelector("[data-card]")) showGiven(this.#card, [...this.#chosen], this.#rows());
    else this.#showCard();
  };

  /** The lines of those that are chosen. */
  #rows() {
    return this.#roster.people.filter(({ marker }) => this.#chosen.has(marker));
  }

  #mark() {
    const people = new Map(this.#roster.people.map((row) => [row.marker, row]));
    const sides = this.#roster.told?.sides.map(({ name }) => name) ?? [];
    drawNumbers(this.#marks, [...this.#seen.values()], { people, sides, chosen: this.#chosen, px: this.#px });
  }

  /**
   * @param {Iterable<number>} ids
   * @param {boolean} many
   */
  #choose(ids, many) {
    this.#chosen = new Set(ids);
    this.#many = many && this.#chosen.size > 0;
    this.#mark();
    this.#showCard();
  }

  /** @param {number} id */
  #turn(id) {
    const chosen = new Set(this.#chosen);
    if (!chosen.delete(id)) chosen.add(id);
    this.#choose(chosen, true);
  }

  #showCard() {
    const { told } = this.#roster;
    const chosen = [...this.#chosen];
    this.#card.replaceChildren(
      told && chosen.length
        ? whoCard(
            told,
            chosen,
            this.#rows(),
            (change) => this.#give(change),
            () => this.#choose([], false),
          )
        : html("p", { class: "hint" }, t("who_hint")),
    );
  }

  /** @param {Partial<SeenLineView>} change */
  #give(change) {
    this.#roster.give(new Map([...this.#chosen].map((id) => [id, change])));
    if (change.kind === undefined) return;
    this.#showCard(); // another kind has other types
    withData(this.#card, "value", change.kind)?.focus();
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    if (!event.isPrimary || event.button) return;
    this.#drawing.setPointerCapture(event.pointerId);
    this.#way = [pointIn(this.#drawing, event)];
  }

  /** @param {PointerEvent} event */
  #draw(event) {
    if (!this.#way) return;
    this.#way.push(pointIn(this.#drawing, event));
    set(this.#line, { points: this.#way.map(({ x, y }) => `${x},${y}`).join(" "), "stroke-width": 2 * this.#px });
  }

  #letGo() {
    this.#way = null;
    set(this.#line, { points: null });
  }

  /** @param {PointerEvent} event */
  #end(event) {
    const way = this.#way;
    if (!way) return;
    const [{ x, y }] = way;
    const far = Math.max(...way.map((at) => Math.hypot(at.x - x, at.y - y)));
    if (far < LINE_PX * this.#px) this.#tap(pointIn(this.#drawing, event), event.shiftKey || event.ctrlKey);
    else this.#round(event.shiftKey);
    this.#letGo();
  }

  /**
   * @param {DOMPoint} at
   * @param {boolean} more
   */
  #tap({ x, y }, more) {
    const near = [...this.#seen.values()]
      .map(({ id, corners }) => ({ id, off: Math.hypot(middle(corners)[0] - x, middle(corners)[1] - y) }))
      .sort((a, b) => a.off - b.off)[0];
    if (!near || near.off > REACH_PX * this.#px) this.#choose([], false);
    else if (this.#many || more) this.#turn(near.id);
    else this.#choose([near.id], false);
  }

  /** @param {boolean} more */
  #round(more) {
    const inside = [...this.#seen.values()].filter(({ corners }) =>
      this.#line.isPointInFill(new DOMPoint(...middle(corners))),
    );
    const ids = inside.map(({ id }) => id).sort((a, b) => a - b);
    this.#choose(more ? [...this.#chosen, ...ids] : ids, true);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const mark = nearest(event, "[data-id]");
    if (event.key === "Escape") this.#choose([], false);
    if (!mark || (event.key !== " " && event.key !== "Enter")) return;
    event.preventDefault();
    this.#turn(Number(mark.dataset.id));
  }

  /** Save the list; what is wrong in it is shown there. */
  #send() {
    const form = one(this.#roster, "form", HTMLFormElement);
    if (!form.checkValidity()) this.#list.open = true;
    form.requestSubmit();
  }

  /** @param {string} text */
  #take(text) {
    const { told, people: rows } = this.#roster;
    if (!told) return { count: 0, unread: [] };
    const [sides, kinds] = [told.sides, told.kinds].map((all) => all.map(({ title }) => title).join(", "));
    const heads = Object.fromEntries(
      ["name", "side", "kind", "unit", "marker"].map((key) => [key, t(`roster_${key}`)]),
    );
    const { people, unread } = readList(text, {
      sides: told.sides.map(({ name, title }) => [name, title]),
      kinds: told.kinds.map(({ kind, title }) => [kind, title]),
      types: Object.fromEntries(told.kinds.map(({ kind, types }) => [kind, types])),
      heads,
      markers: told.markers,
      reserved: told.reserved,
    });
    const known = new Set(
      rows.filter((row) => row.name !== t("roster_new_name", { number: row.marker })).map((row) => row.marker),
    );
    const { given, left } = giveMarkers(people, {
      chosen: [...this.#chosen],
      nobodys: [...this.#seen.keys()].filter((id) => !known.has(id)).sort((a, b) => a - b),
      taken: new Set([...known, ...this.#frame, ...this.#seen.keys()]),
    });
    this.#roster.give(
      new Map([...given].map(([marker, { name, side, kind, unit }]) => [marker, { name, side, kind, unit }])),
    );
    this.#choose(given.keys(), true);
    const bounds = { sides, kinds, last: told.markers - 1, letters: MOST_LETTERS, most: MOST };
    const lines = [
      ...unread.map(({ line, text, why, said }) => ({
        line,
        text,
        why: t(`who_list_why_${why}`, { said, ...bounds }),
      })),
      ...left.map(({ line, name, marker }) => ({
        line,
        text: name,
        why: t(marker === undefined ? "who_list_why_left" : "who_list_why_twice", { said: marker }),
      })),
    ];
    return { count: given.size, unread: lines.sort((a, b) => a.line - b.line) };
  }
}

customElements.define("vd-who", Who);
