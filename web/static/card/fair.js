// <vd-fair>: the dialog about Vedette's own dice: the seed fixed before play, a word from each player, the proof.

import { html } from "../dom.js";

export class Fair extends HTMLElement {
  #desk;
  #shown = "";

  set desk(desk) {
    this.#desk = desk;
    this.append(html("dialog", { class: "keys fair", "aria-labelledby": "fair-title" }));
    desk.addEventListener("change", () => this.#draw());
    desk.addEventListener("words-wanted", () => this.open());
  }

  get #dialog() {
    return this.querySelector("dialog");
  }

  open() {
    this.#draw(true);
    if (!this.#dialog.open) this.#dialog.showModal();
    this.#dialog.querySelector("input")?.focus();
  }

  #draw(anyway = false) {
    const dice = this.#desk.view?.fair_dice;
    const state = JSON.stringify(dice);
    if (!dice || (!anyway && (!this.#dialog.open || state === this.#shown))) return;
    this.#shown = state;
    this.#dialog.replaceChildren(
      html("h2", { id: "fair-title" }, "Vedette's dice"),
      html("p", {}, "They were fixed before anybody played; this is the seal of the seed. Each player mixes in a word, so that nobody chose them; after the match the seed is shown, and anybody can throw every die again."),
      html("p", { class: "seal" }, html("code", {}, dice.commitment)),
      dice.words_missing > 0 ? this.#asking(dice) : this.#mixed(dice),
      ...dice.proofs.slice(-1).map(proven),
      html("form", { method: "dialog" }, html("button", { class: "tool", value: "close" }, "Close")),
    );
  }

  #asking(dice) {
    const number = dice.players - dice.words_missing + 1;
    const field = html("input", { id: "fair-word", maxlength: 80, autocomplete: "off", required: true });
    const mix = (event) => {
      event.preventDefault();
      this.#desk.mix(field.value).then(() => this.#dialog.querySelector("input, .roll-now")?.focus());
    };
    return html("form", { class: "fair-form", onsubmit: mix },
      html("label", { for: "fair-word" }, `A word of player ${number} of ${dice.players}`), field,
      html("button", { type: "submit", class: "tool" }, "Mix it in"));
  }

  #mixed(dice) {
    return html("div", { class: "fair-form" },
      html("p", {}, `Every word is in. Dice thrown so far: ${dice.thrown}.`),
      html("button", { type: "button", class: "tool roll-now", onclick: () => this.#dialog.close() }, "Play on"),
      dice.thrown > 0 && html("button", { type: "button", class: "tool", "data-act": "show-seed", onclick: () => this.#desk.showSeed() }, "Show the seed, fix another"));
  }
}

function proven(proof) {
  const file = URL.createObjectURL(new Blob([JSON.stringify(proof, null, 2)], { type: "application/json" }));
  return html("div", { class: "proof" },
    html("h3", {}, "The last seed shown"),
    html("p", { class: "seal" }, html("code", {}, proof.seed)),
    html("p", {}, `Words: ${proof.words.join(", ")}. Dice: ${proof.dice.join(" ")}`),
    html("p", {}, html("a", { href: file, download: "vedette-dice.json" }, "Save the proof"), "; ", html("code", {}, "vedette dice vedette-dice.json"), " checks it."));
}

customElements.define("vd-fair", Fair);
