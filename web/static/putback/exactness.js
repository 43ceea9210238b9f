// How near its place a stand counts as back: kept in this browser.

const KEY = "vedette-exactness";
/** cm and degrees. */
export const EXACTNESS = [
  [0.2, 2],
  [0.3, 3],
  [0.5, 5],
];
const USUAL = 1;

/** @type {number | null} */
let chosen = null;

export function exactnessNow() {
  const before = chosen ?? kept();
  chosen = EXACTNESS[before] ? before : USUAL;
  return chosen;
}

/** What this browser kept; one that keeps nothing has the usual one. */
function kept() {
  try {
    return Number(localStorage.getItem(KEY) ?? USUAL);
  } catch {
    return USUAL;
  }
}

/** @param {number} index */
export function chooseExactness(index) {
  chosen = index;
  try {
    localStorage.setItem(KEY, String(index));
  } catch {
    // Then it holds for this visit.
  }
}

/**
 * What is sent to begin; `entry` is the journal's, null for the last disturbance.
 * @param {number | null} entry
 */
export function beginning(entry = null) {
  const [cm, degrees] = EXACTNESS[exactnessNow()];
  return { tolerance_cm: cm, tolerance_deg: degrees, ...(entry === null ? {} : { entry }) };
}
