// Forms and buttons that only send what they say: data-post, data-act; an answer with an address goes there.

import { html } from "../dom.js";
import { t } from "../words.js";
import { changed, post, say, work } from "./api.js";

function read(form) {
  const body = {};
  for (const field of form.elements) {
    if (!field.name || field.matches(":disabled") || (field.type === "radio" && !field.checked)) continue;
    body[field.name] = field.hasAttribute("data-number") ? Number(field.value) : field.value;
  }
  return body;
}

function go(answer, stay) {
  if (!answer) return;
  if (answer.href && !stay) location.assign(answer.href);
  else say(answer.said ?? t("saved"), "good");
  changed();
}

for (const form of document.querySelectorAll("form[data-post]")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const stay = form.hasAttribute("data-stay");
    const answer = await post(form.dataset.post, read(form));
    go(answer, stay);
    if (answer && stay) {
      const files = document.getElementById("files");
      if (files) files.hidden = false;
      document.getElementById("next")?.classList.add("main");
    }
  });
}

// Another game: what still has its usual name gets the other's, and what is agreed before that one is asked.
for (const select of document.querySelectorAll("select[data-renames]")) {
  let before = select.selectedOptions[0];
  select.addEventListener("change", () => {
    const after = select.selectedOptions[0];
    for (const [name, usual] of Object.entries(before.dataset)) {
      const field = select.form.elements[name];
      if (field.value.trim() === usual) field.value = after.dataset[name];
    }
    for (const agreed of select.form.querySelectorAll("[data-game]")) {
      agreed.disabled = agreed.hidden = agreed.dataset.game !== select.value;
    }
    before = after;
  });
}

for (const button of document.querySelectorAll("button[data-act]")) {
  button.addEventListener("click", async () => {
    button.disabled = true;
    const answer = await work(button.dataset.act);
    button.disabled = false;
    if (answer?.href) location.assign(answer.href);
    else if (answer) {
      const values = { views: answer.views, px: answer.rms_px?.toFixed(3) };
      say(answer.views ? t("lens_learned", values) : t("saved"), "good");
      changed();
    }
  });
}

/** How far long work is. */
class Work extends HTMLElement {
  show(now) {
    const running = Boolean(now?.running);
    this.hidden = !running;
    if (!running) return this.replaceChildren();
    const text = now.of ? t("working_of", { done: now.done, of: now.of }) : t("working");
    this.replaceChildren(
      html("label", {}, html("span", {}, text), html("progress", now.of ? { max: now.of, value: now.done } : {})),
    );
  }
}

customElements.define("vd-work", Work);
