// <vd-shot>: the casualties proposed, each with its pictures; the referee amends and confirms. It lies over the card.

import { held, html, nearest, one, withData } from "../dom.js";
import { whenLetGo } from "../letgo.js";
import { Piece } from "../piece.js";
import { t } from "../words.js";

/** @import { Session } from "../session.js" */
/** @import { CasualtyView, Child, ProposalView } from "../types.js" */

class Shot extends Piece {
  #shown = "";
  #number = 0;

  /** @param {Session} session */
  begin(session) {
    this.hidden = true;
    this.setAttribute("role", "region");
    this.setAttribute("aria-label", t("shot_region"));
    session.addEventListener(
      "change",
      whenLetGo(this, () => this.#draw()),
    );
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  get #proposal() {
    return this.session.view?.cannon?.proposal ?? null;
  }

  #draw() {
    const proposal = this.#proposal;
    document.body.classList.toggle("shot-open", Boolean(proposal));
    this.hidden = !proposal;
    const state = JSON.stringify(proposal);
    if (state === this.#shown) return;
    this.#shown = state;
    if (!proposal) return this.replaceChildren();
    const again = proposal.number === this.#number;
    const act = held(this)?.dataset.act;
    const scrolled = again ? (this.querySelector(".shot-body")?.scrollTop ?? 0) : 0;
    const body = this.#body(proposal);
    this.replaceChildren(this.#head(proposal), body, this.#foot(proposal));
    body.scrollTop = scrolled;
    if (act) (withData(this, "act", act) ?? body).focus({ preventScroll: true });
    if (!again) one(document, "#said", HTMLElement).textContent = proposal.said;
    this.#number = proposal.number;
  }

  /** @param {ProposalView} proposal */
  #head(proposal) {
    return html(
      "header",
      { class: "verdict tone-close" },
      html("span", { class: "verdict-sign", "aria-hidden": "true" }, "≈"),
      html("h2", { class: "verdict-word" }, proposal.word),
      html("p", { class: "verdict-who" }, proposal.title),
    );
  }

  /** @param {ProposalView} proposal */
  #body(proposal) {
    return html(
      "div",
      { class: "card-body shot-body", tabindex: 0, role: "group", "aria-label": t("details") },
      html("p", { class: "shot-leave" }, proposal.leave),
      proposal.refused &&
        html("p", { class: "aside is-bad" }, html("span", { "aria-hidden": "true" }, "✕ "), proposal.refused),
      ...proposal.notes.map((note) => html("p", { class: "aside" }, note)),
      html("ol", { class: "shot-figures" }, ...proposal.casualties.map((one, k) => this.#figure(one, k, proposal))),
      ...proposal.to_name.map((one) => this.#toName(one, proposal)),
      ...proposal.moved.map((text) => html("p", { class: "shot-aside" }, text)),
      html("p", { class: "shot-aside" }, proposal.shell),
      proposal.more && html("p", { class: "aside" }, proposal.more),
      this.#add(proposal),
      html("p", { class: "shot-aside" }, t("shot_proposed")),
    );
  }

  /**
   * @param {CasualtyView} one
   * @param {number} k
   * @param {ProposalView} proposal
   */
  #figure(one, k, { number }) {
    const amend = (/** @type {{ fell?: boolean, cause?: string }} */ changes) =>
      this.session.act("amend", { number, name: one.name, fell: one.fell, ...changes }, "cannon");
    /**
     * @param {string} act
     * @param {Child} text
     * @param {boolean} chosen
     * @param {{ fell?: boolean, cause?: string }} changes
     */
    const choice = (act, text, chosen, changes) =>
      html(
        "button",
        {
          type: "button",
          class: "shot-choice",
          "data-act": `${act}-${one.name}`,
          "aria-pressed": String(chosen),
          onclick: () => amend(changes),
        },
        text,
      );
    return html(
      "li",
      { class: one.fell ? (one.leaves ? "leaves" : "stays") : "stands", "data-name": one.name },
      html("div", { class: "shot-pictures" }, this.#picture(one, "before"), this.#picture(one, "after")),
      html(
        "div",
        { class: "shot-told" },
        html("p", { class: "row shot-name" }, html("strong", {}, one.square), html("span", {}, one.name)),
        html(
          "p",
          { class: "shot-fate" },
          html("span", { class: "shot-sign", "aria-hidden": "true" }, one.leaves ? "✕" : one.fell ? "↺" : "✓"),
          one.fate,
        ),
        one.sure && html("p", { class: "shot-sure" }, one.sure),
      ),
      html(
        "div",
        { class: "row shot-asked referee-only" },
        html(
          "div",
          { class: "shot-choices", role: "group", "aria-label": t("shot_fell_question", { name: one.name }) },
          choice(
            "fell",
            html(
              "span",
              {},
              k < 9 ? html("kbd", { "aria-hidden": "true" }, String(k + 1)) : "",
              " ",
              t("shot_fell_button"),
            ),
            one.fell,
            { fell: true },
          ),
          choice("stands", t("shot_stands_button"), !one.fell, { fell: false }),
        ),
        one.fell &&
          one.causes.length > 0 &&
          html(
            "div",
            { class: "shot-choices", role: "group", "aria-label": t("shot_cause_question", { name: one.name }) },
            ...one.causes.map(({ key, text }) =>
              choice(`cause-${key}`, text, one.cause === key, { fell: true, cause: key }),
            ),
          ),
        one.fell && one.causes.length > 0 && html("p", { class: "shot-sure" }, one.cause_said),
      ),
    );
  }

  /**
   * Option iii: the commander who suffers names one of those the ricochet hit.
   * @param {ProposalView["to_name"][number]} one
   * @param {ProposalView} proposal
   */
  #toName(one, { number }) {
    return html(
      "fieldset",
      { class: "shot-name-one" },
      html("legend", {}, one.text),
      html(
        "div",
        { class: "shot-choices referee-only" },
        ...one.among.map(({ name, square, chosen }) =>
          html(
            "button",
            {
              type: "button",
              class: "shot-choice",
              "data-act": `name-${name}`,
              "aria-pressed": String(chosen),
              onclick: () => this.session.act("name", { number, name }, "cannon"),
            },
            `${square} ${name}`,
          ),
        ),
        one.nobody &&
          html(
            "button",
            {
              type: "button",
              class: "shot-choice",
              "data-act": `name-nobody-${one.side}`,
              "aria-pressed": String(one.nobody_chosen),
              onclick: () => this.session.act("nobody", { number, side: one.side }, "cannon"),
            },
            one.nobody,
          ),
      ),
    );
  }

  /**
   * @param {CasualtyView} one
   * @param {"before" | "after"} when
   */
  #picture(one, when) {
    const source = one[when];
    return html(
      "figure",
      {},
      source
        ? html("img", { src: source, alt: t(`shot_${when}`, { name: one.name }), width: 160, height: 160 })
        : html("span", { class: "shot-no-picture" }),
      html("figcaption", {}, t(`shot_${when}_short`)),
    );
  }

  /** @param {ProposalView} proposal */
  #add(proposal) {
    if (!proposal.others.length) return null;
    const select = html(
      "select",
      { id: "shot-add", "data-act": "shot-add" },
      html("option", { value: "" }, t("shot_add_choose")),
      ...proposal.others.map(({ name, square }) => html("option", { value: name }, `${square} ${name}`)),
    );
    select.addEventListener(
      "change",
      () =>
        select.value &&
        this.session.act("amend", { number: proposal.number, name: select.value, fell: true }, "cannon"),
    );
    return html("p", { class: "row shot-add referee-only" }, html("label", { for: "shot-add" }, t("shot_add")), select);
  }

