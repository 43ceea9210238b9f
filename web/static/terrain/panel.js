// Beside the picture: the tools, the chosen piece's form, the list of pieces, saving and the lock.

import { html, svg } from "../dom.js";
import { number } from "../fields.js";
import { num, t, written } from "../words.js";
import { area, crossed, halved } from "./geometry.js";

/** @import { TerrainDraft } from "./draft.js" */
/** @import { MeasuredHeightView, NoHeightView, PieceView, Point, Value } from "../types.js" */

/**
 * What the editor does, the kind that is chosen for a new piece, and how high the chosen one was measured to be.
 * @typedef {object} Acts
 * @property {string} kind
 * @property {MeasuredHeightView | NoHeightView | null} height
 * @property {(kind: string) => void} setKind
 * @property {() => void} tap
 * @property {() => void} draw
 * @property {() => void} cancel
 * @property {() => void} finish
 * @property {() => void} undo
 * @property {() => void} redo
 * @property {() => void} propose
 * @property {() => void} save
 * @property {() => void} lock
 * @property {() => void} unlock
 */

/**
 * @param {TerrainDraft} draft
 * @param {string} mode
 * @param {Point[]} line
 * @param {string} said
 * @param {Acts} acts
 */
export function panel(draft, mode, line, said, acts) {
  return [
    draft.locked
      ? html("p", { class: "aside is-plain terrain-locked" }, lockSign(), t("terrain_locked"))
      : tools(draft, mode, line, acts),
    html("p", { class: "terrain-says", role: "status" }, said),
    draft.piece && !draft.locked && mode === "edit" ? form(draft, draft.piece, acts) : null,
    html("h2", { class: "card-small terrain-heading" }, t("terrain_list")),
    draft.pieces.length
      ? html("ul", { class: "lined terrain-list" }, ...draft.pieces.map((piece, i) => row(draft, piece, i)))
      : html("p", { class: "place" }, t("terrain_none")),
  ];
}

const lockSign = () =>
  svg(
    "svg",
    { class: "lock-sign", viewBox: "0 0 16 18", "aria-hidden": "true" },
    svg("path", { d: "M4 8V5a4 4 0 0 1 8 0V8M2 8H14V17H2Z" }),
  );

/**
 * @param {TerrainDraft} draft
 * @param {string} mode
 * @param {Point[]} line
 * @param {Acts} acts
 */
function tools(draft, mode, line, acts) {
  /**
   * @param {"tap" | "draw" | "cancel" | "finish" | "undo" | "redo"} act
   * @param {string} word
   * @param {Record<string, Value>} attributes
   */
  const tool = (act, word, attributes = {}) =>
    html("button", { type: "button", class: "tool", "data-act": act, onclick: acts[act], ...attributes }, word);
  if (mode === "draw")
    return html(
      "div",
      { class: "row terrain-tools" },
      tool("finish", t("terrain_finish"), { class: "tool main", disabled: line.length < 3 }),
      tool("undo", t("terrain_undo"), { disabled: !line.length }),
      tool("cancel", t("terrain_cancel")),
    );
  return html(
    "div",
    { class: "row terrain-tools" },
    !draft.piece && kindChoice(draft, acts.kind, acts.setKind, "new-kind"),
    tool("tap", t("terrain_tap"), { "aria-pressed": String(mode === "tap") }),
    tool("draw", t("terrain_draw")),
    tool("undo", t("terrain_undo"), { disabled: !draft.canUndo }),
    tool("redo", t("terrain_redo"), { disabled: !draft.canRedo }),
  );
}

/**
 * @param {string} word
 * @param {string} act
 * @param {{ value: string, word: string }[]} options
 * @param {string} chosen
 * @param {(value: string) => void} onChange
 */
const choice = (word, act, options, chosen, onChange) =>
  html(
    "label",
    { class: "field" },
    html("span", {}, word),
    html(
      "select",
      { "data-act": act, onchange: ({ currentTarget: { value } }) => onChange(value) },
      ...options.map((it) => html("option", { value: it.value, selected: it.value === chosen }, it.word)),
    ),
  );

/**
 * @param {TerrainDraft} draft
 * @param {string} chosen
 * @param {(kind: string) => void} onChange
 * @param {string} act
 */
function kindChoice(draft, chosen, onChange, act) {
  const known = draft.kinds.map(({ kind, word }) => ({ value: kind, word }));
  const options = known.some(({ value }) => value === chosen) ? known : [{ value: chosen, word: chosen }, ...known];
  return choice(t("terrain_kind"), act, options, chosen, onChange);
}

/**
 * @param {TerrainDraft} draft
 * @param {PieceView} piece
 */
function topChoice(draft, piece) {
  /** @type {["", "level", "slope", "trench", "none"]} */
  const tops = ["", "level", "slope", "trench", "none"];
  const options = tops.map((value) => ({ value, word: t(`top_${value || "any"}`) }));
  return choice(t("terrain_top"), "top", options, piece.top ?? "", (value) => {
    const top = tops.find((it) => it && it === value) || null;
    draft.change({ top, crest: top === "slope" ? halved(piece.polygon) : [] });
  });
}

/**
 * @param {TerrainDraft} draft
 * @param {PieceView} piece
 * @param {Acts} acts
 */
