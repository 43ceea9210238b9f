// What is said of the moment shown: the entry, its ruling, where the stands stand.

import { html, one } from "../dom.js";
import { verdictOf } from "../watch/verdict.js";
import { num, t } from "../words.js";
import { metaOf } from "./list.js";

/** @import { Past } from "./past.js" */

/** @param {Past} past */
export function showMoment(past) {
  const [title, turn, told, table, list] = ["moment", "past-turn", "past-entry", "past-table", "stands"].map((id) =>
    one(document, `#${id}`, HTMLElement),
  );
  let shown = "";
  past.addEventListener("change", () => {
    const { view, at, entry } = past;
    if (!view) return;
    title.textContent = at === null ? t("moment_now") : t("moment", { number: at });
    turn.textContent = `${t("turn")} ${view.turn.number} · ${view.turn.title}`;
    table.textContent = at === null ? "" : tableLine(past.tableOf, at);
    list.replaceChildren(
      ...view.stands.map((stand) =>
        html("li", {}, t("stand_line", { label: stand.label, x: num(stand.x, 1), y: num(stand.y, 1) })),
      ),
    );
    const state = JSON.stringify([at, entry, view.ruling, past.last]);
    if (state === shown) return;
    shown = state;
    const ruling = view.ruling ?? past.last;
    told.replaceChildren(
      ...(entry ? [html("p", { class: "past-text" }, entry.text), metaOf(entry)] : []),
      ...(ruling
        ? [html("div", { class: "past-verdict", "data-verdict": ruling.verdict }, ...verdictOf(ruling))]
        : [html("p", { class: "quiet" }, t("no_ruling"))]),
    );
  });
}

/**
 * @param {number | null} seen
 * @param {number} at
 */
function tableLine(seen, at) {
  if (seen === null) return t("table_of_none");
  if (seen > at) return t("table_of_later", { number: seen });
  return seen === at ? "" : t("table_of", { number: seen });
}
