// The page that makes a phone the camera: it sends one picture after another, and begins again after a call.

import { t } from "../words.js";
import { holding, WANTED, why } from "./camera.js";

const QUALITY = 0.95;
const PAUSE_MS = 200;
const AGAIN_MS = 1000;
const SETTLED_MS = 2000;

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const video = /** @type {HTMLVideoElement} */ (part("video"));
const canvas = document.createElement("canvas");

/** @type {MediaStreamTrack | null} */
let track = null;
let sent = 0;
let wanted = false;
let opening = false;

/** @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** @param {string} text */
const say = (text) => {
  part("said").textContent = text;
};

async function begin() {
  wanted = true;
  stayAwake(); // a browser lets the screen sleep again each time its page is left
  if (opening) return;
  if (track?.readyState === "live" && !track.muted) {
    video.play().catch(() => {}); // one that was paused would show the same picture for ever
    return;
  }
  opening = true;
  const trouble = await open();
  opening = false;
  if (trouble === "taken" && sent) {
    say(t("taken_still")); // after a call its app lets the camera go a little later than the page is shown
    await pause(AGAIN_MS);
    return again();
  }
  wanted = !trouble;
  part("begin").hidden = wanted;
  if (trouble) {
    part("other").toggleAttribute("open", true);
    return say(t(trouble));
  }
  part("picture").hidden = false;
}

/** Take the camera and send what it sees; why that cannot be, as a key of the words, or "". */
async function open() {
  track?.stop();
  try {
    const stream = await navigator.mediaDevices.getUserMedia(WANTED);
    track = stream.getVideoTracks()[0];
    track.addEventListener("ended", again);
    video.srcObject = stream;
    await video.play();
  } catch (error) {
    track = null;
    return why(error);
  }
  hold(track);
  send(track);
  return "";
}

/** Begin again once the page is looked at: while one telephones the camera is somebody else's. */
const again = () => {
  if (wanted && document.visibilityState === "visible") begin();
};

async function stayAwake() {
  // Refused while the battery is low, and unknown to older browsers: then the phone's own settings must do.
  await navigator.wakeLock?.request("screen").catch(() => {});
}

/** @param {string} key */
const plain = (key) => key.replace("_", " ");

/** @param {MediaStreamTrack} of */
async function hold(of) {
  await pause(SETTLED_MS);
  const can = /** @type {Record<string, unknown>} */ (of.getCapabilities?.() ?? {});
  const { advanced, held, free } = holding(can, /** @type {Record<string, unknown>} */ (of.getSettings()));
  try {
    await of.applyConstraints({ ...WANTED.video, advanced }); // what is left out is no longer asked for
  } catch {
    free.push(...held.splice(0));
  }
  const list = (/** @type {string[]} */ keys) => keys.map((key) => t(key)).join(", ");
  part("held").textContent = [
    held.length && t("held", { what: list(held) }),
    free.length && t("free", { what: list(free) }),
  ]
    .filter(Boolean)
    .join(" ");
  const zoom = /** @type {{zoom?: number}} */ (of.getSettings()).zoom ?? null;
  const camera = { name: of.label.slice(0, 60), zoom, held: held.map(plain), free: free.map(plain) };
  await fetch("camera", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(camera),
  }).catch(() => {}); // what it says of itself is good to know; the pictures do without it
}

/** @param {MediaStreamTrack} of */
async function send(of) {
  while (of === track && of.readyState === "live") {
    if (of.muted || video.readyState < video.HAVE_CURRENT_DATA || document.visibilityState !== "visible") {
      await pause(PAUSE_MS);
      continue;
    }
    const trouble = await sendOne();
    if (trouble === null) sent += 1;
    say(trouble ?? t("sent", { count: sent, width: canvas.width, height: canvas.height }));
    await pause(trouble === null ? PAUSE_MS : AGAIN_MS);
  }
}

/** Send the picture of this moment; why it could not be, or null. */
async function sendOne() {
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext("2d")?.drawImage(video, 0, 0);
  /** @type {Blob | null} */
  const picture = await new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
  if (!picture) return t("unable");
  try {
    const answer = await fetch("picture", { method: "POST", headers: { "Content-Type": "image/jpeg" }, body: picture });
    return answer.ok ? null : (await answer.json()).error;
  } catch {
    return t("lost");
  }
}

part("begin").addEventListener("click", begin);
document.addEventListener("visibilitychange", again);
if (!navigator.mediaDevices?.getUserMedia) {
  part("begin").hidden = true;
  part("other").toggleAttribute("open", true);
  say(t("unable"));
}
