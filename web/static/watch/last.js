// <vd-last>: the ruling on the card; while there is none, the last that happened.

import { html } from "../dom.js";
import { Piece } from "../piece.js";
import { t } from "../words.js";
import { verdictOf } from "./verdict.js";

/** @import { Session } from "../session.js" */
/** @import { CannonsView, View } from "../types.js" */

const SIZES = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4];

class Last extends Piece {
  #shown = "";

  /** @param {Session} session */
  begin(session) {
    session.addEventListener("change", () => this.#draw(session.view));
    if (this.parentElement) new ResizeObserver(() => this.#fit()).observe(this.parentElement);
  }

  /** What is too long for the screen is said smaller, so that nothing is cut off. */
  #fit() {
    for (const size of SIZES) {
      this.style.setProperty("--said", `${size}em`);
      if (this.scrollHeight <= (this.parentElement?.clientHeight ?? 0)) return;
    }
  }

  /** @param {View | null} view */
  #draw(view) {
    if (!view) return;
    const ruling = view.ruling ?? view.last;
    const shot = shotOf(view.cannon);
    const state = JSON.stringify([ruling, Boolean(view.ruling), shot]);
    if (state === this.#shown) return;
    this.#shown = state;
    this.dataset.verdict = ruling?.verdict ?? "";
    const shown =
      shot ??
      (ruling
        ? [...(view.ruling ? [] : [html("p", { class: "last-of" }, t("last_ruling"))]), ...verdictOf(ruling)]
        : [html("p", { class: "told last-none" }, t("no_ruling_yet"))]);
    this.replaceChildren(...shown);
    this.#fit();
  }
}

/**
 * A cocked cannon, a shot that waits, or what is proposed: nobody in the room should miss it.
 * @param {CannonsView | null} cannon
 */
function shotOf(cannon) {
  const live = cannon?.cannons.find((one) => one.cocked);
  if (cannon?.proposal) {
    const { word, title, leave } = cannon.proposal;
    return shotCard(word, title, [t("shot_proposed"), leave]);
  }
  if (cannon && live) return shotCard(t("watch_cocked"), live.title, cannon.safety);
  return cannon?.waiting ? shotCard(t("watch_shot"), cannon.waiting, []) : null;
}

/**
 * @param {string} word
 * @param {string} who
 * @param {readonly string[]} lines
 */
function shotCard(word, who, lines) {
  return [
    html(
      "header",
      { class: "verdict tone-close" },
      html("span", { class: "verdict-sign", "aria-hidden": "true" }, "!"),
      html("h2", { class: "verdict-word" }, word),
      html("p", { class: "verdict-who" }, who),
    ),
    html("div", { class: "told" }, ...lines.map((line) => html("p", { class: "told-why" }, line))),
  ];
}

customElements.define("vd-last", Last);
