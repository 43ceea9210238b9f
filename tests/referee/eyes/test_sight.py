"""Who looks at whom: eyes as high as the ground, points too, nobody on a board; and both pens say the same."""

from collections.abc import Callable
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest

from referee.evidence.card import EvidenceCard
from referee.eyes.marks import Area, Drawing, Ring
from referee.eyes.panel import eyes_picture, eyes_svg
from referee.eyes.pens import canvas_of, svg_of
from referee.eyes.sight import looks, sight_of
from table.frame import HexBoard
from table.stand import Stand
from table.terrain import Piece

Shot = Callable[..., EvidenceCard]
HILL = Piece("hill", "hill", ((40.0, 10.0), (60.0, 10.0), (60.0, 30.0), (40.0, 30.0)), 4.0, "level")
WEBER = Stand("Weber", "de", "soldier", 50.0, 60.0, 270.0, 2.0, 1.6)


def test_eyes_are_as_high_as_the_ground_and_the_line_ends_on_the_target(shot: Shot) -> None:
    card = shot(WEBER, HILL)
    found = sight_of(card.game, card.table, card.action, card.settings)
    assert found is not None
    assert found.eye == (50.0, 20.0, 6.3)
    assert (found.actor, found.target, found.high_cm) == ("Miller", "Weber", 2.5)
    assert found.aim == pytest.approx((50.0, 60.0, 1.5))
    assert found.far_cm == pytest.approx(40.0)
    assert [body.name for body in found.bodies] == ["Weber"]


def test_a_point_is_looked_at_where_the_ground_is(shot: Shot) -> None:
    card = shot(WEBER, replace(HILL, polygon=((40.0, 50.0), (60.0, 50.0), (60.0, 70.0), (40.0, 70.0))))
    action = {"type": "grenade", "actor": "Miller", "point": [52, 61]}
    found = sight_of(card.game, card.table, action, card.settings)
    assert found is not None
    assert (found.target, found.aim) == (None, (52.0, 61.0, 4.0))


@pytest.mark.parametrize(
    "action",
    [
        {"type": "move", "actor": "Miller", "path": [[0, 0]]},
        {"type": "end_turn"},
        {"type": "shoot", "actor": "nobody", "target": "Weber"},
        {"type": "shoot", "actor": "Miller", "target": "nobody"},
    ],
)
def test_nobody_looks_at_anything_in_other_actions(shot: Shot, action: dict[str, object]) -> None:
    card = shot(WEBER)
    assert not looks(card.game, card.table, action)
    assert sight_of(card.game, card.table, action, card.settings) is None


def test_on_a_board_there_is_no_picture(shot: Shot) -> None:
    card = shot(WEBER)
    hexes = replace(card, table=replace(card.table, board=HexBoard((0.0, 0.0), 3.0, 5, 5)))
    assert eyes_svg(hexes) is None
    assert eyes_picture(hexes, 480, 270) is None
    assert not looks("rommel", card.table, card.action)


def test_the_line_under_the_picture_says_who_how_high_and_how_far(shot: Shot) -> None:
    card = shot(WEBER, HILL)
    svg = eyes_svg(card) or ""
    assert "Miller looks at Weber · eyes 6.3 cm above the table · 40.0 cm away" in svg
    assert "nobody told its height" not in svg
    assert "occhi a 6,3 cm" in (eyes_svg(card, language="it") or "")
    miller, *others = card.table.stands
    measured = replace(card, table=replace(card.table, stands=(replace(miller, sigma_z_cm=0.1), *others)))
    assert "eyes 6.3 ±0.2 cm above the table" in (eyes_svg(measured) or "")
    untold = Piece("barn", "house", ((45.0, 65.0), (55.0, 65.0), (55.0, 75.0), (45.0, 75.0)))
    assert "nobody told its height" in (eyes_svg(shot(WEBER, untold)) or "")


def test_names_cannot_become_markup(shot: Shot) -> None:
    card = shot(replace(WEBER, name="<b>&\"'"))
    root = ElementTree.fromstring(eyes_svg(card) or "")
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "<b>&\"'" in texts
    assert not list(root.iter("{http://www.w3.org/2000/svg}b"))


def test_both_pens_draw_the_same_drawing() -> None:
    square = ((100.0, 100.0), (200.0, 100.0), (200.0, 200.0), (100.0, 200.0))
    ring = Ring((300.0, 150.0), 40.0, (0, 0, 255), 6.0)
    drawing = Drawing(480, 270, (Area(square, (200, 30, 40), hatch=(0, 0, 0)), ring))
    root = ElementTree.fromstring(svg_of(drawing, "a square"))
    assert root.get("viewBox") == "0 0 480 270"
    paths = [p.get("d") for p in root.iter("{http://www.w3.org/2000/svg}path")]
    assert paths.count("M100.0 100.0L200.0 100.0L200.0 200.0L100.0 200.0Z") == 2  # once filled, once hatched
    picture = np.asarray(canvas_of(drawing).finished()).astype(int)
    assert picture.shape == (270, 480, 3)
    inside = picture[110:190, 110:190].reshape(-1, 3)
    assert ((inside[:, 0] > 180) & (inside[:, 2] < 80)).mean() > 0.3
    assert (inside.max(axis=1) < 60).mean() > 0.1, "hatched"
    assert picture[150, 260, 2] > picture[150, 260, 0] + 100
    assert (picture[150, 300] > 240).all(), "a ring is empty"
