// The PIN opens the table as its referee.

import { one } from "../dom.js";
import { post } from "../post.js";

const form = one(document, "#pin-form", HTMLFormElement);
const pin = one(form, "[name=pin]", HTMLInputElement);

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const code = new URLSearchParams(location.search).get("code") ?? "";
  const answer = await post("door/pin", { pin: pin.value, code });
  if (answer.error) {
    one(form, ".door-said", HTMLElement).textContent = answer.error;
    pin.select();
  } else location.assign("/");
});
