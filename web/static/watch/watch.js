// The spectators' page: one session that is only read, and what shows it. Nothing here needs a hand.

import { HexLayer } from "../board/hexlayer.js";
import { BoardLayer } from "../board/layer.js";
import { Piece } from "../piece.js";
import { Plan } from "../plan/plan.js";
import "./score.js";
import "./last.js";
import { html, nearest, one } from "../dom.js";
import { Session } from "../session.js";
import { askedOf } from "../tools/card.js";
import { Hands } from "../tools/hands.js";
import { tellAloud } from "../voice/voice.js";
import { t } from "../words.js";
import { Follower } from "./follower.js";
import { Replay } from "./replay.js";
import { turnText } from "./turn.js";

const PICTURES_MS = 500;
const session = new Session("/api/watch");
const plan = one(document, "vd-plan", Plan);
plan.picture.everyMs = PICTURES_MS;
for (const piece of document.querySelectorAll("vd-plan, vd-last, vd-score"))
  if (piece instanceof Piece) piece.session = session;
new Follower(plan, session);
new Replay(plan, session);
tellAloud(session);
new (document.body.dataset.board === "hexes" ? HexLayer : BoardLayer)(session, plan);

// Just asking: a long press on one thing and a tap on another. The answer lies over the table till the next tap.
new Hands(session, plan);
const asked = html("p", { class: "plan-line", role: "status", "data-asked": "", hidden: true });
plan.append(asked);
session.addEventListener("change", () => {
  asked.hidden = !session.tools.kind;
  if (session.tools.kind) asked.textContent = askedOf(session.tools);
});
session.addEventListener("said", (event) => {
  if (event instanceof CustomEvent) Object.assign(asked, { hidden: false, textContent: event.detail });
});

// The larger the screen, the farther away people sit.
function magnify() {
  plan.magnify = Math.max(1, Math.min(innerWidth / 1000, innerHeight / 560));
}
addEventListener("resize", magnify);
magnify();

const turn = one(document, "#turn", HTMLElement);
const lost = one(document, "#lost", HTMLElement);
const news = one(document, "#news", HTMLElement);
let told = "";

session.addEventListener("change", () => {
  lost.textContent = session.lost ? t("lost") : "";
  const { view } = session;
  if (!view) return;
  if (view.board) plan.plain = true;
  turn.textContent = turnText(view);
  const entries = view.news ?? [];
  const state = JSON.stringify(entries);
  if (state === told) return;
  told = state;
  news.replaceChildren(
    ...(entries.length
      ? entries.map((entry) =>
          html(
            "li",
            { "data-entry": entry.sequence },
            html("span", { class: "news-number" }, `№ ${entry.sequence}`),
            html("span", {}, entry.text),
          ),
        )
      : [html("li", {}, t("news_none"))]),
  );
});

const fullScreen = one(document, "#full-screen", HTMLElement);
function toggleFullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen().catch(() => {});
}
fullScreen.hidden = !document.fullscreenEnabled;
fullScreen.addEventListener("click", toggleFullScreen);
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || nearest(event, "input, select")) return;
  if (event.key.toLowerCase() === "f") toggleFullScreen();
});

session.open().catch(() => {
  lost.textContent = t("no_answer");
});
