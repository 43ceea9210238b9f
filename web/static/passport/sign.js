// The result page: a side signs how the match ended with one tap.

import { ask, failed } from "../tools/asking.js";

const said = document.querySelector("#sign-said");

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-sign]")))
  button.addEventListener("click", async () => {
    const answer = await ask("match/sign", { side: button.dataset.sign, entry: Number(button.dataset.entry) });
    if (!failed(answer)) return location.reload();
    if (said) said.textContent = answer.error;
  });
