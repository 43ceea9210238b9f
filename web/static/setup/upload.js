// Files that people choose in the browser: sent in parts, one file after the other; what is refused says why.

import { html } from "../dom.js";
import { t } from "../words.js";
import { address, say } from "./api.js";

const PART_BYTES = 42_000; // coded as text, it is shorter than what the server takes
const PATIENCE_MS = 30_000;
const KINDS = "image/jpeg,image/png,image/webp,image/bmp,image/tiff"; // an iPhone then makes a JPEG of its HEIC

/** Lets people choose pictures, by name: what they take first is sent first. */
export const choosePictures = () => chooseFiles({ multiple: true, accept: KINDS });

/**
 * @param {{ multiple?: boolean, accept?: string }} which
 * @returns {Promise<File[]>}
 */
export function chooseFiles(which) {
  const field = html("input", { type: "file", ...which });
  return new Promise((done) => {
    field.addEventListener("change", () => done([...(field.files ?? [])].sort(byName)));
    field.addEventListener("cancel", () => done([]));
    field.click();
  });
}

/**
 * Puts IMG_9 before IMG_10.
 * @param {File} a
 * @param {File} b
 */
export const byName = (a, b) => a.name.localeCompare(b.name, undefined, { numeric: true });

/**
 * Sends files one after the other; returns for each that is not taken its reason.
 * @param {string} path
 * @param {File[]} files
 * @param {(answer: any) => void} taken
 */
export async function sendFiles(path, files, taken) {
  const refused = [];
  for (const [at, file] of files.entries()) {
    say(t("upload_sending", { name: file.name, number: at + 1, count: files.length }));
    try {
      taken(await send(path, file));
    } catch (error) {
      refused.push(error instanceof Refusal ? error.message : `${file.name}: ${t("no_answer_setup")}`);
    }
  }
  say("");
  return refused;
}

/**
 * @param {string} path
 * @param {File} file
 */
async function send(path, file) {
  const name = [...file.name].slice(-80).join(""); // whole characters: the server takes no half of one
  for (let at = 0; ; at += PART_BYTES) {
    const part = await coded(file.slice(at, at + PART_BYTES));
    const answer = await fetch(address(path), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ name, size: file.size, at, part }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const told = await answer.json();
    if (!answer.ok) throw new Refusal(told.error);
    if (at + PART_BYTES >= file.size) return told;
  }
}

/** @param {Blob} part */
async function coded(part) {
  const bytes = new Uint8Array(await part.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** What the server will not take, in its own words. */
class Refusal extends Error {}
