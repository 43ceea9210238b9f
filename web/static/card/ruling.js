// The verdict card: the word, the number, why, what the dice brought, the conditions, what to throw, the dice.

import { handSign } from "../byhand/ghost.js";
import { html } from "../dom.js";
import { dieFace, diceRow, rollButton } from "./dice.js";
import { t } from "../words.js";

const MARKS = { passed: ["✓", "holds"], failed: ["✕", "fails"], close: ["≈", "close_call"] };

const SHOTS = new Set(["shoot", "mg", "gun", "fire"]);

export function rulingCard(session) {
  const { ruling, view } = session;
  return [
    html(
      "header",
      { class: `verdict tone-${ruling.tone}` },
      html("span", { class: "verdict-sign", "aria-hidden": "true" }, ruling.sign),
      html("h2", { class: "verdict-word" }, ruling.word),
      html("p", { class: "verdict-who" }, ruling.title),
    ),
    html(
      "div",
      { class: "card-body", tabindex: 0, role: "group", "aria-label": t("details") },
      ruling.by_hand && html("p", { class: "aside by-hand-line" }, handSign(), ruling.by_hand),
      ruling.last_seen && html("p", { class: "aside" }, ruling.last_seen),
      ruling.measured_only && html("p", { class: "aside" }, ruling.measured_only),
      numberLine(session),
      saysMore(ruling) &&
        !(hasResult(ruling) && ruling.outcome === ruling.sentence) &&
        html("p", { class: "why" }, ruling.sentence),
      result(ruling),
      checkList(ruling),
      houseList(ruling),
    ),
    foot(session, view),
  ];
}

function numberLine({ ruling }) {
  const number = ruling.number;
  const percent = ruling.undecided?.percent_in;
  const odds = percent !== undefined && percent !== null;
  if (!number && !odds) return null;
  return html(
    "p",
    { class: "number" },
    number && html("strong", {}, number.measured),
    number && ` ${number.of} `,
    number?.plus_minus && html("span", { class: "plus-minus" }, number.plus_minus),
    odds &&
      html(
        "span",
        { class: "tag odds" },
        t(ruling.undecided.key === "range" ? "percent_in" : "percent_yes", { percent }),
      ),
  );
}

/** Whether the sentence says more than the condition that decided, which stands first in the list. */
const saysMore = (ruling) => !ruling.checks.some((check) => check.decides && `${check.sentence}.` === ruling.sentence);

function checkList(ruling) {
  const list = `checks${saysMore(ruling) ? "" : " says-why"}`;
  return html(
    "ul",
    { class: list, "aria-label": t("conditions") },
    ...ruling.checks.map((check) => {
      const [sign, word] = MARKS[check.verdict];
      return html(
        "li",
        {
          class: `check is-${check.modifies && check.verdict === "passed" ? "modifier" : check.verdict}${check.decides ? " decides" : ""}`,
        },
        html(
          "span",
          { class: "check-sign", role: "img", "aria-label": t(word) },
          check.modifies && check.verdict === "passed" ? "•" : sign,
        ),
        html("span", { class: "check-text" }, check.sentence),
        html("span", { class: "clause" }, check.clause),
      );
    }),
  );
}

/** What the book does not give and this ruling used. */
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

const hasResult = (ruling) => ruling.dice.length > 0 || ruling.confirmed;

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
    ruling.outcome && html("p", { class: "outcome" }, ruling.outcome),
    ruling.confirmed &&
      ruling.effects.length > 0 &&
      html(
        "ul",
        { class: "effects", "aria-label": t("changes") },
        ...ruling.effects.map((effect) => html("li", {}, capital(effect.sentence) + ".")),
      ),
  );
}

/** Dice with signs that fell for one thing stand in one row. */
function together(dice) {
  const rows = [];
  for (const thrown of dice) {
    const last = rows.at(-1);
    const joins = last?.sentence === thrown.sentence && typeof thrown.given[0] === "string";
    if (joins)
      rows[rows.length - 1] = {
        ...last,
        given: [...last.given, ...thrown.given],
        said: [...last.said, ...thrown.said],
      };
    else rows.push(thrown);
  }
  return rows;
}

/** What can be done now stays in reach of the thumb. */
function foot(session, view) {
  const { ruling } = session;
  const undo =
    view.undo &&
    html(
      "button",
      { type: "button", class: "tool", "data-act": "undo", onclick: () => session.act("undo") },
      `${t("undo", { act: view.undo })} `,
      html("kbd", { "aria-hidden": "true" }, "U"),
    );
  const bound = view.mode === "reveal" && !ruling.confirmed && !ruling.measured_only;
  const away =
    !session.underWay &&
    !(bound && ruling.verdict !== "refused") &&
    html(
      "button",
      { type: "button", class: "tool", "data-act": "away", onclick: () => session.putAway() },
      `${t(ruling.confirmed ? (SHOTS.has(ruling.verb) ? "next_shot" : "next_act") : bound ? (SHOTS.has(ruling.verb) ? "spent" : "spent_action") : "close")} `,
      html("kbd", { "aria-hidden": "true" }, "Esc"),
    );
  return html(
    "footer",
    { class: "card-foot" },
    ruling.undecided && decision(session),
    ruling.question && question(session),
    session.wantsDice &&
      html(
        "p",
        { class: "ask" },
        capital(ruling.needs.sentence),
        html("span", { class: "clause" }, ruling.needs.clause),
      ),
    session.wantsDice && ruling.chances && html("p", { class: "chances" }, capital(ruling.chances)),
    session.wantsDice &&
      ruling.together > 1 &&
      html("p", { class: "chances" }, t("dice_together", { count: ruling.together })),
    session.wantsDice && diceRow((face) => session.throwDie(face), ruling.needs.faces),
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
      session.wantsDice && rollButton(() => session.throwDie(null), ruling.together),
      undo,
      away,
      evidenceLink(ruling),
    ),
  );
}

/** What the side that is attacked says before the dice fall; until they fall it may say otherwise. */
function question(session) {
  const { question: it } = session.ruling;
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

/** The card that can be shown to somebody who was not there. */
const evidenceLink = (ruling) =>
  ruling.evidence &&
  html("a", { class: "tool evidence-link", href: ruling.evidence, "data-act": "evidence" }, t("nav_evidence"));

function decision(session) {
  return html(
    "div",
    { class: "decision" },
    html("p", { class: "ask" }, t("cannot_tell")),
    html(
      "button",
      { type: "button", class: "decide tone-in", "data-act": "decide-in", onclick: () => session.decide(true) },
      html("span", { "aria-hidden": "true" }, "✓ "),
      yes(session),
      " ",
      html("kbd", { "aria-hidden": "true" }, "I"),
    ),
    html(
      "button",
      { type: "button", class: "decide tone-out", "data-act": "decide-out", onclick: () => session.decide(false) },
      html("span", { "aria-hidden": "true" }, "✕ "),
      no(session),
      " ",
      html("kbd", { "aria-hidden": "true" }, "O"),
    ),
  );
}

const isRange = (session) => session.ruling.undecided.key === "range";
const yes = (session) => t(isRange(session) ? "in" : "yes");
const no = (session) => t(isRange(session) ? "out" : "no");
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
