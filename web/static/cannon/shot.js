// <vd-shot>: the casualties proposed, each with its pictures; the referee amends and confirms. It lies over the card.

import { html } from "../dom.js";
import { whenLetGo } from "../letgo.js";
import { t } from "../words.js";

class Shot extends HTMLElement {
  #session;
  #shown = "";
  #number = 0;

  set session(session) {
    this.#session = session;
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
    return this.#session.view?.cannon?.proposal ?? null;
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
    const held = this.contains(document.activeElement) ? document.activeElement.dataset.act : null;
    const scrolled = again ? (this.querySelector(".shot-body")?.scrollTop ?? 0) : 0;
    this.replaceChildren(this.#head(proposal), this.#body(proposal), this.#foot(proposal));
    this.querySelector(".shot-body").scrollTop = scrolled;
    if (held)
      (this.querySelector(`[data-act="${CSS.escape(held)}"]`) ?? this.querySelector(".shot-body")).focus({
        preventScroll: true,
      });
    if (!again) document.getElementById("said").textContent = proposal.said;
    this.#number = proposal.number;
  }

  #head(proposal) {
    return html(
      "header",
      { class: "verdict tone-close" },
      html("span", { class: "verdict-sign", "aria-hidden": "true" }, "≈"),
      html("h2", { class: "verdict-word" }, proposal.word),
      html("p", { class: "verdict-who" }, proposal.title),
    );
  }

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

  #figure(one, k, { number }) {
    const amend = (changes) =>
      this.#session.act("amend", { number, name: one.name, fell: one.fell, ...changes }, "cannon");
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
            html("span", {}, k < 9 ? html("kbd", { "aria-hidden": "true" }, k + 1) : "", " ", t("shot_fell_button")),
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

  /** Option iii: the commander who suffers names one of those the ricochet hit. */
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
              onclick: () => this.#session.act("name", { number, name }, "cannon"),
            },
            `${square} ${name}`,
          ),
        ),
      ),
    );
  }

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
        this.#session.act("amend", { number: proposal.number, name: select.value, fell: true }, "cannon"),
    );
    return html("p", { class: "row shot-add referee-only" }, html("label", { for: "shot-add" }, t("shot_add")), select);
  }

  #foot(proposal) {
    const act = (name) => () => this.#session.act(name, { number: proposal.number }, "cannon");
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

  /** C confirms, N says it was no shot, a digit says whether that figure fell. */
  #key(event) {
    const proposal = this.#proposal;
    if (!proposal || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (document.querySelector("dialog[open]") || event.target.closest?.("input, textarea, select")) return;
    const key = event.key.toLowerCase();
    const act = { c: "shot-confirm", n: "shot-dismiss" }[key];
    if (act) return this.querySelector(`[data-act="${act}"]`)?.click();
    const one = /^[1-9]$/.test(key) ? proposal.casualties[Number(key) - 1] : null;
    if (one) this.#session.act("amend", { number: proposal.number, name: one.name, fell: !one.fell }, "cannon");
  }
}

customElements.define("vd-shot", Shot);
