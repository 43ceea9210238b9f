// An appeal: the options chosen otherwise go to the server, which rules again; the page then shows both rulings.

import { one } from "../dom.js";
import { number } from "../fields.js";
import { ask, failed } from "../tools/asking.js";

/** @type {HTMLFormElement | null} */
const form = document.querySelector("form#appeal");

/** @param {HTMLInputElement | HTMLSelectElement} field */
const chosenIn = (field) => (field instanceof HTMLSelectElement ? JSON.parse(field.value) : number(field));
/** @param {HTMLInputElement | HTMLSelectElement} field */
const otherwise = (field) => field.value !== field.dataset.now && field.value !== "";

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const said = one(document, "#appeal-said", HTMLElement);
  const button = one(form, "button", HTMLButtonElement);
  const fields = [...form.querySelectorAll("select"), ...form.querySelectorAll("input")].filter(otherwise);
  button.disabled = true;
  said.textContent = "";
  const settings = Object.fromEntries(fields.map((field) => [field.name, chosenIn(field)]));
  const answer = await ask(`evidence/${form.dataset.entry}/appeal`, { settings });
  button.disabled = false;
  if (failed(answer)) {
    said.textContent = answer.error;
    return;
  }
  location.hash = "side-by-side";
  location.reload();
});
