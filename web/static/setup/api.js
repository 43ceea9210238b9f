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
 * @param {boolean} named it begins with a name, which keeps its first letter
 */
export function say(text, kind = "", named = false) {
  const line = document.getElementById("said");
  if (!line) return;
  line.hidden = !text;
  line.textContent = text;
  line.dataset.kind = kind;
  line.classList.toggle("named", named);
  if (text && kind === "error") line.scrollIntoView({ block: "nearest" });
}

/** @param {string} text */
const sayError = (text) => say(text, "error");

/**
 * The answer as data; null where there is none, and then it has been told why.
 * @template T
 * @param {string} path
 * @param {RequestInit} options
 * @param {(why: string, status?: number) => void} tell
 * @returns {Promise<T | null>}
 */
async function ask(path, options, tell) {
  try {
    const answer = await fetch(address(path), { signal: AbortSignal.timeout(PATIENCE_MS), ...options });
    const data = await answer.json();
    if (answer.ok) return data;
    tell(data.error, answer.status);
  } catch {
    tell(t("no_answer_setup"));
  }
  return null;
}

/**
 * @template T
 * @param {string} method
 * @param {string} path
 * @param {object} body
 * @param {(why: string, status?: number) => void} [tell]
 * @param {string} [version] of what is written over
 * @returns {Promise<T | null>}
 */
function send(method, path, body, tell = sayError, version = "") {
  const headers = { "Content-Type": "application/json", ...(version ? { "If-Match": version } : {}) };
  return ask(path, { method, headers, body: JSON.stringify(body) }, tell);
}

/**
 * @template T
 * @param {string} path
 * @param {boolean} aloud
 * @param {(why: string, status?: number) => void} [tell]
 * @returns {Promise<T | null>}
 */
export const get = (path, aloud = true, tell = aloud ? sayError : () => {}) => ask(path, {}, tell);

/**
 * @template T
 * @param {string} path
 * @param {object} [body]
 * @param {(why: string, status?: number) => void} [tell]
 * @param {string} [version]
 * @returns {Promise<T | null>}
 */
export const post = (path, body = {}, tell = sayError, version = "") => send("POST", path, body, tell, version);

/**
 * @template T
 * @param {string} path
 * @param {object} body
 * @returns {Promise<T | null>}
 */
export const put = (path, body) => send("PUT", path, body);

/** @param {number} ms */
export const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * Begin some work and wait for its end; returns what came of it, or null after telling why not.
 * @param {string} path
 * @param {object} body
 * @param {(why: string) => void} tell
 * @returns {Promise<(WorkResult & Partial<GoView>) | null>}
 */
export async function work(path, body = {}, tell = sayError) {
  say("");
  /** @type {BegunView | GoView | null} */
  const begun = await post(path, body, tell);
  if (!begun || !("work" in begun)) return begun;
  const bar = document.querySelector("vd-work");
  try {
    for (;;) {
      /** @type {WorkView | null} */
      const now = await get("work");
      if (!now || now.number !== begun.work) return null; // another took its place
      if (bar instanceof Work) bar.show(now);
      if (!now.running) {
        if (now.error) tell(now.error);
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
