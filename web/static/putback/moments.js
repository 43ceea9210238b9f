// The dialog that asks as at which moment: before the last disturbance, or as an entry of the journal has it.

import { suggestion } from "../card/suggestions.js";
import { html, present } from "../dom.js";
import { ask, failed } from "../tools/asking.js";
import { hour, num, t } from "../words.js";
import { beginning, chooseExactness, EXACTNESS, exactnessNow } from "./exactness.js";

/** @import { Session } from "../session.js" */
/** @import { Failed, MomentsView, View } from "../types.js" */

/**
 * @param {HTMLDialogElement} dialog
 * @param {Session} session
 * @param {View} view
 */
export async function askWhen(dialog, session, view) {
  /** @type {MomentsView | Failed} */
  const moments = await ask("putting-back/moments");
  if (failed(moments)) return session.say(moments.error);
  const { last, start, entries } = moments;
  const choose = (/** @type {number | null} */ entry, more = {}) => {
    dialog.close();
    session.act("begin", { ...beginning(entry), ...more }, "putting-back");
  };
  const bump = () => {
    dialog.close();
    session.act("bump", {}, "rehearsal").then(() => session.say(t("put_bumped")));
  };
  const parts = [
    html("h2", { id: "putback-title" }, t("put_title")),
    html("p", {}, last || start || entries.length ? t("put_when") : t("put_nothing")),
    html(
      "ul",
      { class: "suggestions" },
      last && suggestion({ "data-moment": "last", onclick: () => choose(null) }, t("put_last"), last.join(", ")),
      start !== null &&
        suggestion(
          { "data-moment": "start", disabled: start === 0, onclick: () => choose(null, { start: true }) },
          t("put_start"),
          t("put_off", { count: start }),
        ),
      ...entries.map((it) =>
        suggestion(
          { "data-moment": it.entry, disabled: it.off === 0, onclick: () => choose(it.entry) },
          t("put_entry", { number: it.entry, time: hour(it.time) }),
          `${it.what} · ${t("put_off", { count: it.off })}`,
        ),
      ),
    ),
    // On a board its square or hex is what matters, however exactly.
    !view.board &&
      html(
        "p",
        { class: "row putback-exact" },
        html("label", { for: "putback-exact" }, t("put_exact")),
        html(
          "select",
          { id: "putback-exact", onchange: ({ currentTarget: { value } }) => chooseExactness(Number(value)) },
          ...EXACTNESS.map(([cm, degrees], k) =>
            html(
              "option",
              { value: k, selected: k === exactnessNow() },
              t("put_exact_to", { cm: num(cm, 1), degrees }),
            ),
          ),
        ),
      ),
    view.put_back.rehearsal &&
      html(
        "p",
        { class: "row putback-demo" },
        html("button", { type: "button", class: "tool", "data-act": "bump", onclick: bump }, t("put_bump")),
        html("span", {}, t("put_bump_why")),
      ),
    html("form", { method: "dialog" }, html("button", { class: "tool", value: "close" }, t("close"))),
  ];
  dialog.replaceChildren(...present(parts));
  dialog.showModal();
}
