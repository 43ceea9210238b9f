// <vd-lens>: pictures of the board take themselves, what they cover is drawn over the camera's, the lens is learned.

import { html, one } from "../dom.js";
import { num, t } from "../words.js";
import { changed, get, onLive, post, say, wait, work } from "./api.js";
import { chime, chimes, keepChimes } from "./chime.js";
import { cellsOver, guideOver } from "./lens_guide.js";
import { Live } from "./live.js";

/** @import { LensLookView, LensView, Point, WorkResult } from "../types.js" */

const PAUSE_MS = 200;
/** @type {Point} */
const ANY_SIZE = [1600, 900];
const QUIET = ["hold", "show", "done"]; // what is no new place to go to

/**
 * @param {string} name
 * @param {() => void} act
 * @param {{ class?: string, hidden?: boolean }} more
 */
const button = (name, act, more = {}) =>
  html("button", { type: "button", class: "tool", "data-do": name, onclick: act, ...more }, t(`lens_${name}`));

/** @param {Event} event */
const heard = ({ target }) => target instanceof HTMLInputElement && keepChimes(target.checked);

class Lens extends HTMLElement {
  /** Whether it is a folder, whose pictures take nobody's hands; null before that is known.
   * @type {boolean | null} */
  #single = null;
  #watching = false;
  /** @type {string} */
  #way = "";
  #word = html("p", { class: "line", role: "status" });
  #caption = html("p", { class: "hint" });
  #meter = html("meter", { min: 0 });
  #auto = html("input", { type: "checkbox", onchange: () => this.#watch() });
  #sound = html("input", { type: "checkbox", checked: chimes(), onchange: heard });
  #choice = html(
    "div",
    { class: "choice", hidden: true },
    html("label", {}, this.#auto, t("lens_auto")),
    html("label", {}, this.#sound, t("lens_sound")),
  );
  #take = button("take", () => this.#ask("lens/take"));
  #takeAll = button("take_all", () => this.#takeEach(), { hidden: true });
  #learn = button("learn", () => this.#learnNow());
  #forget = button("forget", () => this.#ask("lens/forget"));

  connectedCallback() {
    this.#auto.checked = this.hasAttribute("auto");
    const row = html("div", { class: "row" }, this.#take, this.#takeAll, this.#learn, this.#forget);
    this.append(this.#word, this.#choice, this.#caption, this.#meter, row);
    this.#load();
    document.addEventListener("live", this.#live);
  }

  disconnectedCallback() {
    document.removeEventListener("live", this.#live);
  }

  #live = onLive(({ single }) => {
    if (single === undefined || this.#single === single) return;
    this.#single = single;
    this.#takeAll.hidden = !single;
    this.#choice.hidden = single;
    this.#watch();
  });

  async #load() {
    /** @type {LensView | null} */
    const told = await get("lens");
    if (told) this.#draw(told);
  }

  /** @param {string} path */
  async #ask(path) {
    say("");
    /** @type {LensView | null} */
    const told = await post(path);
    if (told) this.#draw(told);
  }

  /** Look again and again, as long as pictures are to take themselves. */
  async #watch() {
    if (this.#watching || this.#single !== false) return;
    this.#watching = true;
    while (this.isConnected && this.#auto.checked && !this.#single) {
      if (!document.hidden) await this.#look();
      await wait(PAUSE_MS);
    }
    this.#watching = false;
    this.#way = "";
    this.#word.textContent = "";
    await this.#load();
  }

  async #look() {
    /** @type {LensLookView | null} */
    const look = await post("lens/look", {}, (why) => this.#say(why, why));
    if (!look || !this.#auto.checked) return;
    this.#draw(look, look);
    const before = this.#way;
    this.#say(look.way, t(`lens_way_${look.way}`));
    if (look.taken) chime("taken");
    else if (look.way === "done") chime("done");
    else if (look.way !== before && !QUIET.includes(look.way)) chime("next");
    if (look.way !== "done") return;
    this.#auto.checked = false;
    await this.#learnNow();
  }

  /**
   * Say what to do, once: a word that stays is not said again.
   * @param {string} way
   * @param {string} word
   */
  #say(way, word) {
    if (way === this.#way) return;
    this.#way = way;
    this.#word.textContent = word;
  }

  async #takeEach() {
    /** @type {WorkResult | null} */
    const taken = await work("lens/take-all");
    if (!taken) return;
    await this.#load();
    const said = t("lens_taken", { used: taken.used, fresh: taken.fresh });
    say(said, "good");
    if (!this.#learn.disabled) await this.#learnNow(said); // a folder has no more to give
  }

  /** @param {string} before what is said before it */
  async #learnNow(before = "") {
    /** @type {WorkResult | null} */
    const learned = await work("lens/learn");
    if (learned?.rms_px === undefined) return;
    document.getElementById("lens-self")?.closest("section")?.remove(); // the lens is known now
    const said = `${before} ${t("lens_learned", { views: learned.views, px: num(learned.rms_px, 3) })}`.trim();
    say(learned.fisheye ? `${said} ${t("lens_fisheye")}` : said, "good");
    changed();
  }

  /**
   * @param {LensView} told
   * @param {LensLookView | null} look
   */
  #draw(told, look = null) {
    const { used, wanted, enough, coverage } = told;
    const words = t("lens_used", { used, wanted, percent: Math.round(100 * coverage) });
    this.#caption.textContent = words;
    this.#meter.max = wanted;
    this.#meter.value = used;
    this.#meter.ariaLabel = words;
    this.#learn.disabled = !enough;
    this.#learn.classList.toggle("main", enough);
    this.#take.classList.toggle("main", !enough);
    this.#forget.hidden = !used;
    const size = look?.size ?? ANY_SIZE;
    const drawn = [...cellsOver(told, size), ...(look ? guideOver(look) : [])];
    one(document, "vd-live", Live).over(size, drawn, look?.frame);
  }
}

customElements.define("vd-lens", Lens);
