// The verdict card: the word, the number, why, what the dice brought, the conditions, what to throw, the dice.

import { handSign } from "../byhand/hand.js";
import { html } from "../dom.js";
import { capital, t } from "../words.js";
import { banner } from "./banner.js";
import { diceRow, dieFace, rollButton } from "./dice.js";
import { eyes } from "./eyes.js";

/** @import { Session } from "../session.js" */
/** @import { OpenRulingView, View } from "../types.js" */

/** @type {Record<string, [sign: string, word: string]>} */
const MARKS = { passed: ["✓", "holds"], failed: ["✕", "fails"], close: ["≈", "close_call"] };

const SHOTS = new Set(["shoot", "mg", "gun", "fire"]);

/**
 * @param {Session} session
 * @param {View} view
 * @param {OpenRulingView} ruling
 */
export function rulingCard(session, view, ruling) {
  return [
    banner(ruling, ruling.title),
    html(
      "div",
      { class: "card-body", tabindex: 0, role: "group", "aria-label": t("details") },
      session.lost && html("p", { class: "aside" }, t("lost_ruling")),
      ruling.by_hand && html("p", { class: "aside by-hand-line" }, handSign(), ruling.by_hand),
      ruling.last_seen && html("p", { class: "aside" }, ruling.last_seen),
      ruling.measured_only && html("p", { class: "aside" }, ruling.measured_only),
      numberLine(ruling),
      saysMore(ruling) &&
        !(hasResult(ruling) && ruling.outcome === ruling.sentence) &&
        html("p", { class: "why" }, ruling.sentence),
      result(ruling),
      checkList(ruling),
      houseList(ruling),
      eyes(ruling),
    ),
    foot(session, view, ruling),
  ];
}

/** @param {OpenRulingView} ruling */
function numberLine(ruling) {
  const number = ruling.number;
  const { undecided } = ruling;
  const percent = undecided?.percent_in ?? null;
  if (!number && percent === null) return null;
  return html(
    "p",
    { class: "number" },
    number && html("strong", {}, number.measured),
    number && ` ${number.of} `,
    number?.plus_minus && html("span", { class: "plus-minus" }, number.plus_minus),
    percent !== null &&
      html("span", { class: "tag odds" }, t(undecided?.key === "range" ? "percent_in" : "percent_yes", { percent })),
  );
}

/**
 * Whether the sentence says more than the condition that decided, which stands first in the list.
 * @param {OpenRulingView} ruling
 */
const saysMore = (ruling) => !ruling.checks.some((check) => check.decides && `${check.sentence}.` === ruling.sentence);

/** @param {OpenRulingView} ruling */
function checkList(ruling) {
  const list = `checks${saysMore(ruling) ? "" : " says-why"}`;
  return html(
    "ul",
    { class: list, "aria-label": t("conditions") },
    // What the referee is asked stands over the answers.
    ...ruling.checks
      .filter((check) => check.name !== ruling.undecided?.name)
      .map((check) => {
        const [sign, word] = MARKS[check.verdict];
        const quiet = check.modifies && check.verdict !== "close"; // refuses nothing, whichever way it is
        return html(
          "li",
          {
            class: `check is-${quiet ? "modifier" : check.verdict}${check.decides ? " decides" : ""}`,
          },
          html("span", { class: "check-sign", role: "img", "aria-label": t(word) }, quiet ? "•" : sign),
          html("span", { class: "check-text" }, check.sentence),
          html("span", { class: "clause" }, check.clause),
        );
      }),
  );
}

/**
 * What the book does not give and this ruling used.
 * @param {OpenRulingView} ruling
 */
function houseList(ruling) {
  if (!ruling.house?.length) return null;
  return html(
    "ul",
    { class: "checks house-values", "aria-label": t("house_values") },
    ...ruling.house.map(({ said, clause }) =>
      html(
        "li",
        { class: "check is-modifier" },
        html("span", { class: "check-sign", "aria-hidden": "true" }, "•"),
        html("span", { class: "check-text" }, said),
        html("span", { class: "clause" }, clause),
      ),
    ),
  );
}

/** @param {OpenRulingView} ruling */
const hasResult = (ruling) => ruling.dice.length > 0 || ruling.confirmed;

/** @param {OpenRulingView} ruling */
function result(ruling) {
  if (!hasResult(ruling)) return null;
  return html(
    "div",
    { class: "result" },
    ruling.dice.length > 0 &&
      html(
        "ul",
        { class: "lined thrown", "aria-label": t("thrown") },
        ...together(ruling.dice).map((thrown) =>
          html(
            "li",
            {},
            html("span", { class: "thrown-dice" }, ...thrown.given.map((face, i) => dieFace(face, thrown.said?.[i]))),
            html("span", {}, thrown.sentence),
            html("span", { class: "clause" }, thrown.clause),
          ),
        ),
      ),
    ruling.outcome && !ruling.dice.length && html("p", { class: "outcome" }, ruling.outcome),
    ruling.confirmed &&
      ruling.effects.length > 0 &&
      html(
        "ul",
        { class: "effects", "aria-label": t("changes") },
        ...ruling.effects.map((effect) => html("li", {}, `${capital(effect.sentence)}.`)),
      ),
  );
}

/**
 * Dice with signs that fell for one thing stand in one row.
 * @param {OpenRulingView["dice"]} dice
 */
