// Forms and buttons that only send what they say: data-post, data-act; an answer with an address goes there.

import { hold, number } from "../fields.js";
import { keepUnsaved } from "../unsaved.js";
import { num, t } from "../words.js";
import { changed, post, say, work } from "./api.js";

/** @import { GoView } from "../types.js" */

/** @param {HTMLFormElement} form */
function read(form) {
  /** @type {Record<string, string | number>} */
  const body = {};
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement) || !field.name) continue;
    if (field.matches(":disabled, [type=radio]:not(:checked)")) continue;
    body[field.name] = field.hasAttribute("data-number") ? number(field) : field.value;
  }
  return body;
}

/**
 * @param {{ href?: string, said?: string } | null} answer
 * @param {boolean} stay
 */
function go(answer, stay) {
  if (!answer) return;
  if (answer.href && !stay) location.assign(answer.href);
  else say(answer.said ?? t("saved"), "good");
  changed();
}

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-post]"))) {
  const unsaved = () => {
    keepUnsaved(true);
    say(""); // what was saved was something else
  };
  if (form.dataset.version) form.addEventListener("input", unsaved);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const stay = form.hasAttribute("data-stay");
    /** @type {Partial<GoView> | null} */
    const answer = await post(form.dataset.post ?? "", read(form), undefined, form.dataset.version);
    if (answer?.version) {
      form.dataset.version = answer.version;
      keepUnsaved(false);
    }
    go(answer, stay);
    if (answer && stay) {
      const files = document.getElementById("files");
      if (files) files.hidden = false;
      document.getElementById("next")?.classList.add("main");
    }
  });
}

// Both sides need names of their own.
for (const second of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[name=side_2]"))) {
  const first = second.form?.elements.namedItem("side_1");
  const compare = () => {
    const [one, other] = [first, second].map((side) => side instanceof HTMLInputElement && side.value.trim());
    const same = one && other && one.toLowerCase() === other.toLowerCase();
    hold(second, same ? t("match_same_sides") : "");
  };
  for (const kind of ["input", "change"]) second.form?.addEventListener(kind, compare);
}

// Another game: what still has its usual name gets the other's, and what is agreed before that one is asked.
for (const select of /** @type {NodeListOf<HTMLSelectElement>} */ (document.querySelectorAll("select[data-renames]"))) {
  let before = select.selectedOptions[0];
  select.addEventListener("change", () => {
    const after = select.selectedOptions[0];
    for (const [name, usual] of Object.entries(before.dataset)) {
      const field = select.form?.elements.namedItem(name);
      if (field instanceof HTMLInputElement && field.value.trim() === usual) field.value = after.dataset[name] ?? "";
    }
    for (const agreed of select.form?.querySelectorAll("fieldset") ?? []) {
      if (!agreed.dataset.game) continue;
      agreed.disabled = agreed.hidden = agreed.dataset.game !== select.value;
    }
    before = after;
  });
}

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("button[data-act]"))) {
  button.addEventListener("click", async () => {
    button.disabled = true;
    const answer = await work(button.dataset.act ?? "");
    button.disabled = false;
    if (answer?.href) location.assign(answer.href);
    else if (answer) {
      const { good_to_mm: mm, warnings = [] } = answer;
      const said = mm === undefined ? t("saved") : t("lens_self_learned", { mm: num(mm, 1) });
      say([said, ...warnings].join(" "), warnings.length ? "warn" : "good");
      changed();
    }
  });
}
