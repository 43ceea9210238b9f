// After each turn: a line on who moved, and whether all were within what they had.

import { html } from "../dom.js";

/** @import { Session } from "../session.js" */
/** @import { AuditView } from "../types.js" */

/**
 * Ask for the turn that ended last whenever another begins, and say what came of it.
 * @param {Session} session
 */
export function followMoves(session) {
  let known = "";
  session.addEventListener("change", async () => {
    const turn = session.view?.turn;
    const now = `${turn?.number} ${turn?.side}`;
    if (!turn || now === known) return;
    const first = known === "";
    known = now;
    const answer = await fetch("/api/audit/last").catch(() => null);
    if (!answer?.ok || known !== now) return;
    /** @type {AuditView} */
    const { turns } = await answer.json();
    const [last] = turns;
    const before = session.moved;
    session.moved = last ? `${last.title}: ${last.said}` : "";
    // Where nobody moved in the turn that ended, this is an earlier one's: it was said then.
    if (session.moved !== before && !first) session.say(session.moved);
    session.dispatchEvent(new Event("change"));
  });
}

/** @param {Session} session */
export const movedLine = (session) =>
  session.moved && html("p", { class: "aside" }, html("a", { href: "/audit" }, session.moved));
