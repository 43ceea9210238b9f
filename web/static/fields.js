// What is wrong with a field is said beside it, in the page's language; numbers have a comma or a point.

import { html } from "./dom.js";
import { t, written } from "./words.js";

/** @typedef {HTMLInputElement | HTMLSelectElement} Field */

/**
 * @param {EventTarget | null} target
 * @returns {target is Field}
 */
const isField = (target) => target instanceof HTMLInputElement || target instanceof HTMLSelectElement;

/**
 * The number that stands in a field; NaN where none does.
 * @param {Field} field
 */
export const number = ({ value }) =>
  /^\s*[+-]?(\d+[.,]?\d*|[.,]\d+)\s*$/.test(value) ? Number(value.replace(",", ".")) : Number.NaN;

/**
 * Numbers are text that is judged here: a browser's own number field drops a comma that is not its language's.
 * @param {Field} field
 * @returns {field is HTMLInputElement}
 */
const isNumber = (field) => field instanceof HTMLInputElement && ["decimal", "numeric"].includes(field.inputMode);

/** @param {HTMLInputElement} field */
function amiss(field) {
  const { min, max, dataset, form } = field;
  const said = number(field);
  if (Number.isNaN(said)) return t("field_number");
  if (field.inputMode === "numeric" && !Number.isInteger(said)) return t("field_whole");
  if ((min && said < Number(min)) || (max && said > Number(max)))
    return t(max ? "field_range" : "field_least", { min: written(Number(min)), max: written(Number(max)) });
  const above = form?.elements.namedItem(dataset.below ?? "");
  return above instanceof HTMLInputElement && said >= number(above) ? t("field_below", { max: above.value }) : "";
}

/** @param {Field} field */
function judge(field) {
  // That something must be here is the browser's to find.
  if (isNumber(field)) field.setCustomValidity(field.value && amiss(field));
}

/**
 * Writes a number into a field as the language writes it; anything else as it is.
 * @param {Field} field
 * @param {string | number} value
 */
export function put(field, value) {
  field.value = isNumber(field) && value !== "" ? written(Number(value)) : String(value);
  judge(field);
}

/** @param {Field} field */
function wrong({ validity, validationMessage }) {
  return validity.valueMissing || validity.patternMismatch ? t("field_missing") : validationMessage;
}

/**
 * Says beside a field what is wrong with it; nothing, "", takes it away again.
 * @param {Field} field
 * @param {string} text
 */
export function sayBeside(field, text) {
  const line = document.getElementById(field.getAttribute("aria-errormessage") ?? "");
  if (!text) {
    line?.remove();
    for (const name of ["aria-invalid", "aria-errormessage"]) field.removeAttribute(name);
    return;
  }
  field.id ||= `field-${crypto.randomUUID()}`;
  const id = `${field.id}-wrong`;
  if (line) line.textContent = text;
  else field.after(html("span", { class: "hint warn", id, role: "alert" }, text));
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-errormessage", id);
}

/**
 * Holds a field for wrong, or judges it by itself again: where that is well, what was said beside it goes.
 * @param {Field} field
 * @param {string} why
 */
export function hold(field, why) {
  field.setCustomValidity(why);
  if (why) return;
  judge(field);
  if (field.validity.valid) sayBeside(field, "");
}

document.addEventListener(
  "invalid",
  (event) => {
    if (!isField(event.target)) return;
    event.preventDefault(); // the browser's own bubble speaks its own language, and of one field only
    sayBeside(event.target, wrong(event.target));
    const first = [...(event.target.form?.elements ?? [])].find((field) => isField(field) && !field.validity.valid);
    if (first === event.target) event.target.focus();
  },
  true,
);

// What was typed is judged as soon as one goes on to something else, after those who compare fields with each other.
document.addEventListener("change", ({ target }) => {
  if (isField(target) && target.form && !target.validity.valid) sayBeside(target, wrong(target));
});

// Before those who compare fields with each other: `hold` has the last word.
document.addEventListener(
  "input",
  ({ target }) => {
    if (!isField(target)) return;
    judge(target);
    sayBeside(target, "");
    for (const other of target.form?.elements ?? []) if (isField(other) && other.dataset.below) judge(other);
  },
  true,
);
