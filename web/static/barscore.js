// <vd-barscore>: the score in the bar, a number a side; a tap tells it whole, and from there the match is ended.

import { owedList } from "./card/owedlist.js";
import { html } from "./dom.js";
import { Piece } from "./piece.js";
import { t } from "./words.js";

/** @import { Session } from "./session.js" */
/** @import { ScoreView } from "./types.js" */

class BarScore extends Piece {
  /** @param {Session} session */
  begin(session) {
    session.addEventListener("change", () => this.#draw(session));
  }

  /** @param {Session} session */
  #draw(session) {
    const score = session.view?.score;
    if (!score) return;
    const { counted } = score;
    const title = [score.ended, counted, ...score.sides.map((side) => `${side.title}: ${shortOf(side)}`)].filter(
      Boolean,
    );
    if (this.dataset.state === title.join(" · ")) return;
    this.dataset.state = title.join(" · ");
    const held = this.contains(document.activeElement);
    this.replaceChildren(
      html(
        "button",
        { type: "button", class: "tool", id: "tool-score", title: title.join(" · "), onclick: () => tell(session) },
        html("span", {}, score.sides.map(shortOf).join(" · "), html("br", {}), html("small", {}, counted)),
      ),
    );
    if (held) this.querySelector("button")?.focus();
  }
}

/**
 * A side's first goal, or what it has left.
 * @param {ScoreView["sides"][number]} side
 */
const shortOf = ({ goals, left }) => (goals.length > 0 ? `${goals[0].have}/${goals[0].need}` : String(left));

/**
 * The whole score, in a dialog.
 * @param {Session} session
 */
export function tell(session) {
  const { score, obligations } = session.view ?? {};
  if (!score || !obligations) return;
  /** @type {HTMLDialogElement} */
  const dialog = html(
    "dialog",
    { class: "keys", "aria-labelledby": "score-title" },
    html(
      "h2",
      { class: "panel-title", id: "score-title" },
      score.ended ?? score.winner?.text ?? score.both ?? t("score"),
    ),
    ...score.sides.flatMap(sideOf),
    ...owedList(session, obligations, () => dialog.close()), // whoever ends the match now leaves it undone
    score.note && html("p", { class: "hint" }, score.note),
    html(
      "form",
      { class: "stack", method: "dialog" },
      ...endings(score),
      html("button", { class: "tool", value: "close" }, t("close")),
    ),
  );
  dialog.addEventListener("close", async () => {
    dialog.remove();
    const [result, ...winner] = dialog.returnValue.split(" ");
    if (!["won", "draw", "broken_off"].includes(result)) return;
    await session.act("end", { result, ...(winner.length > 0 ? { winner: winner.join(" ") } : {}) });
    if (session.view?.score.ended) location.assign("/result");
  });
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * What a side needs to win, what it has left and lost, who may still act.
 * @param {ScoreView["sides"][number]} side
 */
const sideOf = (side) => [
  html("h3", { class: "card-small" }, side.title),
  html(
    "ul",
    { class: "checks" },
    ...side.goals.map((goal) =>
      html(
        "li",
        { class: "check" },
        html("span", { class: "check-text" }, goal.sentence),
        html("span", { class: "clause" }, goal.clause),
      ),
    ),
    html(
      "li",
      { class: "check" },
      [`${side.left} ${t("left")}`, `${side.lost} ${t("lost_count")}`, ...side.said].join(", "),
    ),
    side.to_act.length > 0 && html("li", { class: "check" }, t("to_act", { names: side.to_act.join(", ") })),
  ),
];

/**
 * What ends the match, for players as the rules name it, and where its result is.
 * @param {ScoreView} score
 */
function endings({ sides, ended, winner, both }) {
  const link = html("a", { class: "tool", href: "/result" }, t("nav_result"));
  const referee = document.documentElement.dataset.role === "referee";
  if (ended || !(referee || winner)) return [link];
  /**
   * @param {string} value
   * @param {string} text
   */
  const button = (value, text) => {
    const named = winner && value === `won ${winner.side}`;
    return (
      (referee || named) &&
      html("button", { class: named ? "decide tone-in" : "suggestion", value, "data-end": value }, text)
    );
  };
  return [
    html(
      "details",
      { open: Boolean(winner || both) },
      html("summary", { class: "tool" }, t("end_match")),
      html("p", { class: "hint" }, t("end_how")),
      html(
        "p",
        { class: "row" },
        ...sides.map((side) => button(`won ${side.name}`, t("end_won", { side: side.title }))),
        button("draw", t("end_draw")),
        button("broken_off", t("end_broken_off")),
      ),
    ),
    link,
  ];
}

customElements.define("vd-barscore", BarScore);
