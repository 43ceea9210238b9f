// A line of the roster as fields: marker, name, side, kind, type, base and where its marker sits.

import { html } from "../dom.js";
import { put } from "../fields.js";
import { t } from "../words.js";

const NAMED = 6; // markers asked about by number

/** @import { RosterLineView, RosterView, SeenLineView } from "../types.js" */

/** @type {RosterLineView["mount"][]} */
export const MOUNTS = ["tail", "middle", "head", "roof", "counter", "block"];

/**
 * @param {SeenLineView} row
 * @param {number} k
 * @param {RosterView} told
 * @param {{ onKind: (kind: string) => void, onRemove: () => void }} acts
 */
export function rosterRow(row, k, { sides, kinds, markers }, { onKind, onRemove }) {
  const label = (/** @type {string} */ key) => ({ "aria-label": `${t(`roster_${key}`)}, ${row.name}` });
  /**
   * @param {string} name
   * @param {[key: string, text: string][]} options
   * @param {string} value
   */
  const select = (name, options, value) =>
    html(
      "select",
      { name, ...label(name) },
      ...options.map(([key, text]) => html("option", { value: key, selected: key === value }, text)),
    );
  /**
   * @param {string} name
   * @param {number} value
   */
  const length = (name, value) => {
    const said = label(name === "width_cm" ? "width" : "depth");
    const field = html("input", { inputmode: "decimal", name, min: 0.1, max: 50, required: true, ...said });
    put(field, value);
    return field;
  };
  /** @type {[key: string, text: string][]} */
  const known = kinds.map((one) => [one.kind, one.title]);
  const listed = kinds.some((one) => one.kind === row.kind);
  const kind = select("kind", listed ? known : [[row.kind, row.kind], ...known], row.kind);
  kind.addEventListener("change", () => onKind(kind.value));
  const types = kinds.find((one) => one.kind === row.kind)?.types ?? [];
  const unit = types.length
    ? select(
        "unit",
        [["", t("roster_type")], ...types.map((type) => /** @type {[string, string]} */ ([type, type]))],
        row.unit,
      )
    : html("input", { name: "unit", maxlength: 40, value: row.unit, title: row.unit, ...label("unit") });
  if (unit instanceof HTMLSelectElement) unit.required = true;
  const mounts = row.mount === "own" ? [...MOUNTS, "own"] : MOUNTS;
  return html(
    "tr",
    { "data-k": k, class: row.seen === false ? "unseen" : "" },
    html(
      "td",
      { "data-th": t("roster_marker") },
      html("input", {
        inputmode: "numeric",
        name: "marker",
        min: 0,
        max: markers - 1,
        value: row.marker,
        required: true,
        ...label("marker"),
      }),
      html("span", { class: "seen" }, row.seen ? t("roster_seen") : t("roster_unseen")),
    ),
    html(
      "td",
      { "data-th": t("roster_name") },
      html("input", {
        name: "name",
        maxlength: 60,
        value: row.name,
        title: row.name,
        required: true,
        pattern: ".*\\S.*",
        ...label("name"),
      }),
    ),
    html(
      "td",
      { "data-th": t("roster_side") },
      select(
        "side",
        sides.map((side) => [side.name, side.title]),
        row.side,
      ),
    ),
    html("td", { "data-th": t("roster_kind") }, kind),
    html("td", { "data-th": t("roster_unit") }, unit),
    html(
      "td",
      { "data-th": t("roster_base"), class: "base" },
      length("width_cm", row.width_cm),
      " × ",
      length("depth_cm", row.depth_cm),
    ),
    html(
      "td",
      { "data-th": t("roster_mount") },
      select(
        "mount",
        mounts.map((key) => [key, t(`mount_${key}`)]),
        row.mount,
      ),
    ),
    html(
      "td",
      { class: "last" },
      html(
        "button",
        {
          type: "button",
          class: "tool",
          "aria-label": t("roster_remove", { name: row.name }),
          title: t("roster_remove", { name: row.name }),
          onclick: onRemove,
        },
        "×",
      ),
    ),
  );
}

/**
 * Asks who the markers are that nobody is of: some by number, of many how many more.
 * @param {number[]} markers
 */
export function whoIsIt(markers) {
  const count = markers.length;
  const named = markers.slice(0, NAMED).join(", ");
  const number = count > NAMED ? t("roster_more", { number: named, more: count - NAMED }) : named;
  return t("roster_who", { number, count });
}
