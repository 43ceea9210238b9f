// New PIN, new links.

import { post } from "../post.js";
import { t } from "../words.js";

const said = document.querySelector(".door-said");

for (const button of document.querySelectorAll("[data-renew]")) {
  button.addEventListener("click", async () => {
    const answer = await post("door/renew", { what: button.dataset.renew });
    if (answer.error) said.textContent = answer.error;
    else if (answer.pin) said.textContent = t("new_pin_is", { pin: answer.pin });
    else {
      for (const [side, link] of Object.entries(answer.links)) renew(side, link);
      said.textContent = t("new_links_are");
    }
  });
}

function renew(side, link) {
  const image = document.querySelector(`img[src^="/join/${CSS.escape(side)}.svg"]`);
  if (!image) return;
  image.src = `/join/${encodeURIComponent(side)}.svg?new=${Date.now()}`;
  const anchor = image.parentElement.querySelector("a");
  anchor.href = anchor.textContent = link;
}
