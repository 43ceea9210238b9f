// <vd-cards>: how the cards lie round the play area, each ticked as soon as the camera sees it.

import { html } from "../dom.js";
import { t } from "../words.js";
import { onLive } from "./api.js";

/** @import { AnyLiveView } from "../types.js" */

/**
 * What is said of the cards: how many are seen, and which are not.
 * @param {AnyLiveView} live
 */
export function cardsSaid(live) {
  if (!("frame_of" in live)) return "";
  if (!live.missing.length) return t("cards_all");
  const seen = t("live_frame", { seen: live.frame_seen, expected: live.frame_of });
  return live.frame_seen ? `${seen} · ${t("live_missing", { ids: live.missing.join(", ") })}` : seen;
}

class Cards extends HTMLElement {
  #said = html("p", { class: "line", role: "status" });

  connectedCallback() {
    this.append(this.#said);
    document.addEventListener("live", this.#tell);
  }

  disconnectedCallback() {
    document.removeEventListener("live", this.#tell);
  }

  #tell = onLive((live) => {
    const said = cardsSaid(live);
    if (!said || !("frame_of" in live)) return;
    /** @type {NodeListOf<SVGElement>} */
    const cards = this.querySelectorAll("[data-card]");
    for (const card of cards) {
      const seen = !live.missing.includes(Number(card.dataset.card));
      card.classList.toggle("cell-2", seen);
      const number = card.nextElementSibling;
      if (number) number.textContent = seen ? `${card.dataset.card} ✓` : (card.dataset.card ?? "");
    }
    if (this.#said.textContent !== said) this.#said.textContent = said;
    this.#said.classList.toggle("good", !live.missing.length);
  });
}

customElements.define("vd-cards", Cards);
