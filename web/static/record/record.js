// The journal's page: the list of entries, the table at any of them, and the check of all seals.

import { HexLayer } from "../board/hexlayer.js";
import { BoardLayer } from "../board/layer.js";
import { one } from "../dom.js";
import { Plan } from "../plan/plan.js";
import { Session } from "../session.js";
import { t } from "../words.js";
import { listenToCheck } from "./check.js";
import { List } from "./list.js";
import { showMoment } from "./moment.js";
import { Past } from "./past.js";
import { Slider } from "./slider.js";

if (document.getElementById("slider")) {
  const now = new Session("/api/watch");
  const past = new Past(now);
  const plan = one(document, "vd-plan", Plan);
  plan.session = past;
  new (document.body.dataset.board === "hexes" ? HexLayer : BoardLayer)(past, plan);
  showMoment(past);
  const slider = new Slider(past);
  const list = new List(one(document, "#entries", HTMLElement), (number) => slider.show(number));
  past.addEventListener("change", () => list.mark(past.at, past.head));
  past.addEventListener("settled", () => past.at && list.have(past.at));
  let head = 0;
  past.addEventListener("change", () => {
    if (past.head === head) return;
    head = past.head;
    list.grew();
  });
  listenToCheck();
  const lost = one(document, "#past-lost", HTMLElement);
  now.addEventListener("change", () => {
    lost.textContent = now.lost ? t("lost") : "";
  });
  now.open().catch(() => {
    lost.textContent = t("no_answer");
  });
}
