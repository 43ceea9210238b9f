"""No name on the map lies on another: the page's own JavaScript asked in node, over every demo table."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from math import dist
from pathlib import Path
from typing import Any

import pytest

from referee.words.reaches import weapon_name
from rules.registry import game_named
from rules.settings import read_settings
from simulation.rehearsal.demos import demo_games, demo_scene
from table.stand import Stand
from web.plan_view import rings_of

LABELS = Path(__file__).parents[2] / "web/static/plan/labels.js"
ASK = f"""
import {{ readFileSync }} from "node:fs";
import {{ covered, meet, pieceSpots, placeLabels, rangeSpots }} from "{LABELS.as_uri()}";
import {{ bounds, upright }} from "{LABELS.with_name("paths.js").as_uri()}";
const {{ tables, depth }} = JSON.parse(readFileSync(0, "utf8"));
const place = upright(depth);
const answers = tables.map(({{ px, stands, pieces, areas, chosen }}) => {{
  const items = [
    ...stands.map(({{ at: [x, y], reach, text }}) => (
      {{ x, y: depth - y, radius: Math.max(reach + 0.35, 8 * px), text, first: text === chosen ? 1 : 0, rank: 2 }})),
    ...pieces.map(({{ polygon, text }}) => {{
      const round = bounds(polygon.map(place));
      return {{ x: round.x + round.width / 2, y: round.y, radius: 0, text, rank: 1, spots: pieceSpots(round, px) }};
    }}),
    ...areas.map((area) => {{
      const at = area.points.map(place);
      const [[x, y]] = at;
      return {{ x, y, radius: 0, text: area.text, rank: 3, spots: rangeSpots(area, at, px) }};
    }}),
  ];
  const places = placeLabels(items, px);
  const boxes = items.flatMap((item, i) => (places[i] ? [[item.text, covered(item, places[i], px)]] : []));
  const clashes = boxes.flatMap(([text, box], i) =>
    boxes.slice(i + 1).filter(([, other]) => meet(box, other)).map(([other]) => [chosen, px, text, other]));
  const named = boxes.map(([text]) => text);
  return {{ clashes, named, wanted: [...areas.map(({{ text }}) => text), chosen] }};
}});
console.log(JSON.stringify(answers));
"""
WIDTHS_PX = (390, 1400)
ON_TABLE = tuple(game for game in demo_games() if demo_scene(game).truth().board is None)


def reach_of(stand: Stand) -> float:
    """Return how far the farthest corner of a base is from its middle, as the plan has it."""
    return max(0.8, *(dist(stand.centre, corner) for ring in rings_of(stand) for corner in ring))


def asked_of(game: str) -> Iterator[dict[str, Any]]:
    """Yield what is named on a game's demo table at each width, with every stand chosen in turn."""
    scene, the_game = demo_scene(game), game_named(game)
    settings = read_settings(the_game.settings, scene.settings, "settings")
    table = the_game.complete(scene.truth(), settings, "table")
    stands = [{"text": stand.name, "at": stand.centre, "reach": reach_of(stand)} for stand in table.stands]
    pieces = [{"text": piece.name, "polygon": piece.polygon} for piece in table.pieces]
    for chosen in table.stands:
        areas = [{"role": w.shape.role, "form": w.shape.form, "points": w.shape.points, "radius_cm": w.shape.radius_cm,
                  "text": weapon_name(w)} for w in the_game.weapons(table, chosen, settings)]  # fmt: skip
        for width in WIDTHS_PX:
            px = table.width_cm / width
            yield {"px": px, "stands": stands, "pieces": pieces, "areas": areas, "chosen": chosen.name}


@pytest.mark.ci
@pytest.mark.skipif(shutil.which("node") is None, reason="no node here")
@pytest.mark.parametrize("game", ON_TABLE)
def test_no_name_lies_on_another_and_ranges_and_the_chosen_are_named(game: str) -> None:
    sent = json.dumps({"tables": list(asked_of(game)), "depth": demo_scene(game).truth().depth_cm})
    answered = subprocess.run(
        ["node", "--input-type=module", "-e", ASK], input=sent, capture_output=True, text=True, check=True
    )
    answers = json.loads(answered.stdout)
    assert len(answers) == len(WIDTHS_PX) * len(demo_scene(game).truth().stands)
    assert [clash for answer in answers for clash in answer["clashes"]] == []
    for answer in answers:
        assert set(answer["wanted"]) <= set(answer["named"])
