// What is drawn on a counter: the kind's symbol, its letters and numbers, blocks left, marks of what it has done.

import { svg } from "../dom.js";

/** @import { CounterFaceView } from "../types.js" */

/**
 * Map symbols in a box of 20 x 12, the usual ones of wargames; all of our own drawing.
 * @type {Record<string, string[]>}
 */
const BOXED = {
  infantry: ["M-10-6 10 6M-10 6 10-6"],
  paratroops: ["M-10-6 10 6M-10 6 10-6", "M-4 5.500A2.200 2.200 0 0 1 0 5.500A2.200 2.200 0 0 1 4 5.500"],
  mechanised_infantry: [
    "M-10-6 10 6M-10 6 10-6",
    "M-5.500-3.200H5.500A3.200 3.200 0 0 1 5.500 3.200H-5.500A3.200 3.200 0 0 1-5.500-3.200Z",
  ],
  tank: ["M-5.500-3.200H5.500A3.200 3.200 0 0 1 5.500 3.200H-5.500A3.200 3.200 0 0 1-5.500-3.200Z"],
  field_artillery: ["M-2.200 0A2.200 2.200 0 1 1 2.200 0A2.200 2.200 0 1 1-2.200 0Z"],
  anti_tank: ["M-10 6 0-6 10 6"],
  anti_aircraft: ["M-10 6C-6-5 6-5 10 6"],
  mixed: ["M-10 6C-6-5 6-5 10 6", "M-6 6 0-2 6 6"],
  supply: ["M-10 2.500H10"],
  fortification: ["M-10 6V-2H-6V2H-2V-2H2V2H6V-2H10V6"],
  lane: ["M0 6V-5M-4-1 0-5.500 4-1"],
};
const AIRCRAFT =
  "M0-7C1-7 1.300-5.500 1.300-4V-1.500L10 2V4L1.300 2V5L4 7V8H-4V7" +
  "L-1.300 5V2L-10 4V2L-1.300-1.500V-4C-1.300-5.500-1-7 0-7Z";
const FILLED = new Set(["field_artillery"]);
/** @type {Record<string, string>} */
const DISCS = {
  circle: "M-5 0A5 5 0 1 1 5 0A5 5 0 1 1-5 0Z",
  triangle: "M0-5.500 5.600 4.500H-5.600Z",
  square: "M-4.800-4.800H4.800V4.800H-4.800Z",
  star: "M0-6 1.600-2.200 5.800-1.900 2.600.9 3.600 5 0 2.800-3.600 5-2.600.9-5.800-1.900-1.600-2.200Z",
};

/**
 * The parts of a counter's face for a counter from -half to half.
 * @param {CounterFaceView} face
 * @param {number} half
 */
export function symbolOf(face, half) {
  const unit = half / 10;
  const parts = face.shape ? [...blockFace(face)] : [...counterFace(face)];
  return [svg("g", { transform: `scale(${unit})` }, ...parts, ...tagsOf(face.tags ?? []))];
}

/** @param {CounterFaceView} face */
function counterFace({ symbol, text, stars = 0, code }) {
  const lines = BOXED[symbol ?? ""];
  const drawn = lines
    ? svg(
        "g",
        {
          class: `map-symbol${symbol && FILLED.has(symbol) ? " is-filled" : ""}`,
          transform: `translate(0 ${text ? -3.3 : -0.5}) scale(.56)`,
        },
        svg("path", { class: "symbol-box", d: "M-10-6H10V6H-10Z" }),
        ...lines.map((d) => svg("path", { d })),
      )
    : symbol === "aircraft"
      ? svg("path", { class: "symbol-solid", d: AIRCRAFT, transform: `translate(0 ${text ? -3 : 0}) scale(.62)` })
      : code && svg("text", { class: "counter-code", y: -3 }, code);
  return [
    drawn,
    text && svg("text", { class: "counter-factors", y: 5 }, text),
    stars > 0 && svg("text", { class: "counter-stars", x: 8.4, y: -7.7 }, "★".repeat(Math.min(stars, 4))),
  ].filter(Boolean);
}

/** @param {string | undefined} code */
const face = (code) => (code ? "translate(-4.800 -2.600) scale(.66)" : "translate(0 -2.600) scale(.8)");

/**
 * A unit of blocks: its sign by shape and colour, its letters, a row of what is left.
 * @param {CounterFaceView} face
 */
function blockFace({ shape, colour, bordered, code, pips = 0, of = 0 }) {
  const dots = Array.from({ length: Math.max(pips, of) }, (_, i) =>
    svg("rect", {
      class: i < pips ? "block" : "block is-lost",
      x: (i - (Math.max(pips, of) - 1) / 2) * 3.7 - 1.45,
      y: 5.3,
      width: 2.9,
      height: 2.9,
      rx: 0.5,
    }),
  );
  return [
    shape &&
      svg("path", {
        class: `battle-sign sign-${colour}${bordered ? " is-bordered" : ""}`,
        d: DISCS[shape],
        transform: face(code),
      }),
    code &&
      svg(
        "text",
        { class: "counter-code", transform: shape ? "translate(4.2 -2.4) scale(.84)" : "translate(0 -2.4)" },
        code,
      ),
    ...dots,
  ].filter(Boolean);
}

/** @type {Record<string, (at: number) => SVGElement[]>} */
const TAGS = {
  spent: (at) => [svg("circle", { class: "tag-dot", cx: at, cy: -8, r: 1.5 })],
  ordered: (at) => [
    svg("circle", { class: "tag-ordered", cx: at, cy: -8, r: 2.6 }),
    svg("path", { class: "tag-tick", d: `M${at - 1.3}-8l1 1.100 1.700-2.100` }),
  ],
  reduced: () => [svg("path", { class: "tag-stripe", d: "M-9.200 9.200 9.200-9.200" })],
  unsupplied: (at) => [
    svg("path", { class: "tag-warn", d: `M${at}-10.500l2.800 4.900h-5.600Z` }),
    svg("text", { class: "tag-letter", x: at, y: -6.9 }, "S"),
  ],
  leader: (at) => [svg("path", { class: "tag-star", d: DISCS.star, transform: `translate(${at} -8) scale(.55)` })],
};

/** @param {readonly string[]} tags */
function tagsOf(tags) {
  let at = -8;
  return tags.flatMap((tag) => {
    const drawn = TAGS[tag]?.(at) ?? [];
    if (tag !== "reduced") at += 5.5;
    return drawn;
  });
}
