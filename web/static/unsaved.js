// What was typed and is not saved yet: to save it is the way on, and leaving without it asks.

let unsaved = false;

/** Whether something was typed that is not saved. */
export const isUnsaved = () => unsaved;

/**
 * Told when something was typed, and when all is saved; what goes on without saving is no longer the main button.
 * @param {boolean} now
 */
export function keepUnsaved(now) {
  unsaved = now;
  if (!now) return;
  for (const button of document.querySelectorAll("#next, [data-yields]")) button.classList.remove("main");
  for (const button of document.querySelectorAll("[data-saves]")) button.classList.add("main");
}

globalThis.addEventListener("beforeunload", (event) => unsaved && event.preventDefault());
