// Keys that work wherever the focus is.

import { faceOfKey } from "./card/dice.js";

export function listenToKeys(desk, { plan, toggleView, showKeys, hands }) {
  const byKeys = (kind) => {
    desk.tools.take(kind);
    if (desk.tools.kind) hands.showCross();
  };
  // On a board there is nothing to measure, and nobody is put back to the millimetre.
  const measures = () => !desk.view?.board;
  // A ruling behind a tool is not in sight: no key may throw or decide for it.
  const seen = (act) => () => !desk.tools.kind && !desk.placing && act();
  const keys = {
    r: seen(() => desk.throwDie(null)),
    u: () => desk.act("undo"),
    y: () => desk.view?.redo && desk.act("redo"),
    e: () => measures() && desk.act("end-turn"),
    c: seen(() => desk.confirm()),
    d: () => (desk.tools.kind ? desk.tools.declare() : desk.board?.declare()),
    Backspace: () => desk.view?.board && desk.board?.takeBack(),
    n: seen(() => desk.board?.next?.()),
    m: () => measures() && byKeys("ruler"),
    p: () => measures() && byKeys("path"),
    b: () => measures() && byKeys("burst"),
    a: () => measures() && byKeys("arc"),
    i: seen(() => desk.decide(true)),
    o: seen(() => desk.decide(false)),
    v: toggleView,
    g: () => measures() && desk.dispatchEvent(new Event("put-back-wanted")),
    "?": showKeys,
    "+": () => plan.zoom.by(1.5),
    "-": () => plan.zoom.by(1 / 1.5),
    0: () => plan.zoom.reset(),
    Escape: () => desk.putAway(),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (document.querySelector("dialog[open]") || event.target.closest?.("input, textarea, select")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (/^[1-6]$/.test(key)) {
      const face = faceOfKey(desk.ruling?.needs?.faces, Number(key));
      if (face) seen(() => desk.throwDie(face))();
    }
    else keys[key]?.();
  });
}
