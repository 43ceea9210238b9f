// What the page says, in its language: the server puts the words into the page.

const listed = document.getElementById("words");
/** @type {Record<string, string>} */
const WORDS = JSON.parse(listed?.textContent ?? "{}");
const LANGUAGE = document.documentElement.lang || "en";

/**
 * The words of a key, with values in their {places}; a key without words is shown as it is.
 * @param {string} key
 * @param {Record<string, unknown>} values
 */
export const t = (key, values = {}) =>
  (WORDS[key] ?? key).replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place));

/**
 * @param {string} text
 */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * A number as the language writes it.
 * @param {number} value
 * @param {number} decimals
 */
export const num = (value, decimals) =>
  value.toLocaleString(LANGUAGE, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: false,
  });
