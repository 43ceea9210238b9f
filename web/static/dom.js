// Making elements without strings of markup: what a stand is called can never become HTML.

/** @import { Attributes, Child, Value } from "./types.js" */

const SVG = "http://www.w3.org/2000/svg";

/**
 * The children that are there, in one row: what a condition left out is skipped.
 * @param {Child[]} children
 */
export const present = (children) =>
  children.flat().filter((child) => child !== null && child !== undefined && child !== false);

/**
 * @template {Element} E
 * @param {E} element
 * @param {Attributes<E>} attributes
 * @param {Child[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...present(children));
  return element;
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes<HTMLElementTagNameMap[Tag]>} attributes
 * @param {Child[]} children
 */
export const html = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes<SVGElementTagNameMap[Tag]>} [attributes]
 * @param {Child[]} children
 */
export const svg = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

/**
 * Sets attributes; null and false take them away.
 * @param {Element} element
 * @param {Record<string, Exclude<Value, undefined>>} attributes
 */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === false) element.removeAttribute(name);
    else element.setAttribute(name, String(value));
  }
}

/**
 * The element that a page, or a piece of it, must have.
 * @template {Element} E
 * @param {ParentNode} within
 * @param {string} selector
 * @param {new () => E} kind
 */
export function one(within, selector, kind) {
  const found = within.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`The page has no ${kind.name} "${selector}".`);
  return found;
}

/**
 * The nearest element round what an event happened to, itself included.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | SVGElement | null}
 */
export const nearest = ({ target }, selector) => (target instanceof Element ? target.closest(selector) : null);

/**
 * What has the keyboard's focus within an element.
 * @param {Element} within
 */
export function held(within) {
  const now = document.activeElement;
  const ours = now && within.contains(now) && (now instanceof HTMLElement || now instanceof SVGElement);
  return ours ? now : null;
}

/**
 * The element within another that has something for its data, such as an act.
 * @param {Element} within
 * @param {string} key
 * @param {string | undefined} value
 * @returns {HTMLElement | SVGElement | null}
 */
export const withData = (within, key, value) =>
  value === undefined ? null : within.querySelector(`[data-${key}="${CSS.escape(value)}"]:not([disabled])`);

/**
 * Draws what is within an element anew. What somebody types in stays itself, with its text and its caret;
 * else what has the focus gives it to the one like it. Says who has it now.
 * @param {Element} within
 * @param {() => Child[]} make makes what is drawn, after it was seen who has the focus: it may take a kept field along
 */
export function drawAnew(within, make) {
  const gone = held(within);
  within.replaceChildren(...present(make()));
  if (!gone) return null;
  const like = within.contains(gone) ? gone : likeIn(within, gone);
  const types = like && gone instanceof HTMLInputElement && like instanceof HTMLInputElement;
  if (types && like !== gone) like.replaceWith(gone);
  const now = types ? gone : like;
  now?.focus({ preventScroll: true });
  return now;
}

/**
 * @param {Element} within
 * @param {HTMLElement | SVGElement} gone
 * @returns {HTMLElement | SVGElement | null}
 */
function likeIn(within, { id, dataset }) {
  const marked = ["face", "field", "act", "target"].map((key) => withData(within, key, dataset[key]));
  return marked.find((element) => element !== null) ?? (id ? within.querySelector(`#${CSS.escape(id)}`) : null);
}

/**
 * Puts elements into an order; what had the keyboard's focus keeps it.
 * @param {Element} parent
 * @param {Element[]} wanted
 */
export function inOrder(parent, wanted) {
  if (wanted.every((element, i) => parent.children[i] === element)) return;
  const focused = held(parent);
  parent.append(...wanted);
  focused?.focus({ preventScroll: true });
}

/**
 * Where an event points, in the units of a drawing.
 * @param {SVGSVGElement} drawing
 * @param {{ clientX: number, clientY: number }} event
 */
export const pointIn = (drawing, { clientX, clientY }) =>
  new DOMPoint(clientX, clientY).matrixTransform(drawing.getScreenCTM()?.inverse());
