// Keys that work wherever the focus is.

import { faceOfKey } from "./card/dice.js";
import { endTurn } from "./card/owed.js";
import { nearest } from "./dom.js";

/** @import { Plan } from "./plan/plan.js" */
/** @import { Session } from "./session.js" */
/** @import { Hands } from "./tools/hands.js" */

/**
 * @param {Session} session
 * @param {{ plan: Plan, toggleView: () => void, showKeys: () => void, hands: Hands }} parts
 */
export function listenToKeys(session, { plan, toggleView, showKeys, hands }) {
  /** @param {"ruler" | "path" | "burst" | "arc"} kind */
  const byKeys = (kind) => {
    session.tools.take(kind);
    if (session.tools.kind) hands.showCross();
  };
  // On a board only the ruler measures, from cell to cell, and nobody is put back to the millimetre.
  const measures = () => !session.view?.board;
  // A ruling behind a tool is not in sight: no key may throw or decide for it.
  /** @param {() => unknown} act */
  const seen = (act) => () => !session.tools.kind && !session.placing && act();
  /** @type {Record<string, () => unknown>} */
  const keys = {
    r: seen(() => session.throwDie(null)),
    u: () => session.act("undo"),
    y: () => session.view?.redo && session.act("redo"),
    e: () => measures() && endTurn(session),
    c: seen(() => session.confirm()),
    d: () => (session.tools.kind ? session.tools.declare() : session.board?.declare()),
    Backspace: () => session.view?.board && session.board?.takeBack(),
    n: seen(() => session.board?.next()),
    m: () => (measures() ? byKeys("ruler") : session.tools.take("ruler")),
    p: () => measures() && byKeys("path"),
    b: () => measures() && byKeys("burst"),
    a: () => measures() && byKeys("arc"),
    i: seen(() => session.decide(true)),
    o: seen(() => session.decide(false)),
    v: toggleView,
    g: () => measures() && session.dispatchEvent(new Event("put-back-wanted")),
    "?": showKeys,
    "+": () => plan.zoom.by(1.5),
    "-": () => plan.zoom.by(1 / 1.5),
    0: () => plan.zoom.reset(),
    Escape: () => session.putAway(),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (document.querySelector("dialog[open]") || nearest(event, "input, textarea, select")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (/^[1-6]$/.test(key)) {
      const face = faceOfKey(session.ruling?.needs?.faces, Number(key));
      if (face) seen(() => session.throwDie(face))();
    } else keys[key]?.();
  });
}
