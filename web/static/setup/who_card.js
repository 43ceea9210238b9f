// The card of the markers that are chosen on the picture: name, side, kind and type, each given by one tap.

import { html } from "../dom.js";
import { t } from "../words.js";

/** @import { RosterView, SeenLineView } from "../types.js" */

/**
 * @param {RosterView} told
 * @param {number[]} chosen
 * @param {SeenLineView[]} rows those of the chosen that are on the list
 * @param {(change: Partial<SeenLineView>) => void} give
 * @param {() => void} letGo
 */
export function whoCard({ sides, kinds }, chosen, rows, give, letGo) {
  const [first] = rows;
  /** @param {"name" | "unit" | "kind"} key */
  const common = (key) => (rows.length && rows.every((row) => row[key] === first[key]) ? first[key] : "");
  const { types } = kinds.find(({ kind }) => kind === common("kind")) ?? kinds[0];
  const field = (/** @type {"name" | "unit"} */ key, /** @type {number} */ most) =>
    html(
      "label",
      { class: "field" },
      t(`roster_${key}`),
      key === "unit" && types.length ? choose(key) : write(key, most),
    );
  const write = (/** @type {"name" | "unit"} */ key, /** @type {number} */ most) =>
    html("input", {
      name: `who_${key}`,
      maxlength: most,
      value: common(key),
      autocomplete: "off",
      oninput: ({ currentTarget }) => give({ [key]: currentTarget.value }),
    });
  const choose = (/** @type {"unit"} */ key) =>
    html(
      "select",
      { name: `who_${key}`, onchange: ({ currentTarget }) => give({ [key]: currentTarget.value }) },
      ...["", ...types].map((type) => html("option", { value: type, selected: type === common(key) }, type)),
    );
  /**
   * @param {"side" | "kind"} key
   * @param {[value: string, title: string][]} choices
   */
  const choice = (key, choices) =>
    html(
      "fieldset",
      { class: "row pages", "data-choice": key },
      html("legend", {}, t(`roster_${key}`)),
      ...choices.map(([value, title]) =>
        html(
          "button",
          { type: "button", class: "tool", "data-value": value, onclick: () => give({ [key]: value }) },
          title,
        ),
      ),
    );
  const card = html(
    "section",
    { class: "panel stack", "aria-label": t("who_card"), "data-card": "" },
    html(
      "strong",
      {},
      chosen.length > 1 ? t("who_chosen", { count: chosen.length }) : t("who_one", { number: chosen[0] }),
    ),
    chosen.length > 1 ? null : field("name", 60),
    choice(
      "side",
      sides.map((side) => [side.name, side.title]),
    ),
    choice(
      "kind",
      kinds.map((one) => [one.kind, one.title]),
    ),
    field("unit", 40),
    html(
      "div",
      { class: "row pages" },
      html("button", { type: "button", class: "tool", onclick: letGo }, t("who_none")),
    ),
  );
  showGiven(card, chosen, rows);
  return card;
}

/**
 * Shows which side and kind all the chosen have.
 * @param {Element} card
 * @param {number[]} chosen
 * @param {SeenLineView[]} rows
 */
export function showGiven(card, chosen, rows) {
  const all = rows.length === chosen.length;
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (card.querySelectorAll("[data-value]"))) {
    const key = button.closest("[data-choice]")?.getAttribute("data-choice") === "side" ? "side" : "kind";
    button.setAttribute("aria-pressed", String(all && rows.every((row) => row[key] === button.dataset.value)));
  }
}
