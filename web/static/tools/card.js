// The card of the tool in hand: what to tap next, what was measured, and the button that declares it.

import { reachedLines } from "../card/reached.js";
import { html } from "../dom.js";
import { capital, t } from "../words.js";
import { TONES } from "./drawing.js";

/** @import { Spot, Tools } from "./tools.js" */
/** @import { Session } from "../session.js" */
/** @import { BurstView, CheckView, Child, DistancesView, JudgedView, PlanView, TrialView, View } from "../types.js" */

/** @type {Record<string, [sign: string, word: string]>} */
const MARKS = { passed: ["✓", "holds"], failed: ["✕", "fails"], close: ["≈", "close_call"] };
const MANNERS = ["path", "left", "right", "turn", "column", "line"];

/**
 * @param {Session} session
 * @param {View} view
 */
export function toolCard(session, view) {
  const { tools } = session;
  const words = tools.aim?.words ?? [];
  const hidden = !tools.measures && !tools.aim && !tools.way;
  return [
    html(
      "div",
      { class: "card-body", tabindex: 0, role: "group", "aria-label": t("details") },
      html("h2", { class: "card-title" }, title(tools)),
      html("p", { class: "why" }, hint(tools)),
      hidden && html("p", { class: "aside" }, t("reach_hidden")),
      tools.kind === "path" && choices(tools),
      words.length > 0 &&
        radio(
          words.map(({ word, said }) => [word, said]),
          null,
          (word) => tools.give(word),
        ),
      ...Object.entries(tools.arcs).flatMap(([stand, { said }]) => [
        html("h3", { class: "card-small" }, stand),
        said.length > 0 ? reachedLines(said) : html("p", { class: "place" }, t("arc_none")),
      ]),
      tools.kind === "burst" &&
        view.bursts.length > 1 &&
        radio(
          view.bursts.map((verb) => [verb, t(`burst_${verb}`)]),
          tools.verb,
          (verb) => tools.set({ verb }),
        ),
      ...result(tools),
      words.length === 0 && html("p", { class: "place tool-keys" }, t("hint_keys")),
    ),
    html(
      "footer",
      { class: "card-foot" },
      (tools.way || tools.aim) && words.length === 0
        ? html(
            "button",
            {
              type: "button",
              class: "decide tone-in tool-declare",
              "data-act": "declare",
              disabled: !tools.action,
              onclick: () => tools.declare(),
            },
            `${t("declare")} `,
            html("kbd", { "aria-hidden": "true" }, "D"),
          )
        : null,
      html(
        "div",
        { class: "row after" },
        html(
          "button",
          { type: "button", class: "tool", "data-act": "leave", onclick: () => tools.leave() },
          `${t("tool_leave")} `,
          html("kbd", { "aria-hidden": "true" }, "Esc"),
        ),
        (tools.points.length > 0 || Object.keys(tools.arcs).length > 0) &&
          html(
            "button",
            { type: "button", class: "tool", "data-act": "back", onclick: () => tools.takeBack() },
            `${t("take_back")} `,
            html("kbd", { "aria-hidden": "true" }, "⌫"),
          ),
      ),
    ),
  ];
}

/** @param {Tools} tools */
function title(tools) {
  if (tools.asking) return t("ask_title");
  if (tools.aim) {
    const { unit, side, actor, target } = tools.aim.action;
    if (target) return t("at", { actor, target });
    const titled = tools.session.view?.sides.find((it) => it.name === side)?.title;
    return t("does", { actor: titled ?? unit ?? tools.stand, verb: tools.aim.name });
  }
  return tools.kind === "path" && tools.way
    ? t("does", { actor: tools.stand, verb: tools.way.name })
    : t(`tool_${tools.kind}`);
}

/** @param {Tools} tools */
function hint(tools) {
  if (tools.asking) return askedOf(tools);
  if (tools.kind === "path") return tools.way ? t("hint_way", { stand: tools.stand }) : t("hint_path");
  if (!tools.aim) return t(`hint_${tools.kind}`);
  const keys = new Set(tools.aim.asks.flat());
  if (keys.has("order")) return t("hint_order");
  if (keys.has("type")) return t("hint_type");
  if (keys.has("edge")) return t("hint_edge");
  if (keys.has("point")) return t(keys.has("target") ? "hint_point_target" : "hint_point");
  return t(keys.has("vehicle") ? "hint_vehicle" : "hint_target");
}

/**
 * What is asked by a long press and a tap, in a line: from where to where, how far, and whether it is seen.
 * @param {Tools} tools
 */
export function askedOf({ points, result, session }) {
  const [from, to] = points.map((spot) => calledAs(spot, session.view?.board ?? null));
  if (!to) return t("ask_next", { from });
  if (result && "error" in result) return result.error;
  const { distances = [], sight = null } = result && "distances" in result ? result : {};
  const said = [distances[0]?.said, sight && `${MARKS[sight.verdict][0]} ${t(`sight_${sight.verdict}`)}`];
  return `${from} → ${to}: ${said.filter(Boolean).join("; ") || "…"}`;
}

/**
 * What people call an end: soldiers have no names on the board, and each language prints its squares its own way.
 * @param {Spot} spot
 * @param {PlanView["board"]} board
 */
