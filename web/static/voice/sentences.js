// What is said aloud of a match: the verdict first, then the number that decided, then who; one sentence a change.

import { capital, t } from "../words.js";

/** @import { ObligationView, OpenRulingView, View } from "../types.js" */

/** Signs that a voice would read by their names, or leave out. */
const SIGNS = { "±": "plus_minus", "%": "percent", "×": "times", "½": "half", "№": "number", "→": "to" };

/**
 * A text as it is spoken: units and signs are words, shouted words are calm, one stop ends it.
 * @param {string} text
 */
export function spoken(text) {
  return text
    .replace(/\p{Lu}{2,}(?:[ ']\p{Lu}+)+|^\p{Lu}{2,}(?=[.:])/gu, (shouted) => capital(shouted.toLowerCase()))
    .replace(/(?<=\d) cm\b/g, ` ${t("aloud_cm")}`)
    .replace(/[±%×½№→]/g, (sign) => ` ${t(`aloud_${SIGNS[/** @type {keyof typeof SIGNS} */ (sign)]}`)} `)
    .replace(/[−-](?=\d)/g, (sign, at, all) => (/\w/.test(all[at - 1] ?? "") ? sign : `${t("aloud_minus")} `))
    .replace(/\+/g, ` ${t("aloud_plus")} `)
    .replace(/[✓✕≈•·"“”«»…]/g, " ")
    .replace(/\s+/g, " ")
    .replace(/ (?=[.,:;])/g, "")
    .replace(/([.!?:])[.:]+/g, "$1")
    .trim();
}

/**
 * A ruling: before the dice its verdict and what is thrown or asked next, after them their outcome.
 * @param {OpenRulingView} ruling
 */
export function rulingSaid(ruling) {
  const { actor, target, number, needs, undecided, question } = ruling;
  const { notation } = ruling;
  const named = notation && actor && !notation.includes(actor) ? `${actor}: ${notation}` : notation;
  const who = named ?? (target && actor ? t("at", { actor, target }) : actor);
  // While more dice are owed there is an outcome so far: a hit, before its damage die.
  const outcome = ruling.outcome ?? (ruling.banner?.die == null ? null : ruling.banner.word);
  const fell = ruling.dice.length > 0 && outcome;
  if (fell || (ruling.confirmed && (ruling.headline || outcome))) {
    const faces = ruling.dice.flatMap(({ said }) => said).join(", ");
    return sentences(ruling.headline ?? outcome, fell && t("aloud_dice", { faces }), who, next(needs));
  }
  const measured = number && `${number.measured} ${number.of} ${number.plus_minus}`;
  // What is too close to call is said with what is asked of it: a number alone would leave out the question.
  const why = undecided?.sentence ?? measured ?? ruling.sentence;
  const asked = question?.said === null ? question.sentence : null;
  const wanted = ruling.verdict === "allowed" && !ruling.measured_only && !asked && next(needs);
  return sentences(ruling.headline ?? ruling.word, why, who, asked, wanted);
}

/** @param {OpenRulingView["needs"]} needs */
const next = (needs) => needs && capital(needs.sentence);

/**
 * @param {(string | null | undefined | false)[]} parts
 */
const sentences = (...parts) =>
  spoken(
    parts
      .filter((part) => part)
      .map((part) => `${part}.`)
      .join(" "),
  );

/**
 * @param {readonly ObligationView[]} owed
 */
export const owedSaid = (owed) =>
  owed.length === 0
    ? ""
    : sentences(
        t("owed"),
        ...owed.map(({ side, sentence }) => (side && !sentence.includes(side) ? `${side}: ${sentence}` : sentence)),
      );

/**
 * Whose turn it is, in which phase, and what is still owed then.
 * @param {View} view
 */
function turnSaid({ turn, board, obligations }) {
  const phase = board?.kind === "hexes" ? board.phase?.name : null;
  return `${sentences(`${t("turn")} ${turn.number}`, turn.title, phase)} ${owedSaid(obligations)}`.trim();
}

/** @param {View} view */
const turnOf = ({ turn, board }) => [turn.number, turn.side, board?.kind === "hexes" && board.phase?.name].join();

/** @param {View} view */
const won = (view) => view.score?.winner?.text ?? "";

/**
 * What is new in a view after the one before; nothing where that was the first, or nothing worth a word changed.
 * @param {View | null} before
 * @param {View} view
 */
export function newsSaid(before, view) {
  if (!before || before.versions.run !== view.versions.run) return "";
  const ruling = view.ruling ? rulingSaid(view.ruling) : "";
  const isNew = ruling !== (before.ruling ? rulingSaid(before.ruling) : "");
  const turned = turnOf(view) !== turnOf(before);
  // What was taken back is named until the next act: figures walk meanwhile, or are to be put back.
  const corrected = isNew || turned || view.taken_back !== before.taken_back || view.undo !== before.undo;
  if (view.taken_back && corrected)
    return `${sentences(t("aloud_correction", { act: view.taken_back }))} ${ruling || turnSaid(view)}`;
  const winner = won(view) !== won(before) ? sentences(won(view)) : "";
  const turn = turned && !winner ? turnSaid(view) : "";
  return [isNew ? ruling : "", winner, turn].filter((part) => part).join(" ");
}
