"""A tap means the stand it is nearest to: the page's own JavaScript asked in node, over every demo table."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from simulation.rehearsal.demos import demo_games, demo_scene
from table.stand import Stand
from web.plan_view import piece_views, rings_of, rise_of

LEANING = Path(__file__).parents[2] / "web/static/plan/leaning.js"
ASK = f"""
import {{ readFileSync }} from "node:fs";
import {{ leaningOf }} from "{LEANING.as_uri()}";
const asked = JSON.parse(readFileSync(0, "utf8"));
const answers = asked.flatMap(({{ view, shown, within, places }}) => {{
  const lean = leaningOf(view, shown);
  return view.stands.flatMap((stand) => places.map((part) => {{
    const [x, y] = stand.rings[0][0];
    const place = [stand.x + (x - stand.x) * part, stand.y + (y - stand.y) * part];
    return {{ meant: stand.name, picked: lean.tapped(lean.on(stand)(place), within)?.name ?? null }};
  }}));
}});
console.log(JSON.stringify(answers));
"""
WIDTHS_PX = (390, 1400)
ON_TABLE = tuple(game for game in demo_games() if demo_scene(game).truth().board is None)


def stand_data(stand: Stand) -> dict[str, Any]:
    """Return what the plan draws a stand from."""
    rise = rise_of(stand)
    return {"name": stand.name, "x": stand.x, "y": stand.y, "rings": rings_of(stand), "z_cm": stand.z_cm, "rise": rise}


@pytest.mark.ci
@pytest.mark.skipif(shutil.which("node") is None, reason="no node here")
@pytest.mark.parametrize("game", ON_TABLE)
def test_the_middle_and_the_corner_of_every_base_are_tapped_as_its_own(game: str) -> None:
    table = demo_scene(game).truth()
    view = {
        "table": {"width_cm": table.width_cm, "depth_cm": table.depth_cm},
        "pieces": [{"polygon": p.polygon, "height_cm": p.height_cm, "top": p.top, "crest": p.crest}
                   for p in piece_views(table.pieces)],
        "stands": [stand_data(stand) for stand in table.stands],
        "camera_cm": [table.width_cm / 2, table.depth_cm / 2, 200.0],
    }  # fmt: skip
    asked = [
        {"view": view, "shown": shown, "within": 24 * table.width_cm / px, "places": [0, 0.45, 0.9]}
        for shown in (False, True)
        for px in WIDTHS_PX
    ]
    answered = subprocess.run(
        ["node", "--input-type=module", "-e", ASK], input=json.dumps(asked), capture_output=True, text=True, check=True
    )
    answers = json.loads(answered.stdout)
    assert len(answers) == len(asked) * len(table.stands) * 3
    assert [it for it in answers if it["picked"] != it["meant"]] == []
