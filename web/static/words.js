// What the page says, in its language: the server puts the words into the page.

const listed = document.getElementById("words");
/** @type {Record<string, string | Record<string, string>>} */
const WORDS = JSON.parse(listed?.textContent ?? "{}");
const LANGUAGE = document.documentElement.lang || "en";

const PLURALS = new Intl.PluralRules(LANGUAGE);

/**
 * The words of a key, with values in their {places}, for so many as the `count`; a key without words as it is.
 * @param {string} key
 * @param {Record<string, unknown>} values
 */
export const t = (key, values = {}) => {
  const said = WORDS[key] ?? key;
  const text = typeof said === "string" ? said : (said[PLURALS.select(Number(values.count))] ?? said.other ?? key);
  return text.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place));
};

/**
 * @param {string} text
 */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * What went wrong as a sentence of its own; an address or a file that it begins with stays as it is.
 * @param {string} why
 */
export const sentence = (why) => (/^\S+:/.test(why) ? why : capital(why));

/**
 * A time of day, of 24 hours in every language.
 * @param {string | number} at
 */
export const hour = (at) =>
  new Date(at).toLocaleTimeString(LANGUAGE, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/**
 * A number as one would type it in the language; nothing for none.
 * @param {number} value
 */
export const written = (value) =>
  Number.isNaN(value) ? "" : value.toLocaleString(LANGUAGE, { maximumFractionDigits: 3, useGrouping: false });

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
