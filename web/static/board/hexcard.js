// The card of a game on hexes: the phase and what to do in it, the chosen counter, a battle put together, what to show.

import { idleTools } from "../card/idle.js";
import { overPart } from "../card/over.js";
import { owedList } from "../card/owedlist.js";
import { suggestionList } from "../card/suggestions.js";
import { html, svg } from "../dom.js";
import { unseenButton } from "../unseen/dialog.js";
import { t } from "../words.js";
import { tokenPath } from "./counters.js";
import { acts, chosen } from "./hexchosen.js";
import { seenPart, todoPart, tool } from "./seen.js";

/** @import { HexTurn } from "./turn.js" */
/** @import { Session } from "../session.js" */
/** @import { HexBoardView, HexTallyView, RefusalView, View } from "../types.js" */

/**
 * @param {Session} session
 * @param {HexTurn} board
 * @param {View} view
 * @param {HexBoardView} shown
 */
export function hexCard(session, board, view, shown) {
  const answer = board.actor ? board.answer : null;
  const { phase } = shown;
  // Before the battle there is something to do, when it is over there is not.
  const said = phase && !phase.of_turn && !shown.acts.length ? phase.now : "";
  const over = answer ? [] : overPart(session, view, said);
  return [
    html(
      "div",
      { class: "card-body board-body", tabindex: 0, role: "group", "aria-label": t("details") },
      ...over,
      shown.seen && !board.actor && seenPart(board, shown.seen),
      shown.todo.length > 0 && !board.actor && todoPart(board, shown.todo),
      // Once it is won nobody does anything more.
      !over.length && phasePart(view, shown, Boolean(answer)),
      ...(answer ? [] : owedList(session, view.obligations)),
      !answer && !over.length && factsPart(shown),
      ...(answer || over.length ? [] : [suggestions(session, view), ready(board, view, shown)].flat()),
      !answer && shown.to_lay && html("p", { class: "aside" }, shown.to_lay),
      board.refusal && refused(board.refusal),
      answer && chosen(board, shown, answer),
      !answer && !over.length && acts(board, shown.acts.slice(nextOf(shown) ? 1 : 0), t("hex_acts")),
      !answer && overlays(board, shown.overlays),
      countersList(board, view, shown),
      unseenButton(session),
    ),
    ...idleTools(session, view, Boolean(answer)),
    foot(session, board, shown, view.undo, over.length === 0),
  ];
}

/**
 * What carries the turn on: the first of the acts, such as the next phase.
 * @param {HexBoardView} shown
 */
const nextOf = (shown) => (shown.acts[0]?.main ? shown.acts[0] : null);

/**
 * @param {View} view
 * @param {HexBoardView} shown
 * @param {boolean} small
 */
function phasePart(view, shown, small) {
  const { phase } = shown;
  const awaited = shown.to_place.length > 0;
  if (!phase)
    return html(
      "h2",
      { class: small ? "only-heard" : "card-title is-plain", id: "phase-title" },
      awaited ? t("hex_before") : t("hex_tap_counter", { side: view.turn.title }),
    );
  const title = phase.of_turn ? t("hex_turn", { number: view.turn.number, phase: phase.name }) : phase.name;
  return html(
    "section",
    { class: `phase${small ? " is-small" : ""}`, "aria-labelledby": "phase-title" },
    html("h2", { class: "card-title", id: "phase-title" }, title),
    !small && html("p", { class: "why" }, phase.now),
  );
}

/**
 * What is known of the phase: the weather, the banners.
 * @param {HexBoardView} shown
 */
const factsPart = ({ phase }) =>
  phase && phase.facts.length > 0 && html("ul", { class: "facts" }, ...phase.facts.map((fact) => html("li", {}, fact)));

/**
 * Who has something to do in this phase: on a small screen easier to tap here; those beside the board only here.
 * @param {HexTurn} board
 * @param {View} view
 * @param {HexBoardView} shown
 */
function ready(board, view, shown) {
  const { to_place: awaited, soldiers } = shown;
  /** @param {string} name */
  const sideOf = (name) => view.stands.find((one) => one.name === name)?.side;
  return [
    ...view.sides.flatMap((side) =>
      readyList(
        board,
        shown,
        awaited.filter((name) => sideOf(name) === side.name),
        `${t("hex_off_map")}: ${side.title}`,
      ),
    ),
    ...readyList(
      board,
      shown,
      shown.ready.filter((name) => soldiers[name]?.cell),
      t("hex_ready"),
    ),
  ];
}

/**
 * @param {HexTurn} board
 * @param {HexBoardView} shown
 * @param {string[]} names
 * @param {string} title
 */
function readyList(board, { soldiers }, names, title) {
  if (!names.length) return [];
  return [
    html("h3", { class: "card-small" }, title),
    html(
      "ul",
      { class: "row gathered ready", "aria-label": title },
      ...names.map((name) =>
        html(
          "li",
          {},
          html(
            "button",
            {
              type: "button",
              class: "tool",
              "data-act": `ready-${name}`,
              title: soldiers[name].who,
              onclick: () => board.choose(name),
            },
            ...(soldiers[name].cell
              ? [html("strong", {}, soldiers[name].cell), ` ${name}`]
              : [name, html("span", { class: "factors" }, ` ${soldiers[name].face.text ?? ""}`)]),
          ),
        ),
      ),
    ),
  ];
}

