// The chosen counter on the card of a game on hexes: where it may go, whom it may attack, a battle put together.

import { html } from "../dom.js";
import { t } from "../words.js";
import { line } from "./seen.js";

/** @import { HexTurn } from "./turn.js" */
/** @import { ActView, ChoiceView, HexBoardView } from "../types.js" */

/**
 * The chosen counter: what it is, where it may go, whom it may attack, what else.
 * @param {HexTurn} board
 * @param {HexBoardView} shown
 * @param {ChoiceView} answer
 */
export function chosen(board, shown, answer) {
  return html(
    "section",
    { class: "chosen", "aria-labelledby": "chosen-title" },
    html("h3", { class: "chosen-title", id: "chosen-title" }, answer.title),
    answer.facts.length > 0 && html("p", { class: "why" }, answer.facts.join(" · ")),
    alsoHere(board, shown, answer),
    answer.gathered.length > 0 && [
      ...gathered(board, answer.gathered, t("hex_ordering")),
      html("p", { class: "aside" }, t("hex_order_more")),
      ...numbers(board, answer.numbers),
    ],
    !answer.battle && steering(board, answer),
    answer.battle ? battle(board, answer.battle) : targets(board, answer),
    !answer.battle && goings(board),
    !answer.battle && acts(board, answer.acts, t(answer.gathered.length ? "hex_orders" : "hex_other_acts")),
  );
}

/**
 * Who else stands in the same hex: on a small screen a stack is easier to tell apart here.
 * @param {HexTurn} board
 * @param {HexBoardView} shown
 * @param {ChoiceView} answer
 */
function alsoHere(board, shown, answer) {
  const { at, actor } = answer;
  const others = at ? board.allOn(at).filter((stand) => stand.name !== actor) : [];
  if (!at || !others.length) return null;
  return html(
    "p",
    { class: "row also-here" },
    `${t("hex_also_here", { cell: board.label(at) })} `,
    ...others.map((stand) =>
      html(
        "button",
        { type: "button", class: "tool", "data-act": `also-${stand.name}`, onclick: () => board.only(stand.name) },
        shown.soldiers[stand.name].who,
      ),
    ),
  );
}

/**
 * The way by hexes of one's own choice: what every leg costs, and what happens on it.
 * @param {HexTurn} board
 * @param {ChoiceView} answer
 */
function steering(board, { steers, course }) {
  if (!steers) return null;
  return html(
    "div",
    { class: "steering" },
    html(
      "button",
      {
        type: "button",
        class: "tool",
        "data-act": "steer",
        "aria-pressed": String(board.steering),
        onclick: () => board.steer(),
      },
      t("hex_way"),
    ),
    board.steering && !course && html("p", { class: "aside" }, t("hex_way_tap")),
    ...(!course
      ? []
      : [
          html("h4", { class: "card-small" }, `${t("hex_way_legs")}: ${course.total}`),
          html(
            "ol",
            { class: "legs", "aria-label": t("hex_way_legs") },
            ...course.legs.map((leg, i) =>
              html(
                "li",
                {},
                html("span", {}, html("strong", {}, leg.to), ` ${leg.said}`),
                html(
                  "button",
                  {
                    type: "button",
                    class: "tool",
                    "data-act": `cut-${i}`,
                    "aria-label": t("hex_way_cut", { cell: leg.to }),
                    onclick: () => board.cut(i),
                  },
                  "✕",
                ),
              ),
            ),
          ),
          course.guns.length > 0 &&
            html(
              "ul",
              { class: "row gathered", "aria-label": t("hex_guns") },
              ...course.guns.map((gun) =>
                html(
                  "li",
                  {},
                  html(
                    "button",
                    {
                      type: "button",
                      class: "tool",
                      "data-act": `hold-${gun.name}`,
                      "aria-pressed": String(board.holds.includes(gun.name)),
                      title: gun.label,
                      onclick: () => board.hold(gun.name),
                    },
                    t("hex_hold", { name: gun.name }),
                  ),
                ),
              ),
            ),
          !course.allowed &&
            html("p", { class: "why" }, "✕ ", course.sentence, " ", html("span", { class: "clause" }, course.clause)),
        ]),
  );
}

