// The card of a game on hexes: the phase and what to do in it, the chosen counter, a battle put together, what to show.

import { html, svg } from "../dom.js";
import { t } from "../words.js";
import { tokenPath } from "./counters.js";
import { line, seenPart, todoPart, tool } from "./seen.js";

export function hexCard(session) {
  const { board, view } = session;
  const answer = board.actor ? board.answer : null;
  return [
    html(
      "div",
      { class: "card-body board-body", tabindex: 0, role: "group", "aria-label": t("details") },
      view.board.seen && !board.actor && seenPart(session),
      view.board.todo.length > 0 && !board.actor && todoPart(session),
      phasePart(session, Boolean(answer)),
      !answer && suggestions(session),
      !answer && ready(session),
      !answer && view.board.to_lay && html("p", { class: "aside" }, view.board.to_lay),
      board.refusal && refused(board.refusal),
      answer && chosen(session, answer),
      !answer && acts(session, view.board.acts.slice(nextOf(view) ? 1 : 0), t("hex_acts")),
      !answer && overlays(session),
      countersList(session),
    ),
    foot(session),
  ];
}

/** What carries the turn on: the first of the acts, such as the next phase. */
const nextOf = (view) => (view.board.acts[0]?.main ? view.board.acts[0] : null);

function phasePart({ view }, small) {
  const { phase } = view.board;
  const awaited = view.board.to_place.length > 0;
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
    !small &&
      phase.facts.length > 0 &&
      html("ul", { class: "facts" }, ...phase.facts.map((fact) => html("li", {}, fact))),
  );
}

/** Who has something to do in this phase: on a small screen easier to tap here; those beside the board only here. */
function ready({ board, view }) {
  const { to_place: awaited, soldiers } = view.board;
  const sideOf = (name) => view.stands.find((one) => one.name === name)?.side;
  return [
    ...view.sides.flatMap((side) =>
      readyList(
        awaited.filter((name) => sideOf(name) === side.name),
        `${t("hex_off_map")}: ${side.title}`,
        { board, view },
      ),
    ),
    ...readyList(
      view.board.ready.filter((name) => soldiers[name]?.cell),
      t("hex_ready"),
      { board, view },
    ),
  ];
}

function readyList(names, title, { board, view }) {
  const { soldiers } = view.board;
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
            soldiers[name].cell
              ? [html("strong", {}, soldiers[name].cell), ` ${name}`]
              : [name, html("span", { class: "factors" }, ` ${soldiers[name].face.text ?? ""}`)],
          ),
        ),
      ),
    ),
  ];
}

/** What is worth trying now, as the battle has it. */
function suggestions(session) {
  const { view } = session;
  if (!view.suggestions?.length) return null;
  return [
    html("h3", { class: "card-small" }, t("argue")),
    html("p", { class: "why" }, view.invitation),
    html(
      "ul",
      { class: "suggestions" },
      ...view.suggestions.map((s) =>
        html(
          "li",
          {},
          html(
            "button",
            {
              type: "button",
              class: "suggestion",
              "data-target": s.target,
              onclick: () => session.declare(s.actor, s.target),
            },
            html("strong", {}, `${s.actor} → ${s.target}`),
            html("span", {}, s.question),
          ),
        ),
      ),
    ),
  ];
}

/** The chosen counter: what it is, where it may go, whom it may attack, what else. */
function chosen(session, answer) {
  const { board } = session;
  return html(
    "section",
    { class: "chosen", "aria-labelledby": "chosen-title" },
    html("h3", { class: "chosen-title", id: "chosen-title" }, answer.title),
    answer.facts.length > 0 && html("p", { class: "why" }, answer.facts.join(" · ")),
    alsoHere(session, answer),
    answer.gathered.length > 0 && [
      ...gathered(board, answer.gathered, t("hex_ordering")),
      html("p", { class: "aside" }, t("hex_order_more")),
    ],
    !answer.battle && steering(board, answer),
    answer.battle ? battle(session, answer) : targets(session, answer),
    !answer.battle && goings(board, answer),
    !answer.battle && acts(session, answer.acts, t(answer.gathered.length ? "hex_orders" : "hex_other_acts")),
  );
}

