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
  #button;
  #on = false;
  #last = "";
  /** Browsers speak on a page only once somebody tapped it. */
  #waits = false;

  /** @param {HTMLElement} button */
  constructor(button) {
    this.#button = button;
    button.hidden = !("speechSynthesis" in window);
    if (button.hidden) return;
    this.#on = kept();
    this.#waits = this.#on && !navigator.userActivation?.hasBeenActive;
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

  #show() {
    this.#button.setAttribute("aria-pressed", String(this.#on && !this.#waits));
    this.#button.textContent = t(this.#waits ? "voice_tap" : "voice");
  }

  /**
   * Says a text at once: what was being said is out of date, and nothing is said twice.
   * @param {string} text
   */
  say(text) {
    if (!this.#on || this.#waits || !text || text === this.#last) return;
    this.#last = text;
    speechSynthesis.cancel();
    const utterance = new SpeechSynthesisUtterance(text);
    const { lang } = document.documentElement;
    const voices = speechSynthesis.getVoices();
    const voice = voices.find((each) => each.lang.toLowerCase().startsWith(lang));
    if (voices.length > 0 && !voice) {
      this.#button.textContent = t("voice_none"); // another language's voice would read this wrong
      return;
    }
    utterance.lang = voice?.lang ?? lang;
    if (voice) utterance.voice = voice;
    utterance.addEventListener("error", ({ error }) => {
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
  const voice = new Voice(one(document, "#tool-voice", HTMLElement));
  /** @param {string} text */
  const tell = (text) => {
    said.textContent = text;
    voice.say(text);
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
  session.addEventListener("said", (event) => event instanceof CustomEvent && tell(spoken(event.detail)));
  session.addEventListener("told", (event) => event instanceof CustomEvent && tell(event.detail));
  return tell;
}
