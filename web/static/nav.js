// The way from page to page, and the language: chosen once, kept by this browser.

const YEAR_S = 365 * 24 * 3600;
/** @type {HTMLSelectElement | null} */
const language = document.querySelector("select#language");

language?.addEventListener("change", () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `vedette_language=${language.value}; Path=/; Max-Age=${YEAR_S}; SameSite=Strict`;
  location.reload();
});

/** @type {HTMLDetailsElement | null} */
const nav = document.querySelector("details.nav");
document.addEventListener(
  "keydown",
  (event) => {
    if (event.key !== "Escape" || !nav?.open) return;
    event.stopImmediatePropagation();
    nav.open = false;
    nav.querySelector("summary")?.focus();
  },
  { capture: true },
);
document.addEventListener("click", (event) => {
  if (nav?.open && !event.composedPath().includes(nav)) nav.open = false;
});
