// New PIN, new links, everybody out, and what is seen and kept of the camera's pictures.

import { one } from "../dom.js";
import { ask, failed } from "../tools/asking.js";
import { t } from "../words.js";

/** @import { Failed, NewLinksView, NewPinView, PrivacyView, PutOutView } from "../types.js" */

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-renew]"))) {
  button.addEventListener("click", async () => {
    const said = one(document, ".door-said", HTMLElement);
    /** @type {NewPinView | NewLinksView | PutOutView | Failed} */
    const answer = await ask("door/renew", { what: button.dataset.renew });
    if (failed(answer)) said.textContent = answer.error;
    else if ("pin" in answer) said.textContent = t("new_pin_is", { pin: answer.pin });
    else if ("out" in answer) said.textContent = t("all_are_out");
    else {
      for (const [side, link] of Object.entries(answer.links)) if (link) renew(side, link);
      said.textContent = t("new_links_are");
    }
  });
}

/**
 * @param {string} side
 * @param {string} link
 */
function renew(side, link) {
  /** @type {HTMLImageElement | null} */
  const image = document.querySelector(`img[data-to="${CSS.escape(side)}"]`);
  if (!image?.parentElement) return;
  image.src = `/join.svg?to=${encodeURIComponent(side)}&new=${Date.now()}`;
  const anchor = one(image.parentElement, "a", HTMLAnchorElement);
  anchor.href = anchor.textContent = link;
}

const privacy = one(document, "#privacy", HTMLFormElement);
const kept = one(privacy, ".privacy-said", HTMLElement);

privacy.addEventListener("submit", (event) => event.preventDefault());
privacy.addEventListener("change", async () => {
  const { picture, surroundings, keep } = Object.fromEntries(new FormData(privacy));
  /** @type {PrivacyView | Failed} */
  const answer = await ask("door/privacy", {
    picture,
    surroundings,
    keep: /^[0-9]+$/.test(String(keep)) ? Number(keep) : keep,
  });
  if (failed(answer)) kept.textContent = answer.error;
  else if (answer.deleted) kept.textContent = t("privacy_deleted", { count: answer.deleted });
  else kept.textContent = t("privacy_saved");
});
