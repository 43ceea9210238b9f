// <vd-last>: the ruling on the card; while there is none, the last that happened.

import { html } from "../dom.js";
import { t } from "../words.js";
import { verdictOf } from "./verdict.js";

const SIZES = [1, 0.9, 0.8, 0.7, 0.6];

class Last extends HTMLElement {
  #shown = "";

  set session(session) {
    session.addEventListener("change", () => this.#draw(session.view));
    new ResizeObserver(() => this.#fit()).observe(this.parentElement);
  }

  /** What is too long for the screen is said smaller, so that nothing is cut off. */
  #fit() {
    for (const size of SIZES) {
      this.style.setProperty("--said", `${size}em`);
      if (this.scrollHeight <= this.parentElement.clientHeight) return;
    }
  }

  #draw(view) {
    if (!view) return;
    const ruling = view.ruling ?? view.last;
    const shot = shotOf(view.cannon);
    const state = JSON.stringify([ruling, Boolean(view.ruling), shot]);
    if (state === this.#shown) return;
    this.#shown = state;
    this.dataset.verdict = ruling?.verdict ?? "";
    if (shot) return (this.replaceChildren(...shot), this.#fit());
    this.replaceChildren(
      ...(ruling
        ? [...(view.ruling ? [] : [html("p", { class: "last-of" }, t("last_ruling"))]), ...verdictOf(ruling)]
        : [html("p", { class: "told last-none" }, t("no_ruling_yet"))]),
    );
    this.#fit();
  }
}

/** A cocked cannon, a shot that waits, or what is proposed: nobody in the room should miss it. */
function shotOf(cannon) {
  const live = cannon?.cannons.find((one) => one.cocked);
  const told = cannon?.proposal
    ? [cannon.proposal.word, cannon.proposal.title, [t("shot_proposed"), cannon.proposal.leave]]
    : live
      ? [t("watch_cocked"), live.title, cannon.safety]
      : cannon?.waiting
        ? [t("watch_shot"), cannon.waiting, []]
        : null;
  if (!told) return null;
  const [word, who, lines] = told;
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
