// The browser's own voice: off until its button is pressed, remembered by this browser, and always at the newest.

import { one } from "../dom.js";
import { t } from "../words.js";
import { newsSaid, spoken } from "./sentences.js";

/** @import { Session } from "../session.js" */
/** @import { View } from "../types.js" */

const KEY = `vedette-voice ${location.pathname}`; // a television and a page on one computer are two places

/** Whether this browser was told to speak here; one that keeps nothing is silent each time. */
function kept() {
  try {
    return localStorage.getItem(KEY) === "on";
  } catch {
    return false;
  }
}

/** @param {boolean} on */
function keep(on) {
  try {
    localStorage.setItem(KEY, on ? "on" : "off");
  } catch {
    // Then it holds for this visit.
  }
}

export class Voice {
  #buttons;
  #on = false;
  #last = "";
  /** @type {SpeechSynthesisUtterance | null} What is being said of the match itself, until it is out. */
  #news = null;
  /** Browsers speak on a page only once somebody tapped it. */
  #waits = false;

  /** @param {HTMLElement[]} buttons in the bar and in the menu: on a phone there is no room for the first */
  constructor(buttons) {
    this.#buttons = buttons;
    const silent = !("speechSynthesis" in window);
    for (const button of buttons) button.hidden = silent;
    if (silent) return;
    this.#on = kept();
    this.#waits = this.#on && !navigator.userActivation?.hasBeenActive;
    for (const button of buttons)
      button.addEventListener("click", (event) => {
        event.stopPropagation(); // this tap is the one that browsers ask for
        this.#turn(!this.#on || this.#waits);
      });
    for (const kind of ["click", "keydown"]) document.addEventListener(kind, () => this.#waits && this.#turn(true));
    this.#show();
  }

  /** @param {boolean} on */
  #turn(on) {
    this.#on = on;
    this.#waits = false;
    keep(on);
    this.#show();
    this.#last = "";
    if (on) this.say(t("voice_on"));
    else speechSynthesis.cancel();
  }

  /** @param {string} word */
  #show(word = this.#waits ? "voice_tap" : "voice") {
    for (const button of this.#buttons) {
      button.setAttribute("aria-pressed", String(this.#on && !this.#waits));
      button.textContent = t(word);
    }
  }

  /**
   * Says a text at once: what was being said is out of date, and nothing is said twice. Only what is no news of the
   * match, such as who moved in the turn before, waits until the news are out.
   * @param {string} text
   * @param {boolean} isNews
   */
  say(text, isNews = true) {
    if (!this.#on || this.#waits || !text || text === this.#last) return;
    this.#last = text;
    if (isNews || !this.#news) speechSynthesis.cancel();
    const utterance = new SpeechSynthesisUtterance(text);
    const { lang } = document.documentElement;
    const voices = speechSynthesis.getVoices();
    const voice = voices.find((each) => each.lang.toLowerCase().startsWith(lang));
    if (voices.length > 0 && !voice) {
      this.#show("voice_none"); // another language's voice would read this wrong
      return;
    }
    utterance.lang = voice?.lang ?? lang;
    if (voice) utterance.voice = voice;
    const out = () => {
      if (this.#news === utterance) this.#news = null;
    };
    if (isNews) this.#news = utterance;
    utterance.addEventListener("end", out);
    utterance.addEventListener("error", ({ error }) => {
      out();
      if (error !== "not-allowed") return;
      this.#waits = true;
      this.#show();
    });
    speechSynthesis.speak(utterance);
  }
}

/**
 * Puts every sentence into the live region and says it aloud: both say the same.
 * @param {Session} session
 */
export function tellAloud(session) {
  const said = one(document, "#said", HTMLElement);
  const voice = new Voice([...document.querySelectorAll("[data-voice]")].filter((it) => it instanceof HTMLElement));
  /**
   * @param {string} text
   * @param {boolean} isNews
   */
  const tell = (text, isNews = true) => {
    said.textContent = text;
    voice.say(text, isNews);
  };
  /** @type {View | null} */
  let before = null;
  session.addEventListener("change", () => {
    const { view } = session;
    if (!view || view === before) return;
    const text = newsSaid(before, view);
    before = view;
    if (text) tell(text);
  });
  session.addEventListener("said", (event) => event instanceof CustomEvent && tell(spoken(event.detail), false));
  session.addEventListener("told", (event) => event instanceof CustomEvent && tell(event.detail));
  return tell;
}
