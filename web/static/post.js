// One way to send an act: JSON, some patience, and an answer with ``error`` where it failed.

import { t } from "./words.js";

const PATIENCE_MS = 10_000;

/**
 * @param {string} address
 * @param {object} body
 * @param {string} method
 */
export async function post(address, body = {}, method = "POST") {
  try {
    const answer = await fetch(`/api/${address}`, {
      method,
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return await answer.json();
  } catch {
    return { error: t("no_answer") };
  }
}
