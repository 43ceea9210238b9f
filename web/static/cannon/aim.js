// Where a side's cannon aims, said and drawn before the shot: who stands in its line, what would come of a hit.

import { html } from "../dom.js";
import { ask, failed } from "../tools/asking.js";
import { t } from "../words.js";

/** @import { Session } from "../session.js" */
/** @import { AimsView, CannonAimView, CannonView, Failed, StandView } from "../types.js" */

const STAYS_CM = 1;
const COLUMNS = ["", ...Array.from({ length: 8 }, (_, i) => String(i + 1))];

/**
 * Whether all stand where they stood, but for what a camera measures anew.
 * @param {readonly StandView[]} then
 * @param {readonly StandView[]} now
 */
const stay = (then, now) =>
  then.every((one) => now.some((it) => it.name === one.name && Math.hypot(it.x - one.x, it.y - one.y) < STAYS_CM));

/**
 * A form that asks for square and column, and says below them what stands in the line; closed, it draws none.
 * @param {Session} session
 * @param {CannonView} cannon
 */
export function aimForm(session, { side }) {
  const told = html("div", { role: "status" });
  const square = html("input", { name: "square", maxlength: 8, size: 6, autocomplete: "off", spellcheck: "false" });
  const column = html("select", { name: "column" }, ...COLUMNS.map((it) => html("option", { value: it }, it || "-")));
  /** @type {readonly StandView[]} */
  let stood = [];
  const form = html(
    "form",
    { class: "row" },
    html("label", {}, `${t("aim_square")} `, square),
    html("label", {}, `${t("aim_column")} `, column),
    html("button", { type: "submit", class: "tool", "data-act": `aim-${side}` }, t("aim_say")),
  );
  /** @param {CannonAimView | null} aim */
  const drawn = (aim) => {
    session.aim = aim;
    session.dispatchEvent(new Event("change"));
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const said = { side, square: square.value.trim() || null, column: Number(column.value) || null };
    stood = session.view?.stands ?? [];
    /** @type {AimsView | Failed} */
    const answer = await ask("aim", said);
    const aim = (!failed(answer) && answer.aims.find((one) => one.side === side)) || null;
    told.replaceChildren(
      ...(aim ? lineOf(aim) : [html("p", { class: "aside is-bad" }, failed(answer) && answer.error)]),
    );
    drawn(aim);
  });
  const unsay = () => {
    told.replaceChildren();
    drawn(null);
  };
  session.addEventListener("change", () => {
    // Nothing is said of a line longer than it is so.
    if (told.firstChild && !stay(stood, session.view?.stands ?? [])) unsay();
  });
  const ontoggle = (/** @type {Event} */ { target }) => {
    if (target instanceof HTMLDetailsElement && !target.open) unsay();
  };
  return html("details", { class: "cannon-aim", ontoggle }, html("summary", {}, t("aim")), form, told);
}

/** @param {CannonAimView} aim */
function lineOf({ square, line }) {
  if (!square) return [html("p", {}, t("aims_nowhere"))];
  const each = line.map((one) =>
    html(
      "p",
      { "data-name": one.name },
      html("strong", {}, one.square),
      ` ${one.sentence || one.name} `,
      one.clause && html("span", { class: "clause" }, one.clause),
    ),
  );
  return [
    html("p", {}, html("strong", {}, t("aims_at", { square })), " ", t(line.length ? "aim_line" : "aim_clear")),
    ...each,
  ];
}
