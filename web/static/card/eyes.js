// What the one who acts sees, from the figure's own eyes: a picture that opens, and stays open for the next ruling.

import { html, svg } from "../dom.js";

/** @import { OpenRulingView } from "../types.js" */

let open = false;

/** @param {OpenRulingView} ruling */
export const eyes = ({ eyes: seen }) =>
  seen &&
  html(
    "details",
    {
      open,
      ontoggle: ({ currentTarget }) => {
        if (currentTarget instanceof HTMLDetailsElement) open = currentTarget.open;
      },
    },
    html("summary", { "data-act": "eyes" }, seen.title),
    svg(
      "svg",
      { viewBox: "0 0 480 270", width: "100%", role: "img", "aria-label": seen.title },
      svg("image", { href: seen.href, width: 480, height: 270 }),
    ),
  );
