// How every step stands, and how the camera is: asked again and again while the page is looked at.

import { html, one, svg } from "../dom.js";
import { isUnsaved } from "../unsaved.js";
import { t } from "../words.js";
import { get, here } from "./api.js";

/** @import { SetupStateView } from "../types.js" */

const EVERY_MS = 1500;
/** @type {Record<string, string>} */
const SIGNS = { still: "M2 6.500 5 9.500 10 3", settling: "M2 6H10", hands: "M2 2 10 10M10 2 2 10" };
const WARNS = "M6 2V7M6 9V10";

class Chip extends HTMLElement {
  /** @param {{ key: string, text: string, advice: string }} status */
  show({ key, text, advice }) {
    const state = `${key} ${text} ${advice}`;
    if (state === this.dataset.state) return;
    this.dataset.state = state;
    this.dataset.key = key;
    this.replaceChildren(
      html(
        "span",
        { class: `chip chip-${key}`, title: advice },
        svg(
          "svg",
          { viewBox: "0 0 12 12", "aria-hidden": "true" },
          svg("path", {
            d: SIGNS[key] ?? WARNS,
            fill: "none",
            stroke: "currentColor",
            "stroke-width": 2.2,
            "stroke-linecap": "round",
          }),
        ),
        html("span", { class: "chip-text" }, text),
      ),
    );
  }
}

customElements.define("vd-live-chip", Chip);

/** @param {SetupStateView["steps"]} steps */
function drawRail(steps) {
  for (const step of steps) {
    /** @type {HTMLElement | null} */
    const item = document.querySelector(`[data-step="${step.key}"]`);
    if (!item) continue;
    item.dataset.state = step.state;
    one(item, ".rail-state", HTMLElement).textContent = step.state_word;
    if (step.key !== here.key) continue;
    const why = one(document, "#why", HTMLElement);
    why.hidden = !step.why;
    why.textContent = step.why;
    const ready = step.state === "done" && !isUnsaved() && !document.querySelector("[data-first]");
    document.getElementById("next")?.classList.toggle("main", ready);
  }
}

/**
 * What the table is good to, in the bar: as the page has it from the start, but for a table found since.
 * @param {SetupStateView["number"]} number
 */
function drawNumber(number) {
  const chip = document.getElementById("table-number") ?? html("span", { id: "table-number" });
  const state = JSON.stringify(number);
  if (!number || chip.dataset.state === state) return;
  chip.dataset.state = state;
  chip.className = number.agrees ? "chip chip-still wide" : "chip";
  chip.title = number.title;
  chip.replaceChildren(html("span", { class: "chip-text" }, number.text));
  if (number.fix) chip.append(html("a", { href: number.fix }, t("number_fix")));
  if (!chip.isConnected) document.querySelector("details.nav")?.before(chip);
}

let asking = false;

async function look() {
  if (!here.id || document.hidden || asking) return;
  asking = true;
  const chip = document.querySelector("vd-live-chip");
  const closely = document.querySelector("[closely]") ? "?closely=1" : "";
  /** @type {SetupStateView | null} */
  const state = await get(`state${closely}`, false, (_, status) => {
    // Where nothing answers, what the chip said of the pictures is no longer so.
    if (!status && chip instanceof Chip) chip.show({ key: "lost", text: t("lost"), advice: "" });
  });
  asking = false;
  if (!state) return;
  drawRail(state.steps);
  drawNumber(state.number);
  if (chip instanceof Chip) chip.show(state.live.status);
  document.dispatchEvent(new CustomEvent("live", { detail: state.live }));
}

document.addEventListener("setup-changed", look);
setInterval(look, EVERY_MS);
look();
