// The spectators' page: one session that is only read, and what shows it. Nothing here needs a hand.

import { HexLayer } from "../board/hexlayer.js";
import { BoardLayer } from "../board/layer.js";
import "../plan/plan.js";
import "./score.js";
import "./last.js";
import { Session } from "../session.js";
import { html } from "../dom.js";
import { t } from "../words.js";
import { Follower } from "./follower.js";

const PICTURES_MS = 500;
const session = new Session("/api/watch");
const plan = document.querySelector("vd-plan");
plan.pictureEveryMs = PICTURES_MS;
for (const element of document.querySelectorAll("vd-plan, vd-last, vd-score")) element.session = session;
new Follower(plan, session);
document.body.dataset.board === "hexes" ? new HexLayer(session, plan) : new BoardLayer(session, plan);

// The larger the screen, the farther away people sit.
const magnify = () => (plan.magnify = Math.max(1, Math.min(innerWidth / 1000, innerHeight / 560)));
addEventListener("resize", magnify);
magnify();

const turn = document.getElementById("turn");
const lost = document.getElementById("lost");
const news = document.getElementById("news");
let told = "";

session.addEventListener("change", () => {
  lost.textContent = session.lost ? t("lost") : "";
  const { view } = session;
  if (!view) return;
  if (view.board) plan.plain = true;
  turn.textContent = `${t("turn")} ${view.turn.number} · ${view.board?.phase?.name ?? view.turn.title}`;
  const state = JSON.stringify(view.news);
  if (state === told) return;
  told = state;
  news.replaceChildren(
    ...(view.news.length
      ? view.news.map((entry) =>
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

const fullScreen = document.getElementById("full-screen");
function toggleFullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen().catch(() => {});
}
fullScreen.hidden = !document.fullscreenEnabled;
fullScreen.addEventListener("click", toggleFullScreen);
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.target.closest?.("input, select")) return;
  if (event.key.toLowerCase() === "f") toggleFullScreen();
});

session.open().catch(() => (lost.textContent = t("no_answer")));
