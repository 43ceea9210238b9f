// Words of army lists compared as people write them: Germans is German, VEHÍCULO is vehiculo.

const LEAST = 4;

/**
 * A word without case and accents.
 * @param {string} text
 */
export const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();

/**
 * Which of the options a text names, by its key or by what it is called; a longer name goes before a shorter.
 * @param {string} text
 * @param {[key: string, title: string][]} options
 * @returns {string | undefined}
 */
export function among(text, options) {
  const said = fold(text);
  const words = said.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const short = options.find(([key]) => text.split(/[^\p{L}\p{N}]+/u).includes(key.toUpperCase())); // US army
  const whole = options.find(([key, title]) => said === fold(key) || said === fold(title));
  const part = options.find(([key, title]) => words.some((word) => alike(word, fold(key)) || alike(word, fold(title))));
  return (whole ?? short ?? part)?.[0];
}

/**
 * Whether two words are one but for their ends.
 * @param {string} one
 * @param {string} other
 */
function alike(one, other) {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return one === other
    ? one.length >= LEAST
    : short.length >= LEAST && long.length - short.length <= 2 && long.startsWith(short);
}
