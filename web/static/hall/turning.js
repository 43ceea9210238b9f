// On a television with more tables than it has room for, the hall turns through them; who touches it stops that.

const TURN_MS = 12_000;
const REST_MS = 60_000;
const BELOW_BAR_PX = 16;
const LARGE = matchMedia("(width >= 1800px)");
const STILL = matchMedia("(prefers-reduced-motion: reduce)");
let restsUntil = 0;

/** Shows the first panel that is not seen whole and those below it; after the last one the first again. */
function turn() {
  if (!LARGE.matches || Date.now() < restsUntil) return;
  const top = (document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0) + BELOW_BAR_PX;
  const next = [...document.querySelectorAll("main .panel")]
    .map((panel) => panel.getBoundingClientRect())
    .find((box) => box.top > top + 1 && box.bottom > innerHeight);
  scrollTo({ top: next ? scrollY + next.top - top : 0, behavior: STILL.matches ? "instant" : "smooth" });
}

/** Turns from now on. */
export function turnThrough() {
  for (const touch of ["pointerdown", "pointermove", "wheel", "keydown"])
    addEventListener(touch, () => (restsUntil = Date.now() + REST_MS), { passive: true });
  setInterval(turn, TURN_MS);
}
