"""The number of a ruling on hexes: fire, flak and supply of every case; it lies on no counter and on no name, and no
name lies on a ruling's line where another place is free. The page's own JavaScript is asked in node.
"""

import json
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from math import dist
from pathlib import Path
from typing import Any

import pytest
from written_cases import cases_of, ruling_of

from rules.board_cells import cells_of, reading_of
from table.frame import HexBoard

LABELS = Path(__file__).parents[2] / "web/static/plan/labels.js"
ASK = f"""
import {{ readFileSync }} from "node:fs";
import {{ box, covered, lineBoxes, meet, numberPlace, placeLabels }} from "{LABELS.as_uri()}";
import {{ hexName }} from "{LABELS.parents[1].joinpath("board/names.js").as_uri()}";
const answers = JSON.parse(readFileSync(0, "utf8")).map(({{ px, size, cells, tokens, lines }}) => {{
  const taken = tokens.map(([x, y, half]) => box(x, y, half, half));
  const numbers = [];
  for (const {{ points, text }} of lines) {{
    if (!text) continue;
    const [width, height] = [(text.length * 8.7 + 20) * px, 26 * px];
    const [x, y] = numberPlace(...points.slice(-2), width, height, [...taken, ...numbers]);
    numbers.push(box(x, y, width / 2, height / 2));
  }}
  const ruled = lines.flatMap(({{ points }}) => lineBoxes(points, 6 * px));
  const names = cells.map(([text, x, y]) => hexName("cell", {{ textContent: text }}, [[x, y]], size, true).named());
  const places = placeLabels(names, px, [...taken, ...numbers], ruled);
  const boxes = places.flatMap((place, i) => (place ? [covered(names[i], place, px)] : []));
  const free = (name) => name.spots.some(([x, y]) => {{
    const spot = covered(name, {{ dx: x - name.x, dy: y - name.y, anchor: "middle" }}, px);
    const others = boxes.filter((_, i) => names[i] !== name);
    return ![...taken, ...numbers, ...ruled, ...others].some((other) => meet(spot, other));
  }});
  const any = (some, others) => some.filter((one) => others.some((other) => meet(one, other))).length;
  return {{
    numbers: numbers.length,
    onCounters: any(numbers, taken),
    onNames: any(numbers, boxes),
    onEachOther: numbers.filter((one, i) => numbers.slice(i + 1).some((other) => meet(one, other))).length,
    onLines: places.filter((place, i) => place && any([covered(names[i], place, px)], ruled) && free(names[i])).length,
  }};
}});
console.log(JSON.stringify(answers));
"""
ACROSS_PX = (390 / 8, 1400 / 24)
"""How wide a hex is drawn: eight of them on a phone, a whole board on a desk."""


def asked_of(game: str) -> Iterator[dict[str, Any]]:
    """Yield what lies on the board where rulings draw lines, each set of lines once, as the page has it."""
    seen: set[tuple[Any, ...]] = set()
    for case in cases_of(game):
        board, ruling = case.snapshot.board, ruling_of(case)
        lines = [shape for shape in ruling.geometry if shape.form == "line"]
        shape = tuple((line.role, line.points) for line in lines)
        if not isinstance(board, HexBoard) or not lines or shape in seen:
            continue
        seen.add(shape)
        ends = [point for line in lines for point in line.points]
        cells, on = cells_of(board), Counter(reading_of(board, stand).cell for stand in case.snapshot.stands)
        tokens, laid = [], Counter[str | None]()
        for stand in case.snapshot.stands:
            cell = reading_of(board, stand).cell
            (x, y), stack = cells[cell].centre if cell in cells else stand.centre, on[cell]
            half = board.size_cm * (0.43 if stack > 1 else 0.55)
            step = min(0.72 * 2 * half, 0.95 * board.size_cm / max(1, stack - 1))
            shift = (laid[cell] - (stack - 1) / 2) * step
            laid[cell] += 1
            tokens.append([x + shift, -y - shift, 1.03 * half])
        for across in ACROSS_PX:
            yield {
                "px": board.size_cm * 3**0.5 / across, "size": board.size_cm, "tokens": tokens,
                "cells": [[cell.number, cell.centre[0], -cell.centre[1]] for cell in cells.values()
                          if min(dist(cell.centre, end) for end in ends) < 3 * board.size_cm],
                "lines": [{"points": [[x, -y] for x, y in it.points], "text": it.label or ""} for it in lines],
            }  # fmt: skip


@pytest.mark.ci
@pytest.mark.skipif(shutil.which("node") is None, reason="no node here")
@pytest.mark.parametrize(("game", "least"), [("rommel", 100), ("ancients", 0)])
def test_a_number_on_hexes_lies_on_nothing_and_names_keep_off_the_lines(game: str, least: int) -> None:
    sent = json.dumps(list(asked_of(game)))
    answered = subprocess.run(
        ["node", "--input-type=module", "-e", ASK], input=sent, capture_output=True, text=True, check=True
    )
    answers = json.loads(answered.stdout)
    assert len(answers) > 20
    assert sum(answer["numbers"] for answer in answers) >= least
    for what in ("onCounters", "onNames", "onEachOther", "onLines"):
        assert sum(answer[what] for answer in answers) == 0, what
