// The PIN opens the table as its referee.

import { one } from "../dom.js";
import { ask, failed } from "../tools/asking.js";

/** @import { Failed, RoleNameView } from "../types.js" */

const form = one(document, "#pin-form", HTMLFormElement);
const pin = one(form, "[name=pin]", HTMLInputElement);

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const code = new URLSearchParams(location.search).get("code") ?? "";
  /** @type {RoleNameView | Failed} */
  const answer = await ask("door/pin", { pin: pin.value, code });
  if (failed(answer)) {
    one(form, ".door-said", HTMLElement).textContent = answer.error;
    pin.select();
  } else location.assign("/");
});