function form(draft, piece, acts) {
  /**
   * @param {string} word
   * @param {string} act
   * @param {Record<string, Value>} attributes
   * @param {(input: HTMLInputElement) => void} change
   */
  const field = (word, act, attributes, change) =>
    html(
      "label",
      { class: "field" },
      html("span", {}, word),
      html("input", { "data-act": act, ...attributes, onchange: ({ currentTarget: input }) => change(input) }),
    );
  const named = { required: true, pattern: ".*\\S.*", autocomplete: "off" };
  return html(
    "section",
    { class: "panel terrain-form", "aria-label": draft.called(piece) },
    kindChoice(draft, piece.kind, (kind) => draft.change(renamed(draft, piece, kind)), "kind"),
    field(t("terrain_name"), "name", { value: draft.called(piece), maxlength: 60, ...named }, (input) => {
      const name = input.value.trim();
      if (input.reportValidity() && name !== draft.called(piece)) draft.change({ name });
    }),
    field(
      t("terrain_height"),
      "height",
      { inputmode: "decimal", min: 0, max: 100, required: true, value: written(piece.height_cm) },
      (input) => {
        if (input.reportValidity()) draft.change({ height_cm: number(input), height_sigma_cm: draft.ruler_cm });
      },
    ),
    topChoice(draft, piece),
    acts.height ? measuredHeight(draft, piece, acts.height) : null,
    html(
      "div",
      { class: "row terrain-tools" },
      html(
        "button",
        { type: "button", class: "tool", "data-act": "propose", onclick: acts.propose },
        t("terrain_again"),
      ),
      html(
        "button",
        {
          type: "button",
          class: "tool",
          "data-act": "delete",
          onclick: () => draft.remove(draft.pieces.indexOf(piece)),
        },
        t("terrain_delete_this"),
      ),
      html(
        "button",
        { type: "button", class: "tool", "data-act": "done", onclick: () => draft.choose(null) },
        t("terrain_done"),
      ),
    ),
  );
}

/**
 * @param {TerrainDraft} draft
 * @param {PieceView} piece
 * @param {MeasuredHeightView | NoHeightView} told
 */
function measuredHeight(draft, piece, told) {
  if (told.height_cm === null) return html("p", { class: "row terrain-tools hint" }, told.text);
  const { height_cm, height_sigma_cm, plus_minus_cm } = told;
  return html(
    "div",
    { class: "row terrain-tools", role: "status" },
    html("span", {}, t("terrain_measured", { height: num(height_cm, 2), sigma: num(plus_minus_cm, 2) })),
    piece.height_cm === height_cm && piece.height_sigma_cm === height_sigma_cm
      ? null
      : html(
          "button",
          {
            type: "button",
            class: "tool",
            "data-act": "measured",
            onclick: () => draft.change({ height_cm, height_sigma_cm }),
          },
          t("terrain_use_measured"),
        ),
  );
}

/**
 * A piece that was called after its kind is called after the new one, and is as high as that usually is.
 * @param {TerrainDraft} draft
 * @param {PieceView} piece
 * @param {string} kind
 */
function renamed(draft, piece, kind) {
  const height_cm = piece.height_cm === draft.usualHeight(piece.kind) ? draft.usualHeight(kind) : piece.height_cm;
  if (!new RegExp(`^${piece.kind.replace(/[^\w ]/g, "")}-\\d+$`).test(piece.name)) return { kind, height_cm };
  return { kind, height_cm, name: draft.freeName(kind) };
}

/**
 * @param {TerrainDraft} draft
 * @param {PieceView} piece
 * @param {number} i
 */
function row(draft, piece, i) {
  const word = draft.kinds.find((it) => it.kind === piece.kind)?.word ?? piece.kind;
  const values = {
    kind: word,
    corners: piece.polygon.length,
    area: num(area(piece.polygon), 0),
    height: num(piece.height_cm, 1),
  };
  const line =
    t(piece.height_cm ? "terrain_line_high" : "terrain_line", values) +
    (crossed(piece.polygon) ? ` — ${t("terrain_crossed")}` : "");
  return html(
    "li",
    { class: draft.chosen === i ? "is-chosen" : "" },
    html(
      "button",
      {
        type: "button",
        class: "plain terrain-row",
        "data-act": `row-${i}`,
        disabled: draft.locked,
        "aria-pressed": String(draft.chosen === i),
        onclick: () => draft.choose(draft.chosen === i ? null : i),
      },
      html("strong", {}, draft.called(piece)),
      html("span", {}, line),
    ),
    draft.locked
      ? null
      : html(
          "button",
          {
            type: "button",
            class: "tool terrain-delete",
            "data-act": `delete-${i}`,
            "aria-label": t("terrain_delete", { name: draft.called(piece) }),
            onclick: () => draft.remove(i),
          },
          "✕",
        ),
  );
}

/**
 * @param {TerrainDraft} draft
 * @param {Acts} acts
 */
export function foot(draft, acts) {
  return [
    html(
      "p",
      { class: "terrain-state", "data-state": draft.dirty ? "unsaved" : "saved" },
      html("span", { "aria-hidden": "true" }, draft.dirty ? "● " : "✓ "),
      t(draft.dirty ? "terrain_unsaved" : "terrain_saved"),
    ),
    draft.locked
      ? html(
          "button",
          { type: "button", class: "tool", "data-act": "unlock", onclick: acts.unlock },
          t("terrain_unlock"),
        )
      : [
          html(
            "button",
            { type: "button", class: "tool main", "data-act": "save", disabled: !draft.dirty, onclick: acts.save },
            t("terrain_save"),
          ),
          html(
            "button",
            { type: "button", class: "tool", "data-act": "lock", disabled: draft.dirty, onclick: acts.lock },
            t("terrain_lock"),
          ),
        ],
  ].flat();
}
