// The slider over all entries, one back, one on, play, and back to now.

import { one } from "../dom.js";
import { t } from "../words.js";

/** @import { Past } from "./past.js" */

const PACE_MS = 2200;

export class Slider {
  #past;
  /** @type {number | ReturnType<typeof setInterval>} */
  #playing = 0;
  #range = one(document, "#slider", HTMLInputElement);
  #play = one(document, "#play", HTMLElement);
  #back = one(document, "#back", HTMLButtonElement);
  #on = one(document, "#on", HTMLButtonElement);
  #now = one(document, "#now", HTMLButtonElement);

  /** @param {Past} past */
  constructor(past) {
    this.#past = past;
    this.#range.addEventListener("input", () => this.to(Number(this.#range.value)));
    this.#back.addEventListener("click", () => this.to(this.#number - 1));
    this.#on.addEventListener("click", () => this.to(this.#number + 1));
    this.#now.addEventListener("click", () => this.to(past.head));
    this.#play.addEventListener("click", () => (this.#playing ? this.#stop() : this.#start()));
    past.addEventListener("change", () => this.#draw());
  }

  get #number() {
    return Number(this.#range.value);
  }

  /** @param {number} number */
  to(number) {
    this.#stop();
    this.#go(number);
  }

  /**
   * Somebody chose an entry farther down: its table comes into sight, and the arrows go on from there.
   * @param {number} number
   */
  show(number) {
    this.to(number);
    this.#range.closest(".past")?.scrollIntoView({ block: "start" });
    this.#range.focus({ preventScroll: true });
  }

  /** @param {number} number */
  #go(number) {
    const inside = Math.min(Math.max(1, number), this.#past.head);
    this.#range.value = String(inside);
    this.#say(inside);
    this.#past.go(inside);
  }

  /** From the newest entry on there is nothing to play: it begins at the first. */
  #start() {
    if (this.#past.at === null) this.#go(1);
    this.#playing = setInterval(() => this.#next(), PACE_MS);
    this.#show();
  }

  #next() {
    if (this.#past.at === null) return this.#stop();
    this.#go(this.#past.later ?? this.#past.head);
  }

  #stop() {
    clearInterval(this.#playing);
    this.#playing = 0;
    this.#show();
  }

  #show() {
    this.#play.setAttribute("aria-pressed", String(Boolean(this.#playing)));
    this.#play.setAttribute("aria-label", t(this.#playing ? "pause" : "play"));
  }

  #draw() {
    const { at, head } = this.#past;
    const wasNow = this.#number === Number(this.#range.max);
    this.#range.max = String(Math.max(1, head));
    if (at === null && wasNow) this.#range.value = String(head);
    this.#say(this.#number);
    this.#now.disabled = this.#on.disabled = at === null;
    this.#back.disabled = head < 2 || at === 1;
  }

  /** @param {number} number */
  #say(number) {
    this.#range.setAttribute("aria-valuetext", t("slider_value", { number, head: this.#past.head }));
  }
}
