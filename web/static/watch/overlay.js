// A part of the spectators' page to lay over a stream: transparent, nothing to press, nothing said while it is lost.

import { HexLayer } from "../board/hexlayer.js";
import { BoardLayer } from "../board/layer.js";
import { Piece } from "../piece.js";
import { Plan } from "../plan/plan.js";
import { Session } from "../session.js";
import { Follower } from "./follower.js";
import "./last.js";
import "./score.js";
import { turnText } from "./turn.js";

const session = new Session("/api/watch");
for (const piece of document.querySelectorAll("vd-plan, vd-last, vd-score")) {
  if (piece instanceof Piece) piece.session = session;
  if (piece instanceof Plan) {
    piece.picture.everyMs = 500;
    new Follower(piece, session);
    new (document.body.dataset.board === "hexes" ? HexLayer : BoardLayer)(session, piece);
  }
}

const turn = document.querySelector("#turn");
session.addEventListener("change", () => {
  document.body.dataset.lost = String(session.lost);
  if (turn && session.view) turn.textContent = turnText(session.view);
});

/** Who lays it over a stream may have started before the table did. */
function open() {
  session.open().catch(() => setTimeout(open, 2000));
}
open();
