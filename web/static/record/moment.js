// What is said of the moment shown: the entry, its ruling, where the stands stand.

import { html } from "../dom.js";
import { num, t } from "../words.js";
import { verdictOf } from "../watch/verdict.js";
import { metaOf } from "./list.js";

export function showMoment(past) {
  const [title, turn, told, table, list] = ["moment", "past-turn", "past-entry", "past-table", "stands"].map((id) =>
    document.getElementById(id),
  );
  let shown = "";
  past.addEventListener("change", () => {
    const { view, at, entry } = past;
    if (!view) return;
    title.textContent = at === null ? t("moment_now") : t("moment", { number: at });
    turn.textContent = `${t("turn")} ${view.turn.number} · ${view.turn.title}`;
    table.textContent = at === null ? "" : tableLine(view, at);
    list.replaceChildren(
      ...view.stands.map((stand) =>
        html("li", {}, t("stand_line", { label: stand.label, x: num(stand.x, 1), y: num(stand.y, 1) })),
      ),
    );
    const state = JSON.stringify([at, entry, view.ruling, view.last ?? null]);
    if (state === shown) return;
    shown = state;
    const ruling = view.ruling ?? (at === null ? view.last : null);
    told.replaceChildren(
      ...(entry ? [html("p", { class: "past-text" }, entry.text), metaOf(entry)] : []),
      ...(ruling
        ? [html("div", { class: "past-verdict", "data-verdict": ruling.verdict }, ...verdictOf(ruling))]
        : [html("p", { class: "quiet" }, t("no_ruling"))]),
    );
  });
}

function tableLine(view, at) {
  if (!view.table) return t("table_of_none");
  if (view.table.of > at) return t("table_of_later", { number: view.table.of });
  return view.table.of === at ? "" : t("table_of", { number: view.table.of });
}
