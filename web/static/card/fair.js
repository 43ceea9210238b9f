// <vd-fair>: the dialog about Vedette's own dice: the seed fixed before play, a word from who likes, the proof.

import { drawAnew, html } from "../dom.js";
import { Piece } from "../piece.js";
import { t } from "../words.js";

/** @import { Session } from "../session.js" */
/** @import { FairDiceView } from "../types.js" */

class Fair extends Piece {
  #shown = "";
  #word = html("input", { id: "fair-word", maxlength: 80, autocomplete: "off", required: true });
  #dialog = html("dialog", { class: "keys fair", "aria-labelledby": "fair-title" });

  /**
   * @param {Session} session
   */
  begin(session) {
    this.append(this.#dialog);
    session.addEventListener("change", () => this.#draw());
    session.addEventListener("words-wanted", () => this.open());
  }

  open() {
    this.#draw(true);
    if (!this.#dialog.open) this.#dialog.showModal();
    this.#dialog.querySelector("input")?.focus({ preventScroll: true });
  }

  #draw(anyway = false) {
    const { fair_dice: dice, die } = this.session.view ?? {};
    const state = JSON.stringify(dice);
    if (!dice || (!anyway && (!this.#dialog.open || state === this.#shown))) return;
    this.#shown = state;
    drawAnew(this.#dialog, () => [
      html("h2", { id: "fair-title" }, t("fair_title")),
      html("p", {}, t("fair_how")),
      html("p", { class: "seal" }, html("code", {}, dice.commitment)),
      ...(dice.words_missing > 0 ? [this.#asking(dice)] : []),
      this.#thrown(dice),
      ...(die ? [html("p", {}, t("fair_faces", { faces: die.join(", ") }))] : []),
      ...dice.proofs.slice(-1).map(proven),
    ]);
  }

  /** @param {FairDiceView} dice */
  #asking(dice) {
    const number = dice.players - dice.words_missing + 1;
    const mix = async (/** @type {Event} */ event) => {
      event.preventDefault();
      await this.session.mix(this.#word.value);
      if (this.session.view?.fair_dice?.words_missing !== dice.words_missing) this.#word.value = "";
      /** @type {HTMLElement | null} */
      const next = this.#dialog.querySelector("input, .play-on");
      next?.focus();
    };
    return html(
      "form",
      { class: "row fair-form", onsubmit: mix },
      html("label", { for: "fair-word" }, t("fair_word", { number, players: dice.players })),
      this.#word,
      html("button", { type: "submit", class: "tool" }, t("fair_mix")),
    );
  }

  /** @param {FairDiceView} dice */
  #thrown(dice) {
    return html(
      "div",
      { class: "row fair-form" },
      html("p", {}, t("fair_ready", { count: dice.thrown })),
      html("button", { type: "button", class: "tool play-on", onclick: () => this.#dialog.close() }, t("fair_play")),
      dice.thrown > 0 &&
        html(
          "button",
          { type: "button", class: "tool", "data-act": "show-seed", onclick: () => this.session.showSeed() },
          t("fair_show"),
        ),
    );
  }
}

/** @param {FairDiceView["proofs"][number]} proof */
function proven(proof) {
  const file = URL.createObjectURL(new Blob([JSON.stringify(proof, null, 2)], { type: "application/json" }));
  return html(
    "div",
    { class: "proof" },
    html("h3", {}, t("fair_last")),
    html("p", { class: "seal" }, html("code", {}, proof.seed)),
    html(
      "p",
      {},
      t("fair_words", { words: proof.words.join(", ") || "–", dice: Object.values(proof.throws).flat().join(" ") }),
    ),
    html(
      "p",
      {},
      html("a", { href: file, download: "vedette-dice.json" }, t("fair_save")),
      "; ",
      t("fair_check", { command: "vedette dice vedette-dice.json" }),
    ),
  );
}

customElements.define("vd-fair", Fair);
