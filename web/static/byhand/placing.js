// Placing a stand by hand: what the referee is about to say, its card, and the word when the camera takes over.

import { html } from "../dom.js";
import { number } from "../fields.js";
import { capital, num, t, written } from "../words.js";
import { handSign } from "./hand.js";

/** @import { Session } from "../session.js" */
/** @import { Child, Point, StandView } from "../types.js" */

/**
 * A stand that is being placed: where, its own outline, and within what it is known.
 * @typedef {object} Placing
 * @property {string} name
 * @property {number} x
 * @property {number} y
 * @property {number} heading
 * @property {number} cm
 * @property {number} deg
 * @property {Point[][]} drawn
 */

/** A ± holds 95 %: two standard deviations. */
const SIGMAS = 2;
const [USUAL_CM, USUAL_DEG] = [2, 20];
const TURN_DEG = 15;
/** @type {Point[]} */
const USUAL_OUTLINE = [
  [0.8, 1],
  [0.8, -1],
  [-0.8, -1],
  [-0.8, 1],
];

/** @param {Session} session */
const changed = (session) => session.dispatchEvent(new Event("change"));
/** @param {number} deg */
const wrapped = (deg) => ((deg % 360) + 360) % 360;

/**
 * The stand is about to be placed, from where it is thought to stand.
 * @param {Session} session
 * @param {string} name
 */
function startPlacing(session, name) {
  if (!session.view) return;
  const { width_cm: width, depth_cm: depth } = session.view.table;
  const stand = session.stand(name);
  const [x, y] = stand ? [stand.x, stand.y] : [width / 2, depth / 2];
  const known = stand?.by_hand
    ? { cm: SIGMAS * stand.sigma_cm, deg: SIGMAS * stand.sigma_deg }
    : { cm: USUAL_CM, deg: USUAL_DEG };
  const drawn = stand ? stand.rings.map((ring) => ring.map((at) => own(at, stand))) : [USUAL_OUTLINE];
  session.placing = { name, x, y, heading: wrapped(stand?.heading_deg ?? 90), ...known, drawn };
  changed(session);
  /** @type {SVGElement | null} */
  const ghost = document.querySelector(".placing-ghost");
  ghost?.focus({ preventScroll: true });
}

/**
 * A point of a stand in its own axes: along its heading, and to its left.
 * @param {Point} point
 * @param {StandView} stand
 * @returns {Point}
 */
function own([x, y], stand) {
  const turn = (stand.heading_deg * Math.PI) / 180;
  const [dx, dy] = [x - stand.x, y - stand.y];
  return [dx * Math.cos(turn) + dy * Math.sin(turn), dy * Math.cos(turn) - dx * Math.sin(turn)];
}

/**
 * @param {Session} session
 * @param {Point} to
 */
export function movePlacing(session, [x, y]) {
  const { placing, view } = session;
  if (!placing || !view) return;
  const { width_cm: width, depth_cm: depth } = view.table;
  /**
   * @param {number} value
   * @param {number} most
   */
  const within = (value, most) => Math.round(Math.max(0, Math.min(most, value)) * 100) / 100;
  Object.assign(placing, { x: within(x, width), y: within(y, depth) });
  changed(session);
}

/**
 * @param {Session} session
 * @param {number} deg
 */
export function turnPlacing(session, deg) {
  if (session.placing) session.placing.heading = wrapped(session.placing.heading + deg);
  changed(session);
}

/** @param {Session} session */
export function stopPlacing(session) {
  session.placing = null;
  changed(session);
}

/** @param {Session} session */
export async function putPlacing(session) {
  if (!session.placing) return;
  const { name, x, y, heading, cm, deg } = session.placing;
  await session.act("place", {
    stand: name,
    x,
    y,
    heading_deg: heading,
    sigma_cm: cm / SIGMAS,
    sigma_deg: deg / SIGMAS,
  });
  if (session.stand(name)?.by_hand) stopPlacing(session);
}

/**
 * The buttons on the card of a tapped stand.
 * @param {Session} session
 * @param {StandView | null} stand
 */
