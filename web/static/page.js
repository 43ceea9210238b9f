// The referee's page: one desk, and the pieces that show it.

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
import { Desk } from "./desk.js";
import { giveWay } from "./handover.js";
import { listenToKeys } from "./keys.js";
import { ReachLayer } from "./plan/reach.js";
import { Hands } from "./tools/hands.js";
import "./tools/toolbar.js";
import { Tools } from "./tools/tools.js";
import { t } from "./words.js";

const desk = new Desk();
desk.tools = new Tools(desk);
const onHexes = document.body.dataset.board === "hexes";
desk.board = onHexes ? new HexTurn(desk) : new Board(desk);
giveWay(desk);
const plan = document.querySelector("vd-plan");
const said = document.getElementById("said");
const keys = document.getElementById("keys");

for (const element of document.querySelectorAll("vd-plan, vd-card, vd-status, vd-turn, vd-journal, vd-fair, vd-putback, vd-shot, vd-cannons, vd-squares")) element.desk = desk;

const viewButton = document.getElementById("tool-view"); // the plan has made it
function toggleView() {
  const plain = viewButton.getAttribute("aria-pressed") !== "true";
  viewButton.setAttribute("aria-pressed", plain);
  plan.plain = plain;
}

const showKeys = () => keys.showModal();
viewButton.addEventListener("click", toggleView);
desk.addEventListener("view-wanted", toggleView);
document.getElementById("tool-keys").addEventListener("click", showKeys);
const modeButton = document.getElementById("tool-mode");
modeButton.addEventListener("click", () => desk.chooseMode());
desk.addEventListener("change", () => {
  const reveal = desk.view?.mode === "reveal";
  modeButton.setAttribute("aria-pressed", reveal);
});
document.getElementById("tool-put-back").addEventListener("click", () => desk.dispatchEvent(new Event("put-back-wanted")));
const fairButton = document.getElementById("tool-dice");
fairButton.addEventListener("click", () => desk.showDice());
desk.addEventListener("change", () => fairButton.toggleAttribute("hidden", !desk.view?.fair_dice));
tellEndings(desk);
const hands = new Hands(desk, plan);
new ReachLayer(desk, plan);
onHexes ? new HexLayer(desk, plan, desk.board) : new BoardLayer(desk, plan, desk.board);
desk.addEventListener("change", () => {
  const on = Boolean(desk.view?.board);
  // Squares and numbers are read best on the plain plan: the picture is one key away.
  if (on && !document.body.classList.contains("has-board")) toggleView();
  document.body.classList.toggle("has-board", on);
});
document.querySelector("vd-tools").connect(desk, hands);
desk.begin = (entry, event) => {
  desk.tools.begin(entry);
  if (!event.detail && desk.tools.kind) hands.showCross();
};
listenToKeys(desk, { plan, toggleView, showKeys, hands });

// What a sighted player reads off the card is said aloud too.
let told = "";
desk.addEventListener("change", () => {
  const ruling = desk.ruling;
  const shooter = desk.stand(desk.actor);
  const text = !ruling
    ? shooter ? t("said_choose", { name: shooter.name }) : ""
    : ruling.confirmed
      ? `${ruling.outcome ?? ""} ${ruling.effects.map((effect) => effect.sentence).join(", ")}`
      : `${ruling.word}. ${ruling.sentence} ${desk.wantsDice ? ruling.needs.sentence : ""}`;
  if (text && text !== told) said.textContent = text;
  told = text;
});

// Hands come and go; only what keeps the camera from seeing is said aloud.
let trouble = "";
desk.addEventListener("change", () => {
  const key = desk.lost ? "lost" : desk.view?.status.key;
  if (["still", "hands", "settling", undefined].includes(key)) trouble = key === "still" ? "" : trouble;
  else if (key !== trouble) {
    trouble = key;
    said.textContent = desk.lost ? t("lost") : desk.view.status.advice || desk.view.status.text;
  }
});

desk.addEventListener("said", (event) => {
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

desk.open().catch(() => desk.say(t("no_answer")));
