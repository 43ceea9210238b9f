// A ruling to read, not to act on: the word, the number, who at whom, the dice, what came of it.

import { banner } from "../card/banner.js";
import { dieFace } from "../card/dice.js";
import { html } from "../dom.js";
import { capital, t } from "../words.js";

/** @import { ShownRulingView } from "../types.js" */

/** @param {ShownRulingView} ruling */
export function verdictOf(ruling) {
  const { number } = ruling;
  const dice = ruling.dice.flatMap(({ given, said }) => given.map((face, i) => dieFace(face, said?.[i])));
  return [
    banner(ruling, ruling.notation ?? (ruling.target ? t("at", { ...ruling }) : (ruling.actor ?? ""))),
    html(
      "div",
      { class: "told" },
      ruling.measured_only && html("p", { class: "told-aside" }, ruling.measured_only),
      number &&
        html(
          "p",
          { class: "number" },
          html("strong", {}, number.measured),
          ` ${number.of} `,
          number.plus_minus && html("span", { class: "plus-minus" }, number.plus_minus),
        ),
      !ruling.outcome && html("p", { class: "told-why" }, ruling.sentence),
      dice.length > 0 && html("div", { class: "row told-dice", role: "group", "aria-label": t("thrown") }, ...dice),
      ruling.outcome && !dice.length && html("p", { class: "told-outcome" }, ruling.outcome),
      !ruling.outcome &&
        ruling.needs &&
        ruling.verdict === "allowed" &&
        html("p", { class: "told-needs" }, capital(ruling.needs.sentence)),
      ruling.undecided && html("p", { class: "told-needs" }, `${ruling.undecided.sentence}. ${t("cannot_tell")}`),
      ruling.confirmed &&
        ruling.effects.length > 0 &&
        html(
          "ul",
          { class: "told-effects", "aria-label": t("changes") },
          ...ruling.effects.map((effect) => html("li", {}, `${capital(effect.sentence)}.`)),
        ),
    ),
  ];
}
