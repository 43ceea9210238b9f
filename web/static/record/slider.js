// The slider over all entries, one back, one on, play, and back to now.

import { t } from "../words.js";

const PACE_MS = 2200;

export class Slider {
  #past;
  #playing = 0;
  #range = document.getElementById("slider");
  #play = document.getElementById("play");

  constructor(past) {
    this.#past = past;
    this.#range.addEventListener("input", () => this.to(Number(this.#range.value)));
    document.getElementById("back").addEventListener("click", () => this.to(this.#number - 1));
    document.getElementById("on").addEventListener("click", () => this.to(this.#number + 1));
    document.getElementById("now").addEventListener("click", () => this.to(past.head));
    this.#play.addEventListener("click", () => (this.#playing ? this.#stop() : this.#start()));
    past.addEventListener("change", () => this.#draw());
  }

  get #number() {
    return Number(this.#range.value);
  }

  to(number) {
    this.#stop();
    this.#go(number);
  }

  /** Somebody chose an entry farther down: its table comes into sight, and the arrows go on from there. */
  show(number) {
    this.to(number);
    this.#range.closest(".past").scrollIntoView({ block: "start" });
    this.#range.focus({ preventScroll: true });
  }

  #go(number) {
    const inside = Math.min(Math.max(1, number), this.#past.head);
    this.#range.value = inside;
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
    this.#go(this.#past.view.later ?? this.#past.head);
  }

  #stop() {
    clearInterval(this.#playing);
    this.#playing = 0;
    this.#show();
  }

  #show() {
    this.#play.setAttribute("aria-pressed", Boolean(this.#playing));
    this.#play.setAttribute("aria-label", t(this.#playing ? "pause" : "play"));
  }

  #draw() {
    const { at, head } = this.#past;
    const wasNow = this.#number === Number(this.#range.max);
    this.#range.max = Math.max(1, head);
    if (at === null && wasNow) this.#range.value = head;
    this.#say(this.#number);
    document.getElementById("now").disabled = at === null;
    document.getElementById("on").disabled = at === null;
    document.getElementById("back").disabled = head < 2 || at === 1;
  }

  #say(number) {
    this.#range.setAttribute("aria-valuetext", t("slider_value", { number, head: this.#past.head }));
  }
}
