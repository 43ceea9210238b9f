// Where a cannon aims: said here before the shot.

import { post } from "../post.js";
import { t } from "../words.js";

for (const form of document.querySelectorAll(".pass-aim")) {
  const said = form.querySelector("[role=status]");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const square = form.elements.square.value.trim();
    const column = form.elements.column.value;
    const answer = await post("aim", {
      side: form.dataset.side,
      square: square || null,
      column: column ? Number(column) : null,
    });
    const aim = answer.aims?.find((one) => one.side === form.dataset.side);
    said.textContent = answer.error ?? (aim?.square ? t("aims_at", { square: aim.square }) : t("aims_nowhere"));
  });
}
