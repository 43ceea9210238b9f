// <vd-card>: the verdict, or what to do next. Drawn anew on every change; the focus stays where it was.

import { placingCard } from "../byhand/placing.js";
import { whenLetGo } from "../letgo.js";
import { idleCard } from "./idle.js";
import { rulingCard } from "./ruling.js";

export class Card extends HTMLElement {
  #shown = "";

  set desk(desk) {
    desk.addEventListener("change", whenLetGo(this, () => this.#draw(desk)));
  }

  #draw(desk) {
    const { view, ruling, actor } = desk;
    if (!view) return;
    const state = JSON.stringify([ruling, actor, view.undo, view.suggestions, view.reserve, desk.placing, desk.stand(actor), ruling ? null : desk.may, view.mode]);
    if (state === this.#shown) return;
    const top = ruling ? `${ruling.actor} ${ruling.target} ${ruling.dice.length}` : "";
    const sameTop = this.dataset.about === top;
    this.#shown = state;
    const held = this.contains(document.activeElement) ? document.activeElement : null;
    const body = this.querySelector(".card-body");
    const scrolled = sameTop && body ? body.scrollTop : 0;
    this.replaceChildren(...(ruling ? rulingCard(desk) : desk.placing ? placingCard(desk) : idleCard(desk)).filter(Boolean));
    this.dataset.about = top;
    this.dataset.verdict = ruling?.verdict ?? "";
    this.querySelector(".card-body").scrollTop = scrolled;
    if (held) this.#focusLike(held);
    // Where the whole page scrolls, a new verdict comes into sight.
    if (!sameTop && ruling) this.querySelector(".verdict").scrollIntoView({ block: "nearest" });
  }

  #focusLike(held) {
    const { face, act, target } = held.dataset;
    const same =
      (face && this.querySelector(`[data-face="${face}"]`)) ||
      (act && this.querySelector(`[data-act="${act}"]`)) ||
      (target && this.querySelector(`[data-target="${CSS.escape(target)}"]`)) ||
      (held.classList.contains("roll") && this.querySelector(".roll")) ||
      // Never a button that acts: the next Enter was meant for the one that is gone.
      this.querySelector(".card-body");
    same?.focus({ preventScroll: true });
  }
}

customElements.define("vd-card", Card);
