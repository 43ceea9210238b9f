// One thing at a time: what comes from the table, or from another page, puts the tool in hand away.

/** @import { Session } from "./session.js" */

/**
 * A ruling that begins, or a putting back, ends the tool and the placing by hand; its keys must find it in sight.
 * @param {Session} session
 */
export function giveWay(session) {
  let before = "";
  session.addEventListener("change", () => {
    const { ruling, view } = session;
    const now = view?.put_back?.under_way
      ? "putting back"
      : ruling && !ruling.confirmed
        ? `${ruling.actor} ${ruling.verb} ${ruling.target}`
        : "";
    if (now === before) return;
    before = now;
    if (!now) return;
    if (now === "putting back" && !ruling) session.actor = null;
    if (session.tools.kind || session.placing) session.tools.leave();
  });
}
