// What is wrong with a field is said beside it, in the page's language.

import { html } from "../dom.js";
import { t } from "../words.js";

/** @typedef {HTMLInputElement | HTMLSelectElement} Field */

/** @param {EventTarget | null} target */
const isField = (target) => target instanceof HTMLInputElement || target instanceof HTMLSelectElement;

/** @param {Field} field */
function wrong(field) {
  const { validity, validationMessage } = field;
  const { min, max, step } = field instanceof HTMLInputElement ? field : { min: "", max: "", step: "" };
  if (validity.customError) return validationMessage;
  if (validity.valueMissing) return t(validity.badInput ? "field_number" : "field_missing");
  if (validity.badInput) return t("field_number");
  if (validity.rangeUnderflow || validity.rangeOverflow) return t("field_range", { min, max });
  if (validity.stepMismatch) return t(step === "1" ? "field_whole" : "field_step", { step });
  return validationMessage;
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
 * Holds a field for wrong, or for right again: what was said beside it goes with that.
 * @param {Field} field
 * @param {string} why
 */
export function hold(field, why) {
  if (field.validity.customError && !why) sayBeside(field, "");
  field.setCustomValidity(why);
}

document.addEventListener(
  "invalid",
  (event) => {
    if (!isField(event.target)) return;
    event.preventDefault(); // the browser's own bubble speaks its own language, and of one field only
    sayBeside(event.target, wrong(event.target));
    const first = event.target.form?.querySelector(":invalid:is(input, select)");
    if (first === event.target) event.target.focus();
  },
  true,
);

document.addEventListener("input", ({ target }) => {
  if (isField(target)) sayBeside(target, "");
});
