// A button that is drawn anew while a finger is on it is never clicked: leaving a changed field redraws the panel.

/**
 * Returns what draws at once, or as soon as the finger that presses something in `element` has let go.
 * @param {HTMLElement} element
 * @param {() => void} draw
 */
export function whenLetGo(element, draw) {
  let pressed = false;
  let owed = false;
  element.addEventListener("pointerdown", () => (pressed = true), { capture: true });
  const letGo = () => {
    if (!pressed) return;
    // The click comes first, in the same breath.
    setTimeout(() => {
      pressed = false;
      if (owed) draw();
      owed = false;
    });
  };
  for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, letGo, { capture: true });
  return () => {
    owed = pressed;
    if (!pressed) draw();
  };
}
