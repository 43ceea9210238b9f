// The PIN opens the table as its referee.

import { post } from "../post.js";

const form = document.getElementById("pin-form");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const code = new URLSearchParams(location.search).get("code") ?? "";
  const answer = await post("door/pin", { pin: form.elements.pin.value, code });
  if (answer.error) {
    form.querySelector(".door-said").textContent = answer.error;
    form.elements.pin.select();
  } else location.assign("/");
});
