// The way from page to page, and the language: chosen once, kept by this browser.

const YEAR_S = 365 * 24 * 3600;
const language = document.getElementById("language");

language?.addEventListener("change", () => {
  document.cookie = `vedette_language=${language.value}; Path=/; Max-Age=${YEAR_S}; SameSite=Strict`;
  location.reload();
});

const nav = document.querySelector(".nav");
document.addEventListener(
  "keydown",
  (event) => {
    if (event.key !== "Escape" || !nav?.open) return;
    event.stopImmediatePropagation();
    nav.open = false;
    nav.querySelector("summary").focus();
  },
  { capture: true },
);
document.addEventListener("click", (event) => {
  if (nav?.open && !nav.contains(event.target)) nav.open = false;
});
