// Asking the server: one set-up, by its id; whatever fails is said in the step's own line.

import { t } from "../words.js";
import { Work } from "./work.js";

/** @import { AnyLiveView, BegunView, GoView, WorkResult, WorkView } from "../types.js" */

const PATIENCE_MS = 30_000;
const WORK_MS = 300;
const root = document.getElementById("setup");

export const here = { id: root?.dataset.id ?? "", key: root?.dataset.key ?? "" };

/** @param {string} path */
export const address = (path) => (path.startsWith("/") ? path : `/api/setup/${here.id}/${path}`);

/**
 * @param {string} text
 * @param {string} kind
 */
export function say(text, kind = "") {
  const line = document.getElementById("said");
  if (!line) return;
  line.hidden = !text;
  line.textContent = text;
  line.dataset.kind = kind;
  if (text && kind === "error") line.scrollIntoView({ block: "nearest" });
}

/**
 * The answer as data; null where there is none, and then it has been said why, unless nobody asked aloud.
 * @template T
 * @param {string} path
 * @param {RequestInit} options
 * @param {boolean} [aloud]
 * @returns {Promise<T | null>}
 */
async function ask(path, options, aloud = true) {
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

/**
 * @template T
 * @param {string} method
 * @param {string} path
 * @param {object} body
 * @returns {Promise<T | null>}
 */
const send = (method, path, body) =>
  ask(path, { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

/**
 * @template T
 * @param {string} path
 * @param {boolean} aloud
 * @returns {Promise<T | null>}
 */
export const get = (path, aloud = true) => ask(path, {}, aloud);

/**
 * @template T
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<T | null>}
 */
export const post = (path, body = {}) => send("POST", path, body);

/**
 * @template T
 * @param {string} path
 * @param {object} body
 * @returns {Promise<T | null>}
 */
export const put = (path, body) => send("PUT", path, body);

/** @param {number} ms */
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * Begin some work and wait for its end; returns what came of it, or null after saying why not.
 * @param {string} path
 * @param {object} body
 * @returns {Promise<(WorkResult & Partial<GoView>) | null>}
 */
export async function work(path, body = {}) {
  say("");
  /** @type {BegunView | GoView | null} */
  const begun = await post(path, body);
  if (!begun || !("work" in begun)) return begun;
  const bar = document.querySelector("vd-work");
  try {
    for (;;) {
      /** @type {WorkView | null} */
      const now = await get("work");
      if (!now) return null;
      if (bar instanceof Work) bar.show(now);
      if (!now.running) {
        if (now.error) say(now.error, "error");
        return now.error ? null : now.result;
      }
      await wait(WORK_MS);
    }
  } finally {
    if (bar instanceof Work) bar.show(null);
  }
}

/**
 * A listener to what the camera shows now; see rail.js.
 * @param {(live: AnyLiveView) => void} tell
 * @returns {(event: Event) => void}
 */
export const onLive = (tell) => (event) => event instanceof CustomEvent && tell(event.detail);

/** Told after anything was written: the rail and the chip look again. */
export const changed = () => document.dispatchEvent(new Event("setup-changed"));
