// What the page says, in its language: the server puts the words into the page.

const listed = document.getElementById("words");
const WORDS = listed ? JSON.parse(listed.textContent) : {};
const LANGUAGE = document.documentElement.lang || "en";

/** The words of a key, with values in their {places}; a key without words is shown as it is. */
export const t = (key, values = {}) =>
  (WORDS[key] ?? key).replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);

/** A number as the language writes it. */
export const num = (value, decimals) =>
  value.toLocaleString(LANGUAGE, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: false,
  });
