// New PIN, new links, everybody out, and what is seen and kept of the camera's pictures.

import { post } from "../post.js";
import { t } from "../words.js";

const said = document.querySelector(".door-said");

for (const button of document.querySelectorAll("[data-renew]")) {
  button.addEventListener("click", async () => {
    const answer = await post("door/renew", { what: button.dataset.renew });
    if (answer.error) said.textContent = answer.error;
    else if (answer.pin) said.textContent = t("new_pin_is", { pin: answer.pin });
    else if (answer.out) said.textContent = t("all_are_out");
    else {
      for (const [side, link] of Object.entries(answer.links)) renew(side, link);
      said.textContent = t("new_links_are");
    }
  });
}

function renew(side, link) {
  const image = document.querySelector(`img[data-to="${CSS.escape(side)}"]`);
  if (!image) return;
  image.src = `/join.svg?to=${encodeURIComponent(side)}&new=${Date.now()}`;
  const anchor = image.parentElement.querySelector("a");
  anchor.href = anchor.textContent = link;
}

const privacy = document.getElementById("privacy");
const kept = privacy.querySelector(".privacy-said");

privacy.addEventListener("submit", (event) => event.preventDefault());
privacy.addEventListener("change", async () => {
  const { picture, surroundings, keep } = Object.fromEntries(new FormData(privacy));
  const answer = await post("door/privacy", {
    picture,
    surroundings,
    keep: /^[0-9]+$/.test(keep) ? Number(keep) : keep,
  });
  if (answer.error) kept.textContent = answer.error;
  else if (answer.deleted) kept.textContent = t("privacy_deleted", { count: answer.deleted });
  else kept.textContent = t("privacy_saved");
});
