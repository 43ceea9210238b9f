// Asking the server: one set-up, by its id; whatever fails is said in the step's own line.

import { t } from "../words.js";

const PATIENCE_MS = 30_000;
const WORK_MS = 300;
const root = document.getElementById("setup");

export const here = { id: root?.dataset.id ?? "", key: root?.dataset.key ?? "" };

export const address = (path) => (path.startsWith("/") ? path : `/api/setup/${here.id}/${path}`);

export function say(text, kind = "") {
  const line = document.getElementById("said");
  if (!line) return;
  line.hidden = !text;
  line.textContent = text;
  line.dataset.kind = kind;
  if (text && kind === "error") line.scrollIntoView({ block: "nearest" });
}

/** The answer as data; null where there is none, and then it has been said why, unless nobody asked aloud. */
async function ask(path, options = {}, aloud = true) {
  try {
    const answer = await fetch(address(path), { signal: AbortSignal.timeout(PATIENCE_MS), ...options });
    const data = await answer.json();
    if (answer.ok) return data;
    if (aloud) say(data.error, "error");
  } catch {
    if (aloud) say(t("no_answer_setup"), "error");
  }
  return null;
}

export const get = (path, aloud = true) => ask(path, {}, aloud);

export const post = (path, body = {}) =>
  ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/** Begin some work and wait for its end; returns what came of it, or null after saying why not. */
export async function work(path, body = {}) {
  say("");
  const begun = await post(path, body);
  if (!begun) return null;
  if (begun.work === undefined) return begun;
  const bar = document.querySelector("vd-work");
  try {
    for (;;) {
      const now = await get("work");
      if (!now) return null;
      bar?.show(now);
      if (!now.running) {
        if (now.error) say(now.error, "error");
        return now.error ? null : now.result;
      }
      await wait(WORK_MS);
    }
  } finally {
    bar?.show(null);
  }
}

/** Told after anything was written: the rail and the chip look again. */
export const changed = () => document.dispatchEvent(new Event("setup-changed"));
