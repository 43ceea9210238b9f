"""The sign of a line to a target lies on no other's stand: the page's own JavaScript asked in node, on demo tables."""

import json
import shutil
import subprocess
from dataclasses import replace
from math import dist, hypot
from pathlib import Path
from typing import Any

import pytest

from rules.reach import reach
from rules.registry import game_named
from rules.settings import read_settings
from rules.state import State
from simulation.rehearsal.demos import demo_games, demo_scene
from table.stand import Stand
from table.terrain import Point
from web.plan_view import rings_of

LABELS = Path(__file__).parents[2] / "web/static/plan/labels.js"
ASK = f"""
import {{ readFileSync }} from "node:fs";
import {{ box, signPlace }} from "{LABELS.as_uri()}";
const asked = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(asked.map(({{ line: [start, end], px, others }}) =>
  signPlace(start, end, px, others.map(([x, y, radius]) => box(x, y, radius, radius))))));
"""
SIGN_PX = 10
PX_PER_CM = (2.4, 4.0, 12.0, 40.0, 120.0)
"""From a phone of 390 px that shows a whole table 160 cm wide to the nearest look at a stand."""
ON_TABLE = tuple(game for game in demo_games() if demo_scene(game).truth().board is None)


def radius_of(stand: Stand, px: float) -> float:
    """Return how large the plan draws a stand's badge."""
    corners = (corner for ring in rings_of(stand) for corner in ring)
    return max(0.8 + 0.35, *(dist(stand.centre, corner) + 0.35 for corner in corners), 8 * px)


def asked_of(game: str) -> list[dict[str, Any]]:
    """Return every line to a target that is drawn on a game's demo table, with all other stands, at each size."""
    scene, the_game = demo_scene(game), game_named(game)
    settings = read_settings(the_game.settings, scene.settings, "settings")
    table = the_game.complete(scene.truth(), settings, "table")
    table = replace(table, stands=tuple(replace(stand, sigma_cm=0.015) for stand in table.stands))
    state, asked = State(tuple(side.name for side in scene.sides), scene.turn), []
    for stand in table.stands:
        for aim in reach(game, table, state, stand.name, scene.settings).aims:
            rest = [other for other in table.stands if other.name != aim.target]
            for fine in PX_PER_CM:
                others = [(*other.centre, radius_of(other, 1 / fine)) for other in rest]
                own = (*stand.centre, radius_of(stand, 1 / fine))
                asked.append({"line": aim.line, "px": 1 / fine, "others": others, "own": own})
    return asked


def covers(at: Point, half: float, others: list[tuple[float, float, float]]) -> bool:
    return any(abs(at[0] - x) < r + half - 1e-9 and abs(at[1] - y) < r + half - 1e-9 for x, y, r in others)


@pytest.mark.ci
@pytest.mark.skipif(shutil.which("node") is None, reason="no node here")
@pytest.mark.parametrize("game", ON_TABLE)
def test_a_sign_moves_along_its_own_line_off_all_stands_but_its_target(game: str) -> None:
    asked = asked_of(game)
    answered = subprocess.run(
        ["node", "--input-type=module", "-e", ASK], input=json.dumps(asked), capture_output=True, text=True, check=True
    )
    free = 0
    for it, at in zip(asked, json.loads(answered.stdout), strict=True):
        (x0, y0), (x1, y1) = it["line"]
        assert dist((x0, y0), at) + dist(at, (x1, y1)) == pytest.approx(hypot(x1 - x0, y1 - y0))
        places = [(x0 + (x1 - x0) * k / 60, y0 + (y1 - y0) * k / 60) for k in range(61)]
        half = SIGN_PX * it["px"]
        x, y, radius = it["own"]
        if dist((x, y), (x1, y1)) > 2 * (radius + half):
            assert dist((x, y), at) > radius + half - 1e-9, "it lies on who looks"
        if any(not covers(place, half, it["others"]) for place in places):
            free += 1
            assert not covers(at, half, it["others"])
    assert free > 0.9 * len(asked) > 0
