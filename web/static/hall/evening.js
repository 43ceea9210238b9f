// An evening: the round's clock runs here from the server's times; what the organiser taps and types is sent.

import { number } from "../fields.js";
import { follow } from "../follow.js";
import { ask, failed } from "../tools/asking.js";
import { hour, t } from "../words.js";
import { turnThrough } from "./turning.js";

/** @import { DoneView, Failed } from "../types.js" */

const TICK_MS = 250;
/** How far the server's clock is ahead of this computer's. */
let ahead = 0;

/** @param {number} ms */
function told(ms) {
  const s = Math.max(0, Math.ceil(ms / 1000));
  const [h, m] = [Math.floor(s / 3600), Math.floor(s / 60) % 60];
  return [...(h ? [h, String(m).padStart(2, "0")] : [m]), String(s % 60).padStart(2, "0")].join(":");
}

function tick() {
  const clock = document.getElementById("clock");
  const said = document.getElementById("clock-said");
  if (!clock || !said) return;
  const { until, left, over, reset } = clock.dataset;
  const now = Date.now() + ahead;
  const up = until ? Date.parse(until) : Number.NaN;
  const rest = until ? up - now : 1000 * Number(left);
  let line = until ? t("evening_until", { time: hour(up) }) : t("evening_stands");
  if (over || rest <= 0)
    line = t(reset && Date.parse(reset) > now ? "evening_reset_until" : "evening_up", {
      time: reset ? hour(Date.parse(reset)) : "",
    });
  clock.textContent = told(over ? 0 : rest);
  if (said.textContent !== line) said.textContent = line;
}

/**
 * @param {string} what
 * @param {object} body
 */
async function send(what, body) {
  /** @type {DoneView | Failed} */
  const answer = await ask(`evening/${what}`, body);
  const said = document.getElementById("evening-said");
  if (said) said.textContent = failed(answer) ? answer.error : "";
  return !failed(answer);
}

/** @param {FormData} told */
function read(told) {
  /** @type {Record<string, unknown>} */
  const body = {};
  for (const [name, value] of told) body[name] = value;
  return body;
}

document.addEventListener("click", async ({ target }) => {
  const button = target instanceof Element ? target.closest("button[data-act]") : null;
  if (!(button instanceof HTMLButtonElement)) return;
  button.disabled = true;
  await send(button.dataset.act ?? "", JSON.parse(button.dataset.body ?? "{}"));
  button.disabled = false;
});

document.addEventListener("change", async ({ target }) => {
  if (!(target instanceof HTMLSelectElement) || !target.dataset.choose) return;
  const value = target.dataset.choose === "drop" ? Number(target.value) : target.value;
  const body = { ...JSON.parse(target.dataset.body ?? "{}"), [target.name]: value };
  target.blur(); // what is at work is not drawn anew
  await send(target.dataset.choose, body);
});

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-post]")))
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (form.dataset.sure && !confirm(form.dataset.sure)) return;
    const body = read(new FormData(form));
    for (const field of form.elements) {
      if (field instanceof HTMLInputElement && field.inputMode === "numeric") body[field.name] = number(field);
      if (field instanceof HTMLTextAreaElement)
        body[field.name] = field.value
          .split("\n")
          .map((line) => line.trim())
          .filter(Boolean);
    }
    if (!(await send(form.dataset.post ?? "", body))) return;
    if (form.dataset.post === "begin") location.reload();
    else form.reset();
  });

async function setClock() {
  const { headers } = await fetch("/api/versions");
  const date = Date.parse(headers.get("Date") ?? "");
  if (!Number.isNaN(date)) ahead = date + 500 - Date.now(); // it tells whole seconds
}

setClock().then(tick, tick);
setInterval(tick, TICK_MS);
turnThrough();
follow("evening", tick);