function together(dice) {
  /** @type {OpenRulingView["dice"]} */
  const rows = [];
  for (const thrown of dice) {
    const last = rows.at(-1);
    const joins = last?.sentence === thrown.sentence && typeof thrown.given[0] === "string";
    if (joins)
      rows[rows.length - 1] = {
        ...last,
        given: [...last.given, ...thrown.given],
        said: [...(last.said ?? []), ...(thrown.said ?? [])],
      };
    else rows.push(thrown);
  }
  return rows;
}

/**
 * What can be done now stays in reach of the thumb.
 * @param {Session} session
 * @param {View} view
 * @param {OpenRulingView} ruling
 */
function foot(session, view, ruling) {
  const undo =
    view.undo &&
    html(
      "button",
      { type: "button", class: "tool", "data-act": "undo", onclick: () => session.act("undo") },
      `${t("undo", { act: view.undo })} `,
      html("kbd", { "aria-hidden": "true" }, "U"),
    );
  const needs = session.wantsDice ? ruling.needs : null;
  const many = ruling.together ?? 1;
  const { bound } = ruling;
  const [shot, act] = ruling.confirmed ? ["next_shot", "next_act"] : ["spent", "spent_action"];
  const leaving = ruling.confirmed || bound ? (SHOTS.has(ruling.verb) ? shot : act) : "close";
  const away =
    !session.underWay &&
    !(bound && ruling.verdict !== "refused") &&
    html(
      "button",
      { type: "button", class: "tool", "data-act": "away", onclick: () => session.putAway() },
      `${t(leaving)} `,
      html("kbd", { "aria-hidden": "true" }, "Esc"),
    );
  return html(
    "footer",
    { class: "card-foot" },
    ruling.undecided && decision(session, ruling.undecided),
    ruling.question && question(session, ruling.question),
    needs && html("p", { class: "ask" }, capital(needs.sentence), html("span", { class: "clause" }, needs.clause)),
    needs && ruling.chances && html("p", { class: "chances" }, capital(ruling.chances)),
    needs && many > 1 && html("p", { class: "chances" }, t("dice_together", { count: many })),
    needs && diceRow((face) => session.throwDie(face), needs.faces),
    ruling.ready &&
      html(
        "button",
        {
          type: "button",
          class: "decide tone-in confirm",
          "data-act": "confirm",
          title: t("confirm_title"),
          onclick: () => session.confirm(),
        },
        html("span", { "aria-hidden": "true" }, "✓ "),
        t("confirm"),
        " ",
        html("kbd", { "aria-hidden": "true" }, "C"),
      ),
    html(
      "div",
      { class: "row after" },
      needs && rollButton(() => session.throwDie(null), many),
      undo,
      away,
      evidenceLink(ruling),
    ),
  );
}

/**
 * What the side that is attacked says before the dice fall; until they fall it may say otherwise.
 * @param {Session} session
 * @param {NonNullable<OpenRulingView["question"]>} it
 */
function question(session, it) {
  const open = it.said === null;
  return html(
    "div",
    { class: `decision question${open ? "" : " is-answered"}`, role: "group", "aria-label": it.sentence },
    open && html("p", { class: "ask" }, session.mayAnswer ? it.sentence : it.waits),
    ...(session.mayAnswer ? it.answers : it.answers.filter(({ said }) => said === it.said)).map(({ said, text }) =>
      html(
        "button",
        {
          type: "button",
          class: `decide ${open || it.said === said ? "tone-in" : "tone-plain"}`,
          "data-act": said ? "answer-yes" : "answer-no",
          "aria-pressed": String(it.said === said),
          disabled: !session.mayAnswer,
          onclick: () => session.decide(said),
        },
        it.said === said && html("span", { "aria-hidden": "true" }, "✓ "),
        text,
        " ",
        html("kbd", { "aria-hidden": "true" }, said ? "I" : "O"),
      ),
    ),
  );
}

/**
 * The card that can be shown to somebody who was not there.
 * @param {OpenRulingView} ruling
 */
const evidenceLink = (ruling) =>
  ruling.evidence &&
  html("a", { class: "tool evidence-link", href: ruling.evidence, "data-act": "evidence" }, t("nav_evidence"));

/**
 * @param {Session} session
 * @param {NonNullable<OpenRulingView["undecided"]>} undecided
 */
function decision(session, undecided) {
  const isRange = undecided.key === "range";
  return html(
    "div",
    { class: "decision" },
    html(
      "p",
      { class: "ask" },
      `${undecided.sentence}. ${t("cannot_tell")}`,
      html("span", { class: "clause" }, undecided.clause),
    ),
    html(
      "button",
      { type: "button", class: "decide tone-in", "data-act": "decide-in", onclick: () => session.decide(true) },
      html("span", { "aria-hidden": "true" }, "✓ "),
      t(isRange ? "in" : "yes"),
      " ",
      html("kbd", { "aria-hidden": "true" }, "I"),
    ),
    html(
      "button",
      { type: "button", class: "decide tone-out", "data-act": "decide-out", onclick: () => session.decide(false) },
      html("span", { "aria-hidden": "true" }, "✕ "),
      t(isRange ? "out" : "no"),
      " ",
      html("kbd", { "aria-hidden": "true" }, "O"),
    ),
  );
}
