// <vd-journal>: the number and the seal of the newest entry, so that anybody can note it down; what the journal lacks.

import { html } from "./dom.js";
import { Piece } from "./piece.js";
import { t } from "./words.js";

/** @import { Session } from "./session.js" */

class Journal extends Piece {
  /** @param {Session} session */
  begin(session) {
    session.addEventListener("change", () => {
      const head = session.view?.journal;
      this.toggleAttribute("hidden", !head);
      if (!head) return;
      const short = head.seal.slice(0, 8);
      this.title = t("journal_title", { number: head.sequence, seal: head.seal });
      this.replaceChildren(
        html("span", { class: "only-heard" }, `${t("journal_entry")} `),
        `№ ${head.sequence} · `,
        html("code", {}, short),
      );
      this.classList.toggle("in-trouble", Boolean(head.trouble));
      if (head.trouble) this.append(" ", html("strong", { role: "status" }, head.trouble));
    });
  }
}

customElements.define("vd-journal", Journal);
