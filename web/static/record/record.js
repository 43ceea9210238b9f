// The journal's page: the list of entries, the table at any of them, and the check of all seals.

import { HexLayer } from "../board/hexlayer.js";
import { BoardLayer } from "../board/layer.js";
import "../plan/plan.js";
import { Session } from "../session.js";
import { t } from "../words.js";
import { listenToCheck } from "./check.js";
import { List } from "./list.js";
import { Past } from "./past.js";
import { showMoment } from "./moment.js";
import { Slider } from "./slider.js";

if (document.getElementById("slider")) {
  const now = new Session("/api/watch");
  const past = new Past(now);
  const plan = document.querySelector("vd-plan");
  plan.session = past;
  document.body.dataset.board === "hexes" ? new HexLayer(past, plan) : new BoardLayer(past, plan);
  showMoment(past);
  const slider = new Slider(past);
  const list = new List(document.getElementById("entries"), (number) => slider.show(number));
  past.addEventListener("change", () => list.mark(past.at, past.head));
  past.addEventListener("settled", () => past.at && list.have(past.at));
  let head = 0;
  past.addEventListener("change", () => {
    if (past.head === head) return;
    head = past.head;
    list.grew();
  });
  listenToCheck();
  const lost = document.getElementById("past-lost");
  now.addEventListener("change", () => (lost.textContent = now.lost ? t("lost") : ""));
  now.open().catch(() => (lost.textContent = t("no_answer")));
}