function calledAs({ stand, called, cell }, board) {
  const soldier = stand && board?.kind === "squares" && board.soldiers[stand]?.label;
  const printed = cell && board?.cells.find(([id]) => id === cell)?.[3];
  return soldier || stand || called || printed || cell || t("ask_place");
}

/**
 * Which verb the way is gone by, and for a group how: straight, wheeling, turning, forming.
 * @param {Tools} tools
 */
function choices(tools) {
  const group = Boolean(tools.way?.action.group);
  const turning = ["left", "right", "turn"].includes(tools.manner);
  return html(
    "div",
    { class: "tool-choices" },
    tools.ways.length > 1 &&
      radio(
        tools.ways.map((way) => [way.verb, way.name]),
        tools.way?.verb ?? null,
        (verb) => tools.set({ way: tools.ways.find((way) => way.verb === verb) }),
      ),
    group &&
      html(
        "label",
        { class: "bar-row tool-field" },
        t("way_how"),
        html(
          "select",
          { "data-field": "manner", onchange: ({ currentTarget: { value } }) => tools.set({ manner: value }) },
          ...MANNERS.map((manner) =>
            html("option", { value: manner, selected: manner === tools.manner }, t(`way_${manner}`)),
          ),
        ),
      ),
    group &&
      turning &&
      html(
        "label",
        { class: "bar-row tool-field" },
        t("degrees"),
        html("input", {
          type: "number",
          "data-field": "degrees",
          value: tools.degrees,
          min: -360,
          max: 360,
          step: 5,
          oninput: ({ currentTarget: { value } }) => tools.set({ degrees: Number(value) }),
        }),
      ),
  );
}

/**
 * @param {[key: string, words: string][]} all
 * @param {string | null} chosen
 * @param {(key: string) => void} choose
 */
const radio = (all, chosen, choose) =>
  html(
    "div",
    { class: "row", role: "group" },
    ...all.map(([key, words]) =>
      html(
        "button",
        {
          type: "button",
          class: "tool",
          "data-act": `choose-${key}`,
          "aria-pressed": String(key === chosen),
          onclick: () => choose(key),
        },
        capital(words),
      ),
    ),
  );

/**
 * @param {Tools} tools
 * @returns {Child[]}
 */
function result(tools) {
  const found = tools.result;
  if (!found) return [];
  if ("error" in found) return [html("p", { class: "aside" }, capital(found.error))];
  if ("distances" in found) return [rulerResult(tools, found.distances), ...sightResult(found.sight)];
  if ("reached" in found) return burstResult(found.reached);
  if ("said" in found)
    return [html("p", { class: "number" }, html("strong", {}, found.said), ` ${t("way_length").toLowerCase()}`)];
  return trialResult(found);
}

/**
 * @param {Tools} tools
 * @param {DistancesView["distances"]} distances
 */
function rulerResult(tools, distances) {
  return html(
    "ul",
    { class: "checks tool-distances" },
    ...distances.map((it, i) => {
      const chosen = tools.how === i;
      return html(
        "li",
        {},
        html(
          "button",
          {
            type: "button",
            class: `suggestion tool-distance${chosen ? " is-chosen" : ""}`,
            "aria-pressed": String(chosen),
            "data-act": `how-${it.how}`,
            onclick: () => tools.set({ how: i }),
          },
          html("strong", {}, it.said),
          html("span", {}, t(`how_${it.how}`)),
        ),
      );
    }),
  );
}

/** @param {DistancesView["sight"]} sight */
function sightResult(sight) {
  if (!sight) return [];
  const [sign] = MARKS[sight.verdict];
  return [
    html(
      "p",
      { class: `tool-verdict tone-${TONES[sight.verdict]}`, "data-sight": sight.verdict },
      html("span", { "aria-hidden": "true" }, `${sign} `),
      t(`sight_${sight.verdict}`),
    ),
    list(sight.checks, t("sight_why")),
  ];
}

/** @param {BurstView["reached"]} reached */
function burstResult(reached) {
  const nobody = reached.every((it) => it.verdict === "failed");
  return [nobody && html("p", { class: "why" }, t("burst_nobody")), list(reached, t("reached_list"))];
}

/** @param {TrialView} ruling */
function trialResult(ruling) {
  return [
    html(
      "p",
      { class: `tool-verdict tone-${ruling.tone}` },
      html("span", { "aria-hidden": "true" }, `${ruling.sign} `),
      ruling.word,
    ),
    html("p", { class: "why" }, ruling.sentence),
    ruling.burst && burstResult(ruling.burst.reached),
    list(ruling.checks, t("conditions")),
  ];
}

/**
 * @param {(CheckView | JudgedView)[]} checks
 * @param {string} label
 */
function list(checks, label) {
  if (!checks.length) return null;
  return html(
    "ul",
    { class: "checks", "aria-label": label },
    ...checks.map((check) => {
      const [sign, word] = MARKS[check.verdict];
      const percent = "percent" in check ? check.percent : null;
      const quiet = "modifies" in check && check.modifies && check.verdict !== "close";
      return html(
        "li",
        { class: `check is-${quiet ? "modifier" : check.verdict}` },
        html("span", { class: "check-sign", role: "img", "aria-label": t(word) }, quiet ? "•" : sign),
        html(
          "span",
          { class: "check-text" },
          check.sentence,
          percent !== null && ` (${t("percent_yes", { percent })})`,
        ),
        html("span", { class: "clause" }, check.clause),
      );
    }),
  );
}
