// The text of a list that is chosen as a file: UTF-8 and UTF-16 as editors write them, Windows' letters as Excel does.

const CONTROLS = /(?!\s)\p{Cc}/u; // in no text, and soon in any workbook, document or picture

/**
 * What a file says; null where it is no text.
 * @param {Uint8Array} bytes
 * @returns {string | null}
 */
export function decoded(bytes) {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  return CONTROLS.test(text) ? null : text;
}

/** @param {Uint8Array} bytes */
function encodingOf(bytes) {
  const mark = bytes[0] * 256 + bytes[1];
  if (mark === 0xfffe || mark === 0xfeff) return mark === 0xfffe ? "utf-16le" : "utf-16be";
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}
