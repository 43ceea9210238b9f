// Counters and blocks on a board of hexes: symbol, letters and numbers, the side by shape and edge; stacks fanned out.

import { set, svg } from "../dom.js";
import { symbolOf } from "./symbols.js";
import { TokenLayer } from "./tokens.js";

/** How far each counter of a stack is shifted, in counter widths; together no farther than the hex is wide. */
const FAN = 0.72;
const WIDEST = 0.95;

export class CounterLayer extends TokenLayer {
  shown(stands, { view }) {
    const level = (stand) => view.board.soldiers[stand.name]?.level ?? 0;
    const row = (stand) => Math.round(stand.y / (view.board.size_cm * 0.8));
    return stands
      .filter((stand) => !view.board.soldiers[stand.name]?.awaited)
      .sort((a, b) => row(b) - row(a) || a.x - b.x || level(a) - level(b));
  }

  parts() {
    return {
      tap: svg("rect", { class: "tap" }),
      own: {
        edge: svg("path", { class: "counter-edge" }),
        symbol: svg("g", { class: "counter-symbol", "aria-hidden": "true" }),
      },
      half: 1,
      stack: 1,
      drawn: "",
    };
  }

  resizeTap({ tap, half, stack }, least) {
    const reach = stack > 1 ? half : Math.max(half, least);
    set(tap, { x: -reach, y: -reach, width: 2 * reach, height: 2 * reach });
  }

  update(parts, stand, { depth, sides, view, board }, places) {
    const told = view.board.soldiers[stand.name] ?? {
      state: "off",
      cell: null,
      label: stand.label,
      face: {},
      level: 0,
      stack: 1,
    };
    const face = told.face ?? {};
    const on = told.cell && told.state !== "between" && places.get(told.cell);
    const [x, y] = on || told.place || [stand.x, stand.y];
    const hex = view.board.size_cm / Math.sqrt(3);
    const half = hex * (told.stack > 1 ? 0.43 : 0.6);
    const step = Math.min(FAN * 2 * half, (WIDEST * hex) / Math.max(1, told.stack - 1));
    const shift = on ? (told.level - (told.stack - 1) / 2) * step : 0;
    const side = sides.get(stand.side) ?? 1;
    const d = tokenPath(side, half);
    Object.assign(parts, { half, stack: told.stack });
    const drawn = JSON.stringify([face, half, side]);
    if (drawn !== parts.drawn) {
      parts.drawn = drawn;
      for (const path of [parts.casing, parts.face]) path.setAttribute("d", d);
      parts.edge.setAttribute("d", tokenPath(side, half * 0.93));
      parts.halo.setAttribute("d", tokenPath(side, half * 1.13));
      parts.symbol.replaceChildren(...symbolOf(face, half));
      set(parts.doubt, { x: half * 0.8, y: -half * 0.8 });
    }
    const classes = ["soldier", "counter", `side-${side}`, `is-${told.state}`, `nation-${face.tone ?? "plain"}`];
    classes.push(...(face.tags ?? []).map((tag) => `has-${tag}`));
    if (board?.actor === stand.name) classes.push("is-chosen");
    if (board?.others.includes(stand.name)) classes.push("joins-in");
    if (board?.targets.includes(stand.name)) classes.push("is-target");
    const target = board?.target(stand.name);
    if (target?.ways.some((way) => way.allowed)) classes.push("may-be-hit");
    if (board?.answer?.helpers?.includes(stand.name)) classes.push("may-join");
    if (!board?.actor && view.board.ready?.includes(stand.name)) classes.push("is-movable");
    if (!stand.seen) classes.push("not-seen");
    set(parts.root, {
      class: classes.join(" "),
      transform: `translate(${x + shift} ${depth - y - shift})`,
      "aria-label": [told.label ?? stand.label, target?.said, board?.option(told.cell)?.short]
        .filter(Boolean)
        .join(", "),
      ...(this.onChoose
        ? {
            "aria-pressed": String(
              board?.actor === stand.name ||
                Boolean(board?.others.includes(stand.name)) ||
                Boolean(board?.targets.includes(stand.name)),
            ),
          }
        : {}),
    });
  }
}

/** The first side's counters are square with round corners, the second's have their corners cut. */
export function tokenPath(side, r) {
  if (side === 1) {
    const c = r * 0.3;
    return `M${-r + c} ${-r}H${r - c}A${c} ${c} 0 0 1 ${r} ${-r + c}V${r - c}A${c} ${c} 0 0 1 ${r - c} ${r}H${-r + c}A${c} ${c} 0 0 1 ${-r} ${r - c}V${-r + c}A${c} ${c} 0 0 1 ${-r + c} ${-r}Z`;
  }
  const c = r * 0.42;
  return `M${-r + c} ${-r}L${r - c} ${-r}L${r} ${-r + c}L${r} ${r - c}L${r - c} ${r}L${-r + c} ${r}L${-r} ${r - c}L${-r} ${-r + c}Z`;
}
