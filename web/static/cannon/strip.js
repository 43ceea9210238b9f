// <vd-cannons>: a row under the bar. Each cannon, cocked or not; the book's safety lines while one is; the last shot.

import { drawAnew, html, nearest, one, withData } from "../dom.js";
import { whenLetGo } from "../letgo.js";
import { Piece } from "../piece.js";
import { t } from "../words.js";
import { aimForm } from "./aim.js";

/** @import { Session } from "../session.js" */
/** @import { CannonView, CannonsView, View } from "../types.js" */

const TICK_MS = 500;
const PATIENCE_MS = 8000;

class Cannons extends Piece {
  #shown = "";
  /** @type {Map<string, HTMLElement>} */
  #aims = new Map();
  /** @type {number | null} */
  #offset = null;
  #asked = "";
  #said = "";
  #comingUntil = 0;

  /** The demo's gunner was told to fire, and has not cocked his cannon yet. */
  get #coming() {
    return performance.now() < this.#comingUntil;
  }

  /** @param {Session} session */
  begin(session) {
    this.hidden = true;
    this.setAttribute("role", "region");
    this.setAttribute("aria-label", t("cannons"));
    one(document, "header.bar", HTMLElement).after(this);
    session.addEventListener(
      "change",
      whenLetGo(this, () => this.#draw()),
    );
    setInterval(() => this.#count(), TICK_MS);
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  #draw() {
    const { view } = this.session;
    const cannon = view?.cannon;
    this.hidden = !cannon;
    if (!view || !cannon) return;
    this.#askTime(view.versions.run);
    const state = JSON.stringify([
      cannon.cannons,
      cannon.last,
      cannon.waiting,
      cannon.again,
      Boolean(cannon.proposal),
      view.turn.side,
      view.put_back.under_way,
      this.#coming,
    ]);
    if (state === this.#shown) return;
    this.#shown = state;
    const live = cannon.cannons.filter((one) => one.cocked);
    if (live.length || cannon.waiting) this.#comingUntil = 0;
    this.classList.toggle("is-cocked", live.length > 0);
    drawAnew(this, () => [
      ...live.map((one) => this.#cocked(one, cannon)),
      cannon.waiting && this.#waiting(cannon),
      live.length === 0 && !cannon.waiting && this.#idle(cannon, view),
    ]);
    this.#count();
    this.#say(live, cannon);
  }

  /**
   * Cocked: large, with the book's lines, and for how long.
   * @param {CannonView} one
   * @param {CannonsView} cannon
   */
  #cocked(one, cannon) {
    return html(
      "div",
      { class: `row cocked is-${one.state}` },
      html(
        "p",
        { class: "cocked-word" },
        html(
          "span",
          { class: `round-sign ${one.state === "too_long" ? "tone-out" : "tone-close"}`, "aria-hidden": "true" },
          "!",
        ),
        html("strong", {}, `${one.title}: `, html("span", { "data-text": one.side }, one.text)),
        html("meter", {
          "data-since": one.since_s,
          "data-side": one.side,
          min: 0,
          max: one.limit_s,
          high: one.limit_s * 0.75,
          value: 0,
          "aria-label": one.text,
        }),
      ),
      html("ul", { class: "cocked-lines" }, ...cannon.safety.map((line) => html("li", {}, line))),
      one.by_hand &&
        html(
          "div",
          { class: "row cannon-acts referee-only" },
          button(
            "cannon-fired",
            t("cannon_fired"),
            t("cannon_fired_title"),
            () => this.#post("fired", one.side),
            "decide tone-out cannon-main",
          ),
          button(
            "cannon-uncock",
            t("cannon_uncock"),
            t("cannon_uncock_title"),
            () => this.#post("uncock", one.side),
            "tool",
          ),
        ),
    );
  }

  /** @param {CannonsView} cannon */
  #waiting(cannon) {
    return html(
      "div",
      { class: "row shot-waits" },
      html("p", { role: "status" }, html("strong", {}, cannon.waiting)),
      cannon.waits &&
        html(
          "div",
          { class: "row cannon-acts referee-only" },
          button("cannon-look", t("shot_look_now"), "", () => this.session.act("look", {}, "cannon"), "tool"),
        ),
    );
  }

  /**
   * The form is kept while the row around it is drawn anew: what was typed and told stays.
   * @param {CannonView} cannon
   */
  #aim(cannon) {
    const form = this.#aims.get(cannon.side) ?? aimForm(this.session, cannon);
    this.#aims.set(cannon.side, form);
    return form;
  }

  /**
   * @param {CannonsView} cannon
   * @param {View} view
   */
  #idle(cannon, view) {
    const { rehearsal } = cannon;
    const side = view.turn.side;
    return html(
      "div",
      { class: "cannon-idle" },
      html(
        "ul",
        { class: "cannon-list" },
        ...cannon.cannons.map((one) =>
          html(
            "li",
            { class: one.side === side ? "is-turn" : "" },
            html("strong", {}, t("cannon_of", { side: one.title })),
            html("span", {}, one.text),
            one.left !== null && html("span", { class: "cannon-shells" }, t("cannon_shells", { count: one.left })),
            one.rig && !one.heard && html("span", { class: "cannon-away" }, t("cannon_rig_away")),
            one.side === side && !cannon.proposal && this.#aim(one),
            !cannon.proposal &&
              !view.put_back.under_way &&
              html(
                "span",
                { class: "row cannon-acts referee-only" },
                rehearsal
                  ? one.side === side && this.#fireButton(one)
                  : !one.heard &&
                      button(
                        `cannon-cock-${one.side}`,
                        t("cannon_cock"),
                        t("cannon_cock_title"),
                        () => this.#post("cock", one.side),
                        "tool",
                      ),
              ),
          ),
        ),
      ),
      cannon.last &&
        html(
          "p",
          { class: "cannon-last" },
          html("span", {}, cannon.last.title),
          " ",
          html("strong", {}, cannon.last.lines.join(", ")),
          ...(cannon.last.misfire ? [] : cannon.last.faults).map((fault) =>
            html("span", { class: "cannon-fault" }, ` ${fault}`),
          ),
          cannon.again &&
            !cannon.proposal &&
            html(
              "span",
              { class: "row cannon-acts referee-only" },
              button("cannon-again", t("cannon_again"), "", () => this.session.act("again", {}, "cannon"), "tool"),
            ),
        ),
      rehearsal && !cannon.proposal && html("p", { class: "cannon-demo" }, t("cannon_demo")),
    );
  }

  /** @param {CannonView} cannon */
  #fireButton({ side, title }) {
    const made = button(
      "cannon-fire",
      t(this.#coming ? "cannon_gunner" : "cannon_fire"),
      t("cannon_fire_title", { side: title }),
      () => this.#fire(side),
      "decide tone-out cannon-main",
    );
    made.disabled = this.#coming;
    return made;
  }

  /**
   * @param {string} name
   * @param {string} side
   */
  #post(name, side) {
    return this.session.act(name, { side }, "cannon");
  }

  /** @param {string} side */
  #fire(side) {
    this.#comingUntil = performance.now() + PATIENCE_MS;
    setTimeout(() => this.#draw(), PATIENCE_MS);
    return this.session.act("fire", { side }, "rehearsal");
  }

  /**
   * F: what the gunner's next step is, for the side that plays.
   * @param {KeyboardEvent} event
   */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.key.toLowerCase() !== "f") return;
    if (document.querySelector("dialog[open]") || nearest(event, "input, textarea, select")) return;
    const acts = ["cannon-fired", "cannon-fire", `cannon-cock-${this.session.view?.turn.side}`];
    const button = acts.map((act) => withData(this, "act", act)).find((found) => found !== null);
    if (button instanceof HTMLElement) button.click();
  }

  /**
   * The server's clock: how long a cannon has been cocked is counted from it, whatever this device's clock says.
   * @param {string} run
   */
  async #askTime(run) {
    if (this.#asked === run) return;
    this.#asked = run;
    try {
      const answer = await fetch("/api/cannon/clock");
      if (answer.ok) this.#offset = (await answer.json()).now_s - performance.now() / 1000;
    } catch {
      this.#asked = "";
    }
  }

  #count() {
    if (this.#offset === null) return;
    for (const meter of this.querySelectorAll("meter")) {
      const since = Math.max(0, Math.round(performance.now() / 1000 + this.#offset - Number(meter.dataset.since)));
      meter.value = since;
      const text = withData(this, "text", meter.dataset.side);
      if (!text?.textContent) continue;
      const counted = text.textContent.replace(/\d+/, String(since));
      if (text.textContent !== counted) text.textContent = counted;
      meter.setAttribute("aria-label", counted);
    }
  }

  /**
   * @param {CannonView[]} live
   * @param {CannonsView} cannon
   */
  #say(live, cannon) {
    const text = live.length ? `${live[0].title}: ${live[0].text}. ${cannon.safety.join(" ")}` : (cannon.waiting ?? "");
    const key = live.length ? `${live[0].side} ${live[0].state}` : text;
    if (text && key !== this.#said) one(document, "#said", HTMLElement).textContent = text;
    this.#said = key;
  }
}

/**
 * @param {string} act
 * @param {string} text
 * @param {string} title
 * @param {() => void} onclick
 * @param {string} kind
 */
function button(act, text, title, onclick, kind) {
  return html("button", { type: "button", class: kind, "data-act": act, title: title || undefined, onclick }, text);
}

customElements.define("vd-cannons", Cannons);
