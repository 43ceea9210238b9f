// An appeal: the options chosen otherwise go to the server, which rules again; the page then shows both rulings.

import { t } from "../words.js";

const form = document.getElementById("appeal");

const valueOf = (field) => (field.tagName === "SELECT" ? JSON.parse(field.value) : Number(field.value));
const otherwise = (field) => field.value !== field.dataset.now && field.value !== "";

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const said = document.getElementById("appeal-said");
  const button = form.querySelector("button");
  const fields = [...form.querySelectorAll("select, input")].filter(otherwise);
  button.disabled = true;
  said.textContent = "";
  try {
    const answer = await fetch(`/api/evidence/${form.dataset.entry}/appeal`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ settings: Object.fromEntries(fields.map((field) => [field.name, valueOf(field)])) }),
    });
    if (!answer.ok) {
      said.textContent = (await answer.json()).error;
      return;
    }
    location.hash = "side-by-side";
    location.reload();
  } catch {
    said.textContent = t("no_answer");
  } finally {
    button.disabled = false;
  }
});