/** @param {HexTurn} board */
function goings(board) {
  const options = board.options.sort((a, b) => a.cost - b.cost || (a.cell < b.cell ? -1 : 1));
  if (!options.length) return null;
  if (options[0].kind === "place") {
    return [
      html("h4", { class: "card-small" }, t("hex_placings", { count: options.length })),
      html("p", { class: "aside" }, t("hex_place_tap")),
    ];
  }
  return [
    html("h4", { class: "card-small" }, t("hex_goings", { count: options.length })),
    html(
      "ul",
      { class: "goings", "aria-label": t("hex_goings", { count: options.length }) },
      ...options.map((option) =>
        html(
          "li",
          {},
          html(
            "button",
            {
              type: "button",
              class: `suggestion going is-${option.kind}`,
              "data-act": `go-${option.cell}`,
              onclick: () => board.go(option),
            },
            html("span", { class: "going-sign", "aria-hidden": "true" }, "→"),
            html("strong", {}, option.label),
            html("span", { class: "going-word" }, option.short),
          ),
        ),
      ),
    ),
  ];
}

/**
 * Whom it may attack and how; and why not, where that is worth telling.
 * @param {HexTurn} board
 * @param {ChoiceView} answer
 */
function targets(board, answer) {
  if (!answer.targets.length) return null;
  return [
    html("h4", { class: "card-small" }, t(answer.sealed ? "hex_declares" : "hex_targets")),
    answer.sealed && html("p", { class: "aside" }, t("tap_to_declare")),
    html(
      "ul",
      { class: "checks may targets", "aria-label": t(answer.sealed ? "hex_declares" : "hex_targets") },
      ...mayFirst(answer.targets, board.targets).map(({ target, way }) =>
        line(
          way,
          `${target.label}: `,
          () => (way.gathers ? board.gather(target.name) : board.declareAction(way.action)),
          `at-${target.name}-${way.verb}`,
          answer.sealed,
        ),
      ),
    ),
  ];
}

/**
 * What may be done stands before what may not, and before both who was tapped: why not him is what was asked.
 * @param {ChoiceView["targets"]} targets
 * @param {string[]} tapped
 */
export function mayFirst(targets, tapped) {
  const ways = targets.flatMap((target) => target.ways.map((way) => ({ target, way })));
  /** @param {typeof ways[number]} one */
  const rank = ({ target, way }) => (tapped.includes(target.name) ? 0 : way.allowed ? 1 : 2);
  return ways.sort((one, other) => rank(one) - rank(other));
}

/**
 * Those that act together, each to be left out again with a tap.
 * @param {HexTurn} board
 * @param {{ name: string, label: string }[]} listed
 * @param {string} word
 */
const gathered = (board, listed, word) => [
  html("h4", { class: "card-small" }, word),
  html(
    "ul",
    { class: "row gathered" },
    ...listed.map((one) =>
      html(
        "li",
        {},
        html(
          "button",
          {
            type: "button",
            class: "tool",
            "data-act": `out-${one.name}`,
            "aria-label": t("hex_leave_out", { who: one.label }),
            onclick: () => board.drop(one.name),
          },
          one.label,
          html("span", { "aria-hidden": "true" }, " ✕"),
        ),
      ),
    ),
  ),
];

/**
 * The number on the card that is played: the same tap again leaves it open.
 * @param {HexTurn} board
 * @param {number[]} listed
 */
const numbers = (board, listed) => [
  html("h4", { class: "card-small" }, t("hex_number")),
  html(
    "ul",
    { class: "row gathered", "aria-label": t("hex_number") },
    ...listed.map((number) =>
      html(
        "li",
        {},
        html(
          "button",
          {
            type: "button",
            class: "tool",
            "data-act": `number-${number}`,
            "aria-pressed": String(board.number === number),
            onclick: () => board.print(number),
          },
          String(number),
        ),
      ),
    ),
  ),
];

/**
 * Several against several: tap who joins in and who is attacked; the sums and the chances.
 * @param {HexTurn} board
 * @param {NonNullable<ChoiceView["battle"]>} it
 */
function battle(board, it) {
  return html(
    "div",
    { class: "battle" },
    ...gathered(board, it.attackers, t("hex_attackers")),
    ...gathered(board, it.targets, t("hex_attacked")),
    board.answer?.sealed && html("p", { class: "aside" }, t("hex_sealed")),
    ...it.said.map((said, i) => html("p", { class: i ? "why" : "strip-moves" }, said)),
    !it.allowed && html("p", { class: "why" }, "✕ ", it.sentence, " ", html("span", { class: "clause" }, it.clause)),
    html("p", { class: "aside" }, t("hex_gather")),
  );
}

/**
 * @param {HexTurn} board
 * @param {ActView[]} listed
 * @param {string} title
 */
export function acts(board, listed, title) {
  if (!listed.length) return null;
  return [
    html("h4", { class: "card-small" }, title),
    html(
      "ul",
      { class: "checks may", "aria-label": title },
      ...listed.map((act, i) => line(act, "", () => board.do(act), `do-${act.verb}-${i}`)),
    ),
  ];
}
