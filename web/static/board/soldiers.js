// Soldiers on a board: a token with the number of its square, its side by shape, pattern and colour.

import { set, svg } from "../dom.js";
import { badgePath } from "../plan/stands.js";
import { TokenLayer } from "./tokens.js";

export class SoldierLayer extends TokenLayer {
  shown(stands, { view, board }) {
    const row = (stand) => Math.round(stand.y / view.board.size_cm);
    return stands
      .filter((stand) => !board?.answer?.taken.includes(stand.name))
      .sort((a, b) => row(b) - row(a) || a.x - b.x);
  }

  parts() {
    return {
      tap: svg("circle", { class: "tap" }),
      own: { pattern: svg("path", { class: "token-pattern" }), number: svg("text", { class: "token-number" }) },
      size: 4.5,
    };
  }

  resizeTap({ tap, size }, least) {
    tap.setAttribute("r", Math.min(size * 0.62, Math.max(size / 2, least)));
  }

  update(parts, stand, { depth, sides, view, board }, places) {
    const told = view.board.soldiers[stand.name] ?? { state: "off", cell: null, said: "" };
    const cell = board ? board.cellOf(stand.name) : told.cell;
    const on = cell && told.state !== "between" && places.get(cell);
    const [x, y] = on || told.place || [stand.x, stand.y];
    parts.size = view.board.size_cm;
    const side = sides.get(stand.side) ?? 1;
    const r = parts.size * (side === 1 ? 0.4 : 0.41);
    const d = badgePath(side, r);
    for (const path of [parts.casing, parts.face, parts.pattern]) path.setAttribute("d", d);
    parts.halo.setAttribute("d", badgePath(side, r * 1.13));
    set(parts.doubt, { x: r * 0.8, y: -r * 0.8 });
    parts.number.textContent = told.state === "between" ? "" : (places.get(cell)?.[2] ?? "");
    const classes = ["soldier", `side-${side}`, `is-${told.state}`];
    if (board?.at && board.at === cell) classes.push("is-chosen");
    if (cell !== told.cell) classes.push("has-stepped");
    if (!board?.at && board?.answer?.movable?.includes(cell)) classes.push("is-movable");
    if (!stand.seen) classes.push("not-seen");
    set(parts.root, {
      class: classes.join(" "),
      transform: `translate(${x} ${depth - y})`,
      "aria-label": [told.label ?? stand.label, board?.option(cell)?.short].filter(Boolean).join(", "),
    });
  }
}