  /** @param {ProposalView} proposal */
  #foot(proposal) {
    const act = (/** @type {string} */ name) => () => this.session.act(name, { number: proposal.number }, "cannon");
    const dismiss = html(
      "button",
      {
        type: "button",
        class: proposal.misfire ? "decide tone-in shot-confirm" : "tool",
        "data-act": "shot-dismiss",
        title: t("shot_dismiss_title"),
        onclick: act("dismiss"),
      },
      proposal.misfire ? t("shot_dismiss_misfire") : t("shot_dismiss"),
    );
    const confirm = html(
      "button",
      {
        type: "button",
        class: proposal.misfire ? "tool" : "decide tone-in shot-confirm",
        "data-act": "shot-confirm",
        title: t("shot_confirm_title"),
        onclick: act("confirm"),
      },
      proposal.confirm,
    );
    return html("footer", { class: "card-foot row shot-foot referee-only" }, confirm, dismiss);
  }

  /**
   * C confirms, N says it was no shot, a digit says whether that figure fell.
   * @param {KeyboardEvent} event
   */
  #key(event) {
    const proposal = this.#proposal;
    if (!proposal || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (document.querySelector("dialog[open]") || nearest(event, "input, textarea, select")) return;
    const key = event.key.toLowerCase();
    const act = { c: "shot-confirm", n: "shot-dismiss" }[key];
    const button = withData(this, "act", act);
    if (act) return button instanceof HTMLElement && button.click();
    const one = /^[1-9]$/.test(key) ? proposal.casualties[Number(key) - 1] : null;
    if (one) this.session.act("amend", { number: proposal.number, name: one.name, fell: !one.fell }, "cannon");
  }
}

customElements.define("vd-shot", Shot);