/**
 * What is worth trying now, as the battle has it.
 * @param {Session} session
 * @param {View} view
 */
function suggestions(session, view) {
  if (!view.suggestions.length) return [];
  return [
    html("h3", { class: "card-small" }, t("argue")),
    html("p", { class: "why" }, view.invitation),
    suggestionList(session, view.suggestions),
  ];
}

/** @param {RefusalView} refusal */
function refused(refusal) {
  return html(
    "div",
    { class: "aside is-bad refused" },
    html(
      "p",
      { class: `tool-verdict tone-${refusal.tone}` },
      html("span", { "aria-hidden": "true" }, refusal.tone === "close" ? "≈ " : "✕ "),
      refusal.word,
    ),
    html(
      "p",
      { class: "why" },
      html("strong", {}, refusal.notation),
      " ",
      refusal.sentence,
      " ",
      html("span", { class: "clause" }, refusal.clause),
    ),
  );
}

/**
 * What may be switched on over the hexes; while it is on its hexes stand beside it to read.
 * @param {HexTurn} board
 * @param {HexBoardView["overlays"]} listed
 */
function overlays(board, listed) {
  if (!listed.length) return null;
  return html(
    "section",
    { class: "overlays" },
    html("h4", { class: "card-small" }, t("hex_show")),
    html(
      "div",
      { class: "row overlay-buttons" },
      ...listed.map((one) =>
        html(
          "button",
          {
            type: "button",
            class: "tool",
            "data-act": `show-${one.key}`,
            "aria-pressed": String(board.isShown(one.key)),
            onclick: () => board.show(one.key),
          },
          one.title,
        ),
      ),
    ),
    ...listed
      .filter((one) => board.isShown(one.key))
      .flatMap((one) => one.said.map((said) => html("p", { class: "overlay-said" }, said))),
  );
}

/**
 * Every counter to read and to tap in place of the picture.
 * @param {HexTurn} board
 * @param {View} view
 * @param {HexBoardView} shown
 */
function countersList(board, view, shown) {
  return html(
    "details",
    { class: "squares-list" },
    html("summary", {}, t("hex_list")),
    ...shown.tally.map((side) => sideCounters(side, view, board)),
  );
}

/**
 * @param {HexTallyView} side
 * @param {View} view
 * @param {HexTurn | null} board
 */
export function sideCounters(side, view, board) {
  const number = 1 + view.sides.findIndex((one) => one.name === side.side);
  return html(
    "section",
    { class: `side-tally side-${number}${view.turn.side === side.side ? " plays" : ""}` },
    html(
      "h3",
      { class: "card-small" },
      svg(
        "svg",
        { class: "tally-badge", viewBox: "-10 -10 20 20", "aria-hidden": "true" },
        svg("path", { class: "turn-badge", d: tokenPath(number, 7.5) }),
      ),
      ` ${side.title}`,
    ),
    html("ul", { class: "tally" }, ...side.said.map((said) => html("li", {}, said))),
    html(
      "ul",
      { class: "counters-of" },
      ...side.counters.map((one) =>
        html(
          "li",
          {},
          board
            ? html(
                "button",
                {
                  type: "button",
                  class: "plain counter-line",
                  "data-act": `pick-${one.name}`,
                  onclick: () => board.choose(one.name),
                },
                html("strong", {}, one.cell ?? "–"),
                ` ${one.said}`,
              )
            : [html("strong", {}, one.cell ?? "–"), ` ${one.said}`],
        ),
      ),
    ),
  );
}

/**
 * @param {Session} session
 * @param {HexTurn} board
 * @param {HexBoardView} shown
 * @param {string | null} undone
 * @param {boolean} goesOn
 */
function foot(session, board, shown, undone, goesOn) {
  const next = goesOn && !board.actor && nextOf(shown);
  const { battle, course, sealed } = board.answer ?? {};
  const fits = !board.refusal && Boolean((battle?.allowed && !sealed) || course?.allowed || board.picked);
  const word = board.picked && !board.refusal ? t("hex_place_on", { cell: board.to }) : t("declare");
  const declare =
    board.action &&
    html(
      "button",
      {
        type: "button",
        class: `decide ${fits ? "tone-in" : "tone-plain"} tool-declare`,
        "data-act": "declare",
        onclick: () => board.declare(),
      },
      `${word} `,
      html("kbd", { "aria-hidden": "true" }, "D"),
    );
  const on =
    next &&
    html(
      "button",
      {
        type: "button",
        class: `decide ${next.allowed ? "tone-in" : "tone-plain"} next-phase`,
        "data-act": "next",
        onclick: () => board.next(),
      },
      next.sentence,
      " ",
      html("kbd", { "aria-hidden": "true" }, "N"),
    );
  const back = board.stepped && tool("back", t("board_back"), "⌫", () => board.takeBack());
  const leave = board.actor && tool("leave", t("close"), "Esc", () => board.leave());
  const undo = undone && !board.actor && tool("undo", t("undo", { act: undone }), "U", () => session.act("undo"));
  if (!declare && !on && !back && !leave && !undo) return null;
  return html("footer", { class: "card-foot" }, declare, on, html("div", { class: "row after" }, back, leave, undo));
}
