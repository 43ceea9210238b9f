// Where a cannon aims: said here before the shot.

import { one } from "../dom.js";
import { post } from "../post.js";
import { t } from "../words.js";

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll(".pass-aim"))) {
  const said = one(form, "[role=status]", HTMLElement);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { square, column } = Object.fromEntries(new FormData(form));
    /** @type {AimsAnswer | Failed} */
    const answer = await post("aim", {
      side: form.dataset.side,
      square: String(square).trim() || null,
      column: column ? Number(column) : null,
    });
    const aim = answer.aims?.find(({ side }) => side === form.dataset.side);
    said.textContent = answer.error ?? (aim?.square ? t("aims_at", { square: aim.square }) : t("aims_nowhere"));
  });
}
