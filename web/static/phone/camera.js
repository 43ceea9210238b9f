// A phone's camera: which picture to ask it for, and what of it can be held still while one measures.

/** The largest picture that a phone's camera gives as a video. */
export const WANTED = {
  audio: false,
  video: { facingMode: { ideal: "environment" }, width: { ideal: 4096 }, height: { ideal: 2160 } },
};

/** What a lens or a measure depends on, and the names of its mode and its value in Media Capture. */
const HELD = {
  focus: ["focusMode", "focusDistance"],
  exposure: ["exposureMode", "exposureTime"],
  white_balance: ["whiteBalanceMode", "colorTemperature"],
};

/**
 * What to ask of a camera that has settled, so that it stays as it is: each thing it can hold, at its present value,
 * and no zoom; `held` and `free` name what it can hold and what it cannot.
 * @param {Record<string, unknown>} can the track's capabilities
 * @param {Record<string, unknown>} now the track's settings
 */
export function holding(can, now) {
  /** @type {Record<string, unknown>[]} */
  const advanced = [];
  /** @type {{held: string[], free: string[]}} */
  const told = { held: [], free: [] };
  for (const [what, [mode, value]] of Object.entries(HELD)) {
    const modes = can[mode];
    const able = Array.isArray(modes) && modes.includes("manual");
    (able ? told.held : told.free).push(what);
    if (able) advanced.push({ [mode]: "manual", ...(now[value] === undefined ? {} : { [value]: now[value] }) });
  }
  const zoom = /** @type {{min?: number} | undefined} */ (can.zoom);
  if (zoom?.min !== undefined) advanced.push({ zoom: Math.max(1, zoom.min) });
  return { advanced, ...told };
}

/**
 * Why a phone's browser gives no camera, as a key of the page's words.
 * @param {unknown} error
 */
export function why(error) {
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError") return "not_allowed";
  if (name === "NotFoundError" || name === "OverconstrainedError") return "not_found";
  if (name === "NotReadableError" || name === "AbortError") return "taken";
  return "unable";
}
