// <vd-tools>: the tools over the plan, one in hand at a time; folded into one button where there is little room.

import { html, svg } from "../dom.js";
import { t } from "../words.js";
import { KINDS } from "./tools.js";

/** @import { Hands } from "./hands.js" */
/** @import { Session } from "../session.js" */

const ICONS = {
  ruler: "M2 13 13 2 18 7 7 18ZM5 10 7 12M8 7 10 9M11 4 13 6",
  path: "M3 17 7 9 13 12 17 3",
  burst: "M10 3A7 7 0 1 0 10 17A7 7 0 1 0 10 3M10 7V13M7 10H13",
  arc: "M10 17 3 6A9 9 0 0 1 17 6Z",
};

export class Toolbar extends HTMLElement {
  /**
   * @param {Session} session
   * @param {Hands} hands
   */
  connect(session, hands) {
    /** @param {"ruler" | "path" | "burst" | "arc"} kind */
    const button = (kind) =>
      html(
        "button",
        {
          type: "button",
          class: "tool",
          "data-tool": kind,
          "aria-pressed": "false",
          title: t(`tool_${kind}_title`),
          onclick: (event) => {
            session.tools.take(kind);
            if (!event.detail && session.tools.kind) hands.showCross();
          },
        },
        icon(ICONS[kind]),
        html("span", {}, t(`tool_${kind}`)),
      );
    const buttons = new Map(KINDS.map((kind) => [kind, button(kind)]));
    const row = html("div", { class: "tools-row", role: "toolbar", "aria-label": t("tools") }, ...buttons.values());
    const fold = html(
      "button",
      {
        type: "button",
        class: "tool tools-fold",
        "aria-expanded": "false",
        "aria-label": t("tools"),
        title: t("tools"),
      },
      icon(ICONS.ruler),
    );
    fold.addEventListener("click", () => this.#open(!this.classList.contains("is-open"), fold));
    this.replaceChildren(fold, row);
    session.addEventListener("change", () => {
      for (const [kind, each] of buttons)
        each.setAttribute("aria-pressed", String(!session.tools.aim && session.tools.kind === kind));
      buttons.get("burst")?.toggleAttribute("hidden", !session.view?.bursts.length);
      if (session.tools.kind) this.#open(false, fold);
      fold.setAttribute("aria-pressed", String(Boolean(session.tools.kind)));
    });
  }

  /**
   * @param {boolean} open
   * @param {Element} fold
   */
  #open(open, fold) {
    this.classList.toggle("is-open", open);
    fold.setAttribute("aria-expanded", String(open));
  }
}

/** @param {string} d */
const icon = (d) => svg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, svg("path", { d }));

customElements.define("vd-tools", Toolbar);
