// The referee's page: one session, and the pieces that show it.

import "./bar.js";
import { Board } from "./board/board.js";
import { HexLayer } from "./board/hexlayer.js";
import { BoardLayer } from "./board/layer.js";
import "./board/squares.js";
import { HexTurn } from "./board/turn.js";
import "./journal.js";
import "./card/card.js";
import "./card/fair.js";
import "./cannon/shot.js";
import "./cannon/strip.js";
import "./plan/plan.js";
import { tellEndings } from "./byhand/placing.js";
import "./putback/panel.js";
import { Session } from "./session.js";
import { giveWay } from "./handover.js";
import { listenToKeys } from "./keys.js";
import { ReachLayer } from "./plan/reach.js";
import { Hands } from "./tools/hands.js";
import "./tools/toolbar.js";
import { Tools } from "./tools/tools.js";
import { t } from "./words.js";

const session = new Session();
session.tools = new Tools(session);
const onHexes = document.body.dataset.board === "hexes";
session.board = onHexes ? new HexTurn(session) : new Board(session);
giveWay(session);
const plan = document.querySelector("vd-plan");
const said = document.getElementById("said");
const keys = document.getElementById("keys");

for (const element of document.querySelectorAll(
  "vd-plan, vd-card, vd-status, vd-turn, vd-journal, vd-fair, vd-putback, vd-shot, vd-cannons, vd-squares",
))
  element.session = session;

const viewButton = document.getElementById("tool-view"); // the plan has made it
function toggleView() {
  const plain = viewButton.getAttribute("aria-pressed") !== "true";
  viewButton.setAttribute("aria-pressed", plain);
  plan.plain = plain;
}

const showKeys = () => keys.showModal();
viewButton.addEventListener("click", toggleView);
session.addEventListener("view-wanted", toggleView);
document.getElementById("tool-keys").addEventListener("click", showKeys);
const modeButton = document.getElementById("tool-mode");
modeButton.addEventListener("click", () => session.chooseMode());
session.addEventListener("change", () => {
  const reveal = session.view?.mode === "reveal";
  modeButton.setAttribute("aria-pressed", reveal);
});
document
  .getElementById("tool-put-back")
  .addEventListener("click", () => session.dispatchEvent(new Event("put-back-wanted")));
const fairButton = document.getElementById("tool-dice");
fairButton.addEventListener("click", () => session.showDice());
session.addEventListener("change", () => fairButton.toggleAttribute("hidden", !session.view?.fair_dice));
tellEndings(session);
const hands = new Hands(session, plan);
new ReachLayer(session, plan);
onHexes ? new HexLayer(session, plan, session.board) : new BoardLayer(session, plan, session.board);
session.addEventListener("change", () => {
  const on = Boolean(session.view?.board);
  // Squares and numbers are read best on the plain plan: the picture is one key away.
  if (on && !document.body.classList.contains("has-board")) toggleView();
  document.body.classList.toggle("has-board", on);
});
document.querySelector("vd-tools").connect(session, hands);
session.begin = (entry, event) => {
  session.tools.begin(entry);
  if (!event.detail && session.tools.kind) hands.showCross();
};
listenToKeys(session, { plan, toggleView, showKeys, hands });

// What a sighted player reads off the card is said aloud too.
let told = "";
session.addEventListener("change", () => {
  const ruling = session.ruling;
  const shooter = session.stand(session.actor);
  const text = !ruling
    ? shooter
      ? t("said_choose", { name: shooter.name })
      : ""
    : ruling.confirmed
      ? `${ruling.outcome ?? ""} ${ruling.effects.map((effect) => effect.sentence).join(", ")}`
      : `${ruling.word}. ${ruling.sentence} ${session.wantsDice ? ruling.needs.sentence : ""}`;
  if (text && text !== told) said.textContent = text;
  told = text;
});

// Hands come and go; only what keeps the camera from seeing is said aloud.
let trouble = "";
session.addEventListener("change", () => {
  const key = session.lost ? "lost" : session.view?.status.key;
  if (["still", "hands", "settling", undefined].includes(key)) trouble = key === "still" ? "" : trouble;
  else if (key !== trouble) {
    trouble = key;
    said.textContent = session.lost ? t("lost") : session.view.status.advice || session.view.status.text;
  }
});

session.addEventListener("said", (event) => {
  said.textContent = event.detail;
  toast(event.detail);
});

let gone;
function toast(text) {
  let box = document.querySelector(".toast");
  if (!box) {
    box = document.createElement("p");
    box.className = "toast";
    document.body.append(box);
  }
  box.textContent = text;
  box.classList.add("is-shown");
  clearTimeout(gone);
  gone = setTimeout(() => box.classList.remove("is-shown"), 5000);
}

session.open().catch(() => session.say(t("no_answer")));
