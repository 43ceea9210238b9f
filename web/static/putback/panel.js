// <vd-putback>: what is proposed after a bump, the moment to go back to, and each stand's way home in large type.

import { held, html, one, svg, withData } from "../dom.js";
import { Piece } from "../piece.js";
import { t } from "../words.js";
import { chooseEdge, EDGES, edgeNow, seenFrom } from "./edge.js";
import { beginning } from "./exactness.js";
import { askWhen } from "./moments.js";

/** @import { Session } from "../session.js" */
/** @import { HintView, PutBackView } from "../types.js" */

class PutBack extends Piece {
  /** @type {Map<string, ReturnType<typeof rowOf>>} */
  #rows = new Map();
  /** @type {Map<string, string>} */
  #states = new Map();
  /** @type {number | null} */
  #ended = null;
  #underWay = false;
  #asked = "";
  #proposal = html("aside", { class: "bar-row putback-ask", "aria-label": t("put_title"), hidden: true });
  #dialog = html("dialog", { class: "keys putback-moments", "aria-labelledby": "putback-title" });
  #progress = html("span", { class: "putback-progress" });
  #bar = html("span", {});
  #list = html("ol", { class: "putback-list", "aria-label": t("put_list") });

  /** @param {Session} session */
  begin(session) {
    this.hidden = true;
    this.setAttribute("role", "region");
    this.setAttribute("aria-label", t("put_title"));
    one(document, "header.bar", HTMLElement).after(this.#proposal);
    document.body.append(this.#dialog);
    session.addEventListener("put-back-wanted", () => this.open());
    session.addEventListener("change", () => this.#draw());
  }

  /** Ask as at which moment; while stands are being put back there is nothing to ask. */
  async open() {
    const { view } = this.session;
    if (view && !view.put_back.under_way && !this.#dialog.open) await askWhen(this.#dialog, this.session, view);
  }

  #draw() {
    const putBack = this.session.view?.put_back;
    if (!putBack) return;
    this.#propose(putBack);
    this.#tellEnd(putBack);
    document.body.classList.toggle("putting-back", putBack.under_way);
    this.hidden = !putBack.under_way;
    if (putBack.under_way && !this.#underWay) this.#begin();
    this.#underWay = putBack.under_way;
    if (putBack.under_way) this.#show(putBack.told);
    else this.#states.clear();
  }

  /** @param {PutBackView} putBack */
  #propose({ proposal }) {
    const state = JSON.stringify(proposal && [proposal.text, proposal.stands]);
    if (state === this.#asked) return;
    const act = held(this.#proposal)?.dataset.act;
    this.#asked = state;
    this.#proposal.hidden = !proposal;
    if (!proposal) return;
    const before = this.#proposal.querySelector("strong")?.textContent;
    this.#proposal.replaceChildren(
      html("p", {}, html("strong", {}, proposal.text), html("span", {}, proposal.stands.join(", "))),
      html(
        "div",
        { class: "row putback-answers" },
        html(
          "button",
          {
            type: "button",
            class: "decide tone-in putback-yes",
            "data-act": "put-accept",
            onclick: () => this.session.act("begin", beginning(), "putting-back"),
          },
          t("put_accept"),
        ),
        html(
          "button",
          {
            type: "button",
            class: "tool",
            "data-act": "put-decline",
            onclick: () => this.session.act("decline", {}, "putting-back"),
          },
          t("put_decline"),
        ),
      ),
    );
    withData(this.#proposal, "act", act)?.focus();
    if (proposal.text !== before) this.#say(proposal.text);
  }

  /** @param {PutBackView} putBack */
  #tellEnd({ ended, under_way: underWay }) {
    if (ended && this.#ended !== null && ended.number > this.#ended && !underWay) this.session.say(ended.text);
    this.#ended = ended?.number ?? 0;
  }

  #begin() {
    this.#rows.clear();
    this.#progress.textContent = "";
    this.#list.replaceChildren();
    const edge = html(
      "select",
      { id: "putback-edge" },
      ...EDGES.map((name) => html("option", { value: name, selected: name === edgeNow() }, t(`put_edge_${name}`))),
    );
    edge.addEventListener("change", () => {
      chooseEdge(EDGES[edge.selectedIndex]);
      this.session.dispatchEvent(new Event("change"));
    });
    this.replaceChildren(
      html(
        "header",
        { class: "bar-row putback-head" },
        html("h2", {}, t("put_under_way")),
        this.#progress,
        html("div", { class: "putback-bar", "aria-hidden": "true" }, this.#bar),
      ),
      html(
        "div",
        { class: "card-body putback-body", tabindex: 0, role: "group", "aria-label": t("put_list") },
        this.#list,
      ),
      html(
        "footer",
        { class: "card-foot row putback-foot" },
        html("label", { for: "putback-edge" }, t("put_stand_at")),
        edge,
        html(
          "button",
          {
            type: "button",
            class: "tool",
            "data-act": "put-leave",
            title: t("put_leave_title"),
            onclick: () => this.session.act("end", {}, "putting-back"),
          },
          t("put_leave"),
        ),
      ),
    );
  }

  /** @param {HintView[]} told */
  #show(told) {
    const back = told.filter((one) => one.state === "back").length;
    this.#progress.textContent = t("put_progress", { back, count: told.length });
    this.#bar.style.setProperty("--share", String(told.length ? back / told.length : 0));
    const rows = told.map((one) => this.#row(one));
    if (rows.some((row, k) => this.#list.children[k] !== row) || this.#list.children.length !== rows.length)
      this.#list.replaceChildren(...rows);
    this.#announce(told, back);
  }

  /**
   * A row stays the same element from look to look: only what changed is written anew.
   * @param {HintView} one
   */
  #row(one) {
    const made = this.#rows.get(one.name) ?? rowOf(one.name, this.session.stand(one.name)?.kind ?? "");
    this.#rows.set(one.name, made);
    const { row, sign, way } = made;
    const state = JSON.stringify([
      one.state,
      one.way[edgeNow()],
      one.now && seenFrom(edgeNow(), one.ghost, one.now).map((cm) => cm.toFixed(1)),
    ]);
    if (row.dataset.told === state) return row;
    row.dataset.told = state;
    row.className = `is-${one.state}`;
    sign.replaceChildren(signOf(one));
    way.replaceChildren(...one.way[edgeNow()].map((line) => html("span", {}, line)));
    return row;
  }

  /**
   * Said aloud: how it begins, and each stand that is back; not every millimetre.
   * @param {HintView[]} told
   * @param {number} back
   */
  #announce(told, back) {
    const first = this.#states.size === 0;
    const home = told.filter(
      (one) => one.state === "back" && this.#states.has(one.name) && this.#states.get(one.name) !== "back",
    );
    for (const one of told) this.#states.set(one.name, one.state);
    if (first && told.length)
      this.#say(
        t("put_said_begun", { count: told.length, name: told[0].name, way: told[0].way[edgeNow()].join(", ") }),
      );
    else if (home.length)
      this.#say(t("put_said_back", { name: home.map((one) => one.name).join(", "), back, count: told.length }));
  }

  /** @param {string} text */
  #say(text) {
    one(document, "#said", HTMLElement).textContent = text;
  }
}

/**
 * An arrow the way the hand goes, a turn, a tick, or what keeps the camera from seeing.
 * @param {HintView} one
 */
function signOf(one) {
  const icon = (/** @type {string[]} */ ...paths) =>
    svg("svg", { viewBox: "-12 -12 24 24" }, ...paths.map((d) => svg("path", { d })));
  if (one.state === "back") return icon("M-8 .5 -2.500 6 8.500-6");
  if (one.state === "there") return icon("M-8 0H8M0-8V8");
  if (one.state === "away") return icon("M-5-5 5 5M5-5-5 5");
  if (one.state === "covered") return icon("M-7 4V-2M-2.500 4V-7M2.500 4V-7M7 4V-2M-9 4Q0 12 9 4");
  if (!one.now) return icon();
  const [right, away] = seenFrom(edgeNow(), one.ghost, one.now);
  if (one.off_cm < 0.3)
    return icon(
      one.turn_deg > 0
        ? "M7 4A8 8 0 1 0-7 4M-10.500 0-7 4.500-2.500 1.500"
        : "M-7 4A8 8 0 1 1 7 4M10.500 0 7 4.500 2.500 1.500",
    );
  const transform = `rotate(${((Math.atan2(right, away) * 180) / Math.PI).toFixed(0)})`;
  return svg("svg", { viewBox: "-12 -12 24 24" }, svg("path", { d: "M0 9V-8M-6-2 0-8.500 6-2", transform }));
}

/**
 * @param {string} name
 * @param {string} kind
 */
function rowOf(name, kind) {
  const sign = html("span", { class: "putback-sign", "aria-hidden": "true" });
  const way = html("span", { class: "putback-way" });
  const who = html("span", { class: "row putback-who" }, html("strong", {}, name), html("span", {}, kind));
  return { row: html("li", { "data-name": name }, sign, who, way), sign, way };
}

customElements.define("vd-putback", PutBack);