export function placingButtons(session, stand) {
  if (!stand || stand.fallen) return null;
  const sigma = num(1.96 * stand.sigma_cm, 1);
  return html(
    "div",
    { class: "row placing-tools" },
    stand.by_hand && html("p", { class: "aside by-hand-line" }, handSign(), capital(t("placed_label", { sigma }))),
    html(
      "button",
      { type: "button", class: "tool", "data-act": "place", onclick: () => startPlacing(session, stand.name) },
      handSign(),
      t("place_by_hand"),
    ),
    stand.by_hand &&
      html(
        "button",
        {
          type: "button",
          class: "tool",
          "data-act": "unplace",
          onclick: () => session.act("unplace", { stand: stand.name }),
        },
        t("place_take_back"),
      ),
  );
}

/**
 * Who is on the roster and was never seen.
 * @param {Session} session
 */
export function notOnTable(session) {
  const reserve = session.view?.reserve ?? [];
  if (!reserve.length) return null;
  return html(
    "details",
    { class: "reserve" },
    html("summary", { class: "card-small" }, `${t("place_not_seen")} (${reserve.length})`),
    html("p", { class: "place" }, t("place_not_seen_how")),
    html(
      "div",
      { class: "row placing-tools" },
      ...reserve.map((name) =>
        html(
          "button",
          { type: "button", class: "tool", "data-act": `place-${name}`, onclick: () => startPlacing(session, name) },
          name,
        ),
      ),
    ),
  );
}

/**
 * The card while a stand is being placed.
 * @param {Session} session
 * @param {Placing} placing
 */
export function placingCard(session, placing) {
  /**
   * @param {"cm" | "deg"} key
   * @param {string} word
   * @param {number} least
   * @param {number} most
   */
  const field = (key, word, least, most) =>
    html(
      "label",
      { class: "field" },
      html("span", {}, t(word)),
      html("input", {
        inputmode: "decimal",
        "data-act": `placing-${key}`,
        min: least,
        max: most,
        required: true,
        value: written(Math.round(placing[key] * 100) / 100),
        // The card is drawn anew whenever the table changes: what was typed so far must not be lost by it.
        oninput: ({ currentTarget: input }) => {
          const typed = number(input);
          if (typed >= least && typed <= most) placing[key] = typed;
        },
        onchange: ({ currentTarget: input }) => {
          if (input.reportValidity()) changed(session);
        },
      }),
    );
  /**
   * @param {string} act
   * @param {() => void} onclick
   * @param {Child[]} words
   */
  const button = (act, onclick, ...words) =>
    html("button", { type: "button", class: act === "put" ? "tool main" : "tool", "data-act": act, onclick }, ...words);
  return [
    html(
      "div",
      { class: "card-body", tabindex: 0, role: "group", "aria-label": t("details") },
      html("h2", { class: "card-title" }, t("place_title", { name: placing.name })),
      html("p", { class: "why" }, t("place_how")),
      html(
        "p",
        { class: "placing-at" },
        t("place_at", { x: num(placing.x, 1), y: num(placing.y, 1), heading: num(placing.heading, 0) }),
      ),
      html(
        "div",
        { class: "row placing-tools" },
        button(
          "turn-left",
          () => turnPlacing(session, TURN_DEG),
          html("span", { "aria-hidden": "true" }, "↺ "),
          t("place_left"),
          " ",
          html("kbd", { "aria-hidden": "true" }, ","),
        ),
        button(
          "turn-right",
          () => turnPlacing(session, -TURN_DEG),
          html("span", { "aria-hidden": "true" }, "↻ "),
          t("place_right"),
          " ",
          html("kbd", { "aria-hidden": "true" }, "."),
        ),
      ),
      html(
        "div",
        { class: "fields placing-fields" },
        field("cm", "place_sigma", 0.1, 10),
        field("deg", "place_sigma_deg", 1, 90),
      ),
    ),
    html(
      "footer",
      { class: "card-foot" },
      html(
        "div",
        { class: "row after" },
        button("put", () => putPlacing(session), t("place_put")),
        button("cancel-placing", () => stopPlacing(session), t("place_cancel")),
      ),
    ),
  ];
}

/**
 * Says once that the camera has taken a stand over.
 * @param {Session} session
 */
export function tellEndings(session) {
  let told = "";
  session.addEventListener("change", () => {
    const text = session.view?.placings_ended.join(" ") ?? "";
    if (text && text !== told) session.say(text);
    told = text;
  });
}
