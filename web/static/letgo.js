// A button that is drawn anew while a finger is on it is never clicked, and a list of choices that is open would close.

const LOOK_MS = 100;

/**
 * Returns what draws at once, or as soon as the finger that presses something in `element` has let go, and its list of
 * choices is closed.
 * @param {HTMLElement} element
 * @param {() => void} draw
 */
export function whenLetGo(element, draw) {
  let pressed = false;
  let owed = false;
  const isOpen = () => CSS.supports("selector(:open)") && element.querySelector("select:open") !== null;
  const settle = () => {
    if (!owed || pressed) return;
    if (isOpen()) {
      setTimeout(settle, LOOK_MS); // no event tells that a list was closed without a choice
      return;
    }
    owed = false;
    draw();
  };
  element.addEventListener("pointerdown", () => (pressed = true), { capture: true });
  const letGo = () => {
    if (!pressed) return;
    // The click comes first, in the same breath.
    setTimeout(() => {
      pressed = false;
      settle();
    });
  };
  for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, letGo, { capture: true });
  return () => {
    if (owed) return;
    owed = true;
    settle();
  };
}
