// <vd-journal>: the number and the seal of the newest entry, so that anybody can note it down.

import { html } from "./dom.js";

class Journal extends HTMLElement {
  set desk(desk) {
    desk.addEventListener("change", () => {
      const head = desk.view?.journal;
      this.toggleAttribute("hidden", !head);
      if (!head) return;
      const short = head.seal.slice(0, 8);
      this.title = `Entry ${head.sequence} of the journal, sealed ${head.seal}`;
      this.replaceChildren(html("span", { class: "only-heard" }, "Journal entry "), `№ ${head.sequence} · `, html("code", {}, short));
    });
  }
}

customElements.define("vd-journal", Journal);
