"""What is seen of whom: walls hide, roofs carry, a tank stands half behind a house, what nobody measured is hatched."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from shapely.geometry.base import BaseGeometry

from referee.evidence.card import EvidenceCard
from referee.eyes.drawing import BLOCKER, COVER, draw_sight, painted_of
from referee.eyes.marks import Area, Name, Ring
from referee.eyes.painted import Painted
from referee.eyes.sight import Sight, sight_of
from table.perspective import Perspective
from table.stand import Stand
from table.terrain import Piece

Shot = Callable[..., EvidenceCard]


def man(name: str, x: float, y: float, z_cm: float = 0.0) -> Stand:
    return Stand(name, "us" if name[0] == "M" else "de", "soldier", x, y, 90.0, 2.0, 1.6, z_cm=z_cm)


def rect(x0: float, y0: float, x1: float, y1: float) -> tuple[tuple[float, float], ...]:
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


def sight(card: EvidenceCard) -> Sight:
    found = sight_of(card.game, card.table, card.action, card.settings)
    assert found is not None
    return found


def seen(card: EvidenceCard) -> tuple[Painted, Perspective]:
    return painted_of(sight(card), ["us", "de"], 480, 270)


def share(card: EvidenceCard, name: str = "Weber") -> float:
    painted, _ = seen(card)
    return float(painted.visible(name).area / painted.whole(name).area)


def test_on_an_empty_table_all_of_him_is_seen_in_the_middle(shot: Shot) -> None:
    card = shot(man("Weber", 50, 60))
    assert share(card) == pytest.approx(1.0)
    painted, view = seen(card)
    left, top, right, bottom = painted.whole("Weber").bounds
    assert (left + right) / 2 == pytest.approx(240, abs=1.0)
    # Figures of 2.5 cm, 40 cm away, on the table 2.3 cm below the eye.
    assert top == pytest.approx(view.horizon_px - view.focal_px * 0.2 / 40, abs=0.5)
    assert bottom == pytest.approx(view.horizon_px + view.focal_px * 2.3 / 39.2, abs=0.5)  # the base's near edge


def test_wholly_behind_a_wall_nothing_of_him_is_painted_on_top(shot: Shot) -> None:
    card = shot(man("Weber", 50, 60), Piece("wall", "wall", rect(30, 40, 70, 41), 6.0, "none"))
    assert share(card) == 0.0
    assert share(shot(man("Weber", 50, 60), Piece("wall", "wall", rect(30, 62, 70, 63), 6.0, "none"))) == pytest.approx(
        1.0
    )


def test_over_a_low_wall_his_head_is_seen_and_not_his_feet(shot: Shot) -> None:
    card = shot(man("Weber", 50, 60), Piece("wall", "wall", rect(30, 57, 70, 58), 1.5, "none"))
    painted, _ = seen(card)
    (_, top, _, bottom), (_, all_top, _, all_bottom) = painted.visible("Weber").bounds, painted.whole("Weber").bounds
    assert top == all_top
    assert bottom < all_bottom - 5
    assert 0.2 < share(card) < 0.8


def test_a_man_on_a_roof_is_above_its_edge_and_the_edge_hides_his_base(shot: Shot) -> None:
    card = shot(man("Weber", 50, 60, z_cm=5.0), Piece("house", "house", rect(45, 50, 56, 66), 5.0, "level"))
    painted, view = seen(card)
    edge = view.at((50.0, 50.0, 5.0))
    assert edge is not None
    visible = painted.visible("Weber")
    assert visible.bounds[3] == pytest.approx(edge[1], abs=0.1)
    assert visible.bounds[1] < edge[1] - 5
    assert not painted.whole("Weber").difference(visible).is_empty


def test_a_vehicle_half_behind_a_house_is_half_seen(shot: Shot) -> None:
    tank = Stand("Rot", "de", "vehicle", 52.0, 62.0, 0.0, 3.2, 7.0, unit="Panzer IV")
    house = Piece("house", "house", rect(40, 44, 51.4, 54), 5.0)
    card = shot(man("Weber", 62, 80), house, others=(tank,))
    painted, _ = seen(card)
    part = painted.visible("Rot").area / painted.whole("Rot").area
    assert 0.3 < part < 0.7


def test_a_step_stands_on_the_step_below_it(shot: Shot) -> None:
    steps = [Piece(f"hill-{k}", "hill", rect(40 + 4 * k, 40 + 4 * k, 60 - 4 * k, 60 - 4 * k), 2.0 * k + 1, "level")
             for k in range(3)]  # fmt: skip
    painted, view = seen(shot(man("Weber", 50, 80), *steps))
    ledge = view.at((50.0, 48.0, 3.0))
    assert ledge is not None
    assert painted.visible("hill-2").bounds[3] <= ledge[1] + 0.5, "its lower part is inside the lower step"
    assert share(shot(man("Weber", 50, 50, z_cm=5.0), *steps)) > 0.5


def heights(shape: BaseGeometry, view: Perspective, far: float) -> float:
    """How high the top of a shape is, were it so far ahead."""
    return view.eye[2] + (view.horizon_px - shape.bounds[1]) * far / view.focal_px


def test_a_slope_rises_to_its_crest_and_no_higher(shot: Shot) -> None:
    bank = Piece("bank", "hill", rect(40, 40, 60, 60), 5.0, "slope", rect(48, 48, 52, 52))
    painted, view = seen(shot(man("Weber", 50, 80), bank))
    assert heights(painted.whole("bank"), view, 28.0) == pytest.approx(5.0, abs=0.05)
    peak = replace(bank, crest=())
    painted, view = seen(shot(man("Weber", 50, 80), peak))
    assert heights(painted.whole("bank"), view, 30.0) == pytest.approx(5.0, abs=0.05)


def test_what_hides_him_and_what_covers_him_is_marked_and_named_and_he_is_ringed(shot: Shot) -> None:
    house = Piece("farm", "house", rect(45, 44, 56, 54), 5.0)
    card = shot(man("Weber", 50, 60), house)
    drawing = draw_sight(card, sight(card), 480, 270)
    assert {mark.text for mark in drawing.marks if isinstance(mark, Name)} == {"Weber", "farm"}
    assert any(isinstance(mark, Area) and mark.edge == BLOCKER and mark.hatch == BLOCKER for mark in drawing.marks)
    assert any(isinstance(mark, Area) and mark.dashes and mark.fill for mark in drawing.marks), "he is there, unseen"
    assert [mark.dashes is not None for mark in drawing.marks if isinstance(mark, Ring)] == [False, True, False]
    hedge = Piece("hedge", "hedge", rect(40, 58, 60, 59), 1.5)
    card = shot(man("Weber", 50, 60), hedge)
    drawing = draw_sight(card, sight(card), 480, 270)
    assert any(isinstance(mark, Area) and mark.edge == COVER for mark in drawing.marks)
    assert not any(isinstance(mark, Area) and mark.edge == BLOCKER for mark in drawing.marks)


def test_a_piece_of_which_nobody_told_the_height_is_hatched_or_flat(shot: Shot) -> None:
    def hatched(piece: Piece) -> bool:
        painted, _ = seen(shot(man("Weber", 50, 80), piece))
        return any(face.hatched for face in painted.faces)

    where = rect(45, 44, 56, 54)
    assert hatched(Piece("farm", "house", where))
    assert not hatched(Piece("farm", "house", where, 5.0))
    painted, _ = seen(shot(man("Weber", 50, 80), Piece("lane", "road", where)))
    assert {z for face in painted.faces if face.owner == "lane" for *_, z in face.corners} == {0.0}


@pytest.mark.ci
@pytest.mark.parametrize("kind", ["wood", "hedge", "fence", "bush", "ruins", "swamp", "trench", "wall"])
def test_every_kind_is_drawn_told_or_not_and_from_inside_too(shot: Shot, kind: str) -> None:
    for high in (0.0, 3.0):
        for where in (rect(40, 40, 61, 60), rect(45, 15, 55, 30)):
            painted, _ = seen(shot(man("Weber", 50, 70), Piece("it", kind, where, high)))
            # From inside its walls are not seen, nor what lies at his feet: he looks out of it.
            assert not painted.whole("Weber" if where[0][1] == 15 else "it").is_empty


def test_a_concave_house_hides_what_is_behind_each_wing_and_not_who_stands_in_its_court(shot: Shot) -> None:
    corners = ((40, 40), (44, 40), (44, 52), (56, 52), (56, 40), (60, 40), (60, 56), (40, 56))
    house = Piece("court", "house", corners, 5.0)
    assert share(shot(man("Weber", 50, 46), house)) == pytest.approx(1.0)
    assert share(shot(man("Weber", 50, 60), house)) == 0.0


def test_who_stands_in_a_trench_shows_what_is_above_the_table(shot: Shot) -> None:
    trench = Piece("trench", "trench", rect(45, 55, 55, 65), 1.0, "trench")
    painted, view = seen(shot(man("Weber", 50, 60, z_cm=-1.0), trench))
    ground = view.at((50.0, 59.0, 0.0))
    assert ground is not None
    assert painted.whole("Weber").bounds[3] <= ground[1] + 0.5
    assert heights(painted.whole("Weber"), view, 40.0) == pytest.approx(1.5, abs=0.05)
