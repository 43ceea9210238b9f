// <vd-call>: a referee of the hall is called, and who comes; hidden while nobody is called.

import { html, one } from "./dom.js";
import { Piece } from "./piece.js";
import { t } from "./words.js";

/** @import { Session } from "./session.js" */

class Call extends Piece {
  /** @param {Session} session */
  begin(session) {
    const dialog = one(document, "#call", HTMLDialogElement);
    const about = one(dialog, "input", HTMLInputElement);
    /** @type {NodeListOf<HTMLElement>} */
    const buttons = document.querySelectorAll("[data-call]");
    for (const button of buttons)
      button.addEventListener("click", () => {
        button.closest("details")?.removeAttribute("open");
        dialog.showModal();
      });
    dialog.addEventListener("close", () => {
      if (dialog.returnValue === "call") session.act("referee", { about: about.value }, "call");
      dialog.returnValue = about.value = "";
    });
    let known = "";
    session.addEventListener("change", () => {
      const call = session.view?.call;
      for (const button of buttons) button.toggleAttribute("hidden", !call || call.open);
      this.toggleAttribute("hidden", !call?.open);
      this.classList.toggle("in-trouble", Boolean(call?.open));
      if (known === (call?.said ?? "")) return;
      known = call?.said ?? "";
      this.replaceChildren(html("strong", { role: "status" }, known), " ");
      if (call?.open && document.documentElement.dataset.role !== "spectator")
        this.append(
          html(
            "button",
            { type: "button", class: "tool", onclick: () => session.act("close", {}, "call") },
            t("call_close"),
          ),
        );
    });
  }
}

customElements.define("vd-call", Call);
