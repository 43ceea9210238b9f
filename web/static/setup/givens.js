// Whose marker each of a list's people gets: their own number, else the next that was chosen, else the next free one.

/** @import { Listed } from "./army_list.js" */

/**
 * The people by marker, in the list's order; `left` are those for whom there is none.
 * @typedef {{ given: Map<number, Listed>, left: Listed[] }} Givens
 */

/**
 * Hands markers out. Chosen ones are all there is; where none are, those on the table that nobody is of come first,
 * then numbers not yet printed.
 * @param {Listed[]} people
 * @param {{ chosen: number[], nobodys: number[], taken: Set<number> }} markers
 * @returns {Givens}
 */
export function giveMarkers(people, { chosen, nobodys, taken }) {
  /** @type {Givens} */
  const told = { given: new Map(), left: [] };
  const own = new Set(people.flatMap(({ marker }) => marker ?? []));
  const next = (chosen.length ? chosen : nobodys).filter((id) => !own.has(id));
  let fresh = 0;
  for (const one of people) {
    let marker = one.marker ?? next.shift();
    if (marker === undefined && !chosen.length) {
      while (taken.has(fresh) || own.has(fresh) || told.given.has(fresh)) fresh += 1;
      marker = fresh;
    }
    if (marker === undefined || told.given.has(marker)) told.left.push(one);
    else told.given.set(marker, one);
  }
  return told;
}
