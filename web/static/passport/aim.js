// Where a cannon aims: said here before the shot.

import { one } from "../dom.js";
import { ask, failed } from "../tools/asking.js";
import { t } from "../words.js";

/** @import { AimsView, Failed } from "../types.js" */

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll(".pass-aim"))) {
  const said = one(form, "[role=status]", HTMLElement);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { square, column } = Object.fromEntries(new FormData(form));
    /** @type {AimsView | Failed} */
    const answer = await ask("aim", {
      side: form.dataset.side,
      square: String(square).trim() || null,
      column: column ? Number(column) : null,
    });
    if (failed(answer)) {
      said.textContent = answer.error;
      return;
    }
    const aim = answer.aims.find(({ side }) => side === form.dataset.side);
    said.textContent = aim?.square ? t("aims_at", { square: aim.square }) : t("aims_nowhere");
  });
}
