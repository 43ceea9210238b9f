// What the page says, in its language: the server puts the words into the page.

const listed = document.getElementById("words");
const WORDS = listed ? JSON.parse(listed.textContent) : {};
const LANGUAGE = document.documentElement.lang || "en";

const PLURALS = new Intl.PluralRules(LANGUAGE);

/** The words of a key, with values in their {places}, for so many as the `count`; a key without words as it is. */
export const t = (key, values = {}) => {
  const said = WORDS[key] ?? key;
  const text = typeof said === "string" ? said : (said[PLURALS.select(values.count)] ?? said.other);
  return text.replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);
};

/** A number as the language writes it. */
export const num = (value, decimals) =>
  value.toLocaleString(LANGUAGE, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: false,
  });
