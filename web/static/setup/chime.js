// Short sounds that tell from afar what the page says: on until they are switched off, remembered by this browser.

const KEY = "vedette-chime";
const LONG_S = 0.15;
const LOUD = 0.2;
/** @type {Record<"next" | "taken" | "done", number[]>} */
const HERTZ = { next: [523], taken: [659, 880], done: [523, 659, 784] };

let on = true;
/** @type {AudioContext | null} */
let context = null;

try {
  on = localStorage.getItem(KEY) !== "off";
} catch {
  // A browser that keeps nothing sounds each time.
}

export const chimes = () => on;

/** @param {boolean} wanted */
export function keepChimes(wanted) {
  on = wanted;
  try {
    localStorage.setItem(KEY, on ? "on" : "off");
  } catch {
    // Then it holds for this visit.
  }
}

/** @param {keyof typeof HERTZ} kind */
export function chime(kind) {
  if (!on) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume(); // browsers sound only once somebody tapped the page
  const { currentTime, destination } = context;
  for (const [k, hertz] of HERTZ[kind].entries()) {
    const tone = context.createOscillator();
    const loudness = context.createGain();
    const at = currentTime + k * LONG_S;
    tone.frequency.value = hertz;
    loudness.gain.setValueAtTime(LOUD, at);
    loudness.gain.exponentialRampToValueAtTime(LOUD / 100, at + LONG_S);
    tone.connect(loudness).connect(destination);
    tone.start(at);
    tone.stop(at + LONG_S);
  }
}
