// The referee's page: one session, and the pieces that show it.

import "./bar.js";
import { Board } from "./board/board.js";
import { HexLayer } from "./board/hexlayer.js";
import { BoardLayer } from "./board/layer.js";
import "./board/squares.js";
import { HexTurn } from "./board/turn.js";
import "./call.js";
import "./journal.js";
import "./card/card.js";
import "./card/fair.js";
import { followMoves } from "./card/moved.js";
import "./cannon/shot.js";
import "./cannon/strip.js";
import { tellEndings } from "./byhand/placing.js";
import { Piece } from "./piece.js";
import { Plan } from "./plan/plan.js";
import "./putback/panel.js";
import "./barscore.js";
import { one } from "./dom.js";
import { giveWay } from "./handover.js";
import { listenToKeys } from "./keys.js";
import { ReachLayer } from "./plan/reach.js";
import { Session } from "./session.js";
import { Hands } from "./tools/hands.js";
import { Toolbar } from "./tools/toolbar.js";
import { tellAloud } from "./voice/voice.js";
import { t } from "./words.js";

/** @import { VerbView } from "./types.js" */

const session = new Session();
const board = document.body.dataset.board === "hexes" ? new HexTurn(session) : new Board(session);
session.board = board;
giveWay(session);
const plan = one(document, "vd-plan", Plan);
const said = one(document, "#said", HTMLElement);
const keys = one(document, "#keys", HTMLDialogElement);

const PIECES = "plan card status turn journal fair putback shot cannons squares barscore call".split(" ");
for (const piece of document.querySelectorAll(PIECES.map((name) => `vd-${name}`).join()))
  if (piece instanceof Piece) piece.session = session;

/** @param {string} id */
const button = (id) => one(document, `#${id}`, HTMLElement);
const viewButton = button("tool-view"); // the plan has made it
function toggleView() {
  const plain = viewButton.getAttribute("aria-pressed") !== "true";
  viewButton.setAttribute("aria-pressed", String(plain));
  plan.plain = plain;
}

const showKeys = () => keys.showModal();
viewButton.addEventListener("click", toggleView);
session.addEventListener("view-wanted", toggleView);
button("tool-keys").addEventListener("click", showKeys);
const modeButton = button("tool-mode");
modeButton.addEventListener("click", () => session.chooseMode());
session.addEventListener("change", () => {
  modeButton.setAttribute("aria-pressed", String(session.view?.mode === "reveal"));
  modeButton.toggleAttribute("hidden", Boolean(session.view?.score.ended));
});
button("tool-put-back").addEventListener("click", () => session.dispatchEvent(new Event("put-back-wanted")));
const fairButton = button("tool-dice");
fairButton.addEventListener("click", () => session.showDice());
session.addEventListener("change", () => fairButton.toggleAttribute("hidden", !session.view?.fair_dice));
tellEndings(session);
followMoves(session);
const hands = new Hands(session, plan);
new ReachLayer(session, plan);
if (board instanceof HexTurn) new HexLayer(session, plan, board);
else new BoardLayer(session, plan, board);
session.addEventListener("change", () => {
  const on = Boolean(session.view?.board);
  // Squares and numbers are read best on the plain plan: the picture is one key away.
  if (on && !document.body.classList.contains("has-board")) toggleView();
  document.body.classList.toggle("has-board", on);
});
one(document, "vd-tools", Toolbar).connect(session, hands);
session.begin = (/** @type {VerbView} */ entry, /** @type {UIEvent} */ event) => {
  session.tools.begin(entry);
  if (!event.detail && session.tools.kind) hands.showCross();
};
listenToKeys(session, { plan, toggleView, showKeys, hands });

// What a sighted player reads off the card is in the live region too, and said aloud.
const tell = tellAloud(session);
let chosen = "";
session.addEventListener("change", () => {
  const name = session.ruling ? null : (session.stand(session.actor)?.name ?? board.chosen);
  if (name && name !== chosen) said.textContent = t("said_choose", { name });
  chosen = name ?? "";
});

// Hands come and go; only what keeps the camera from seeing is said aloud.
let trouble = "";
session.addEventListener("change", () => {
  const status = session.view?.status;
  const key = session.lost ? "lost" : (status?.key ?? "settling");
  if (key === "still") trouble = "";
  if (["still", "hands", "settling", trouble].includes(key)) return;
  trouble = key;
  tell(session.lost ? t("lost") : status?.advice || status?.text || "");
});

session.addEventListener("said", (event) => {
  if (event instanceof CustomEvent) toast(event.detail);
});

let gone = 0;
/** @param {string} text */
function toast(text) {
  /** @type {HTMLElement | null} */
  let box = document.querySelector(".toast");
  if (!box) {
    box = document.createElement("p");
    box.className = "toast";
    document.body.append(box);
  }
  box.textContent = text;
  box.classList.add("is-shown");
  clearTimeout(gone);
  gone = window.setTimeout(() => box.classList.remove("is-shown"), 5000);
}

session.open().catch(() => session.say(t("no_answer")));