/** Who else stands in the same hex: on a small screen a stack is easier to tell apart here. */
function alsoHere({ board, view }, answer) {
  const others = board.allOn(answer.at).filter((stand) => stand.name !== answer.actor);
  if (!others.length) return null;
  return html(
    "p",
    { class: "row also-here" },
    `${t("hex_also_here", { cell: board.label(answer.at) })} `,
    ...others.map((stand) =>
      html(
        "button",
        { type: "button", class: "tool", "data-act": `also-${stand.name}`, onclick: () => board.only(stand.name) },
        view.board.soldiers[stand.name].who,
      ),
    ),
  );
}

/** The way by hexes of one's own choice: what every leg costs, and what happens on it. */
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

function goings(board, answer) {
  const options = [...answer.options].sort((a, b) => a.cost - b.cost || (a.cell < b.cell ? -1 : 1));
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

/** Whom it may attack and how; and why not, where that is worth telling. */
function targets({ board }, answer) {
  if (!answer.targets.length) return null;
  return [
    html("h4", { class: "card-small" }, t("hex_targets")),
    html(
      "ul",
      { class: "checks may targets", "aria-label": t("hex_targets") },
      ...mayFirst(answer.targets).map(({ target, way }) =>
        line(
          way,
          `${target.label}: `,
          () => (way.gathers ? board.gather(target.name) : board.declareAction(way.action)),
          `at-${target.name}-${way.verb}`,
        ),
      ),
    ),
  ];
}

/** What may be done stands before what may not. */
function mayFirst(targets) {
  const ways = targets.flatMap((target) => target.ways.map((way) => ({ target, way })));
  return [...ways.filter(({ way }) => way.allowed), ...ways.filter(({ way }) => !way.allowed)];
}

/** Those that act together, each to be left out again with a tap. */
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

/** Several against several: tap who joins in and who is attacked; the sums and the chances. */
function battle({ board }, { battle: it }) {
  return html(
    "div",
    { class: "battle" },
    ...gathered(board, it.attackers, t("hex_attackers")),
    ...gathered(board, it.targets, t("hex_attacked")),
    ...it.said.map((said, i) => html("p", { class: i ? "why" : "strip-moves" }, said)),
    !it.allowed && html("p", { class: "why" }, "✕ ", it.sentence, " ", html("span", { class: "clause" }, it.clause)),
    html("p", { class: "aside" }, t("hex_gather")),
  );
}

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

function acts({ board }, listed, title) {
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

/** What may be switched on over the hexes; while it is on its hexes stand beside it to read. */
function overlays({ board, view }) {
  const listed = view.board.overlays;
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

/** Every counter to read and to tap in place of the picture. */
function countersList({ view, board }) {
  return html(
    "details",
    { class: "squares-list" },
    html("summary", {}, t("hex_list")),
    ...view.board.tally.map((side) => sideCounters(side, view, board)),
  );
}

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

function foot({ board, view }) {
  const next = !board.actor && nextOf(view);
  const fits =
    !board.refusal && Boolean(board.answer?.battle?.allowed || board.answer?.course?.allowed || board.picked);
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
        onclick: () => board.do(next),
      },
      next.sentence,
      " ",
      html("kbd", { "aria-hidden": "true" }, "N"),
    );
  const back =
    (board.targets.length > 0 || board.via.length > 0 || board.picked || board.refusal) &&
    tool("back", t("board_back"), "⌫", () => board.takeBack());
  const leave = board.actor && tool("leave", t("close"), "Esc", () => board.leave());
  const undo =
    view.undo && !board.actor && tool("undo", t("undo", { act: view.undo }), "U", () => board.session.act("undo"));
  if (!declare && !on && !back && !leave && !undo) return null;
  return html("footer", { class: "card-foot" }, declare, on, html("div", { class: "row after" }, back, leave, undo));
}
