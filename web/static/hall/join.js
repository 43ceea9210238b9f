// Who comes into the hall: a link for each guest and table, taken back by a tap, and the hall's PIN.

import { one } from "../dom.js";
import { ask, failed } from "../tools/asking.js";
import { t } from "../words.js";

/** @import { Failed, HallPinView, InvitedView, RevokedView } from "../types.js" */

const form = one(document, "#invite", HTMLFormElement);
const said = one(document, ".door-said", HTMLElement);

/** Shows the page's lists and what is said of the PIN as they are now, and leaves what is only shown once. */
async function renew() {
  const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
  for (const part of ["#guests", "#pin"]) one(document, part, HTMLElement).replaceWith(one(page, part, HTMLElement));
}

/**
 * @param {string} name
 * @param {string} link
 * @param {string} qr
 */
function show(name, link, qr) {
  const item = document.createElement("li");
  item.className = "panel door-code";
  const title = document.createElement("h2");
  title.className = "panel-title";
  title.textContent = name;
  const code = document.createElement("img");
  Object.assign(code, { src: qr, alt: t("code_of", { what: name }), width: 220, height: 220 });
  const anchor = document.createElement("a");
  anchor.href = anchor.textContent = link;
  item.append(title, code, anchor);
  one(document, "#link", HTMLElement).replaceChildren(item);
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { role, name } = Object.fromEntries(new FormData(form));
  /** @type {InvitedView | Failed} */
  const answer = await ask("door/invite", { role, name });
  if (failed(answer)) {
    said.textContent = answer.error;
    return;
  }
  said.textContent = t(role === "table" ? "hall_link_table" : "hall_link_once");
  show(String(name), answer.link, answer.qr);
  one(form, "[name=name]", HTMLInputElement).value = "";
  await renew();
});

document.addEventListener("click", async (event) => {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  if (!button) return;
  if (button.dataset.revoke !== undefined) {
    /** @type {RevokedView | Failed} */
    const answer = await ask("door/revoke", { role: button.dataset.revoke, name: button.value });
    said.textContent = failed(answer) ? answer.error : t("hall_revoked");
    one(document, "#link", HTMLElement).replaceChildren();
    await renew();
  } else if (button.dataset.pin) {
    /** @type {HallPinView | Failed} */
    const answer = await ask("door/hall-pin", { wanted: button.dataset.pin === "on" });
    const told = one(document, "#pin-said", HTMLElement);
    if (failed(answer)) told.textContent = answer.error;
    else {
      told.textContent = answer.pin ? t("hall_new_pin", { pin: answer.pin }) : "";
      await renew();
    }
  }
});
