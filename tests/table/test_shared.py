"""Errors that stands have in common: sigma against the same table measured thousands of times."""

import math
from dataclasses import replace

import numpy as np
import pytest
from first_seed import one_in_ci

from table.contact import CONTACT_CM, touching
from table.corridor import corridor_of, overlap
from table.distance import centre_to_centre, edge_to_edge, front_to_target, to_point
from table.shared import Shared
from table.stand import Stand
from table.uncertainty import Pull, sigma_of
from table.verdict import Verdict

CAMERA = object()
DRAWS = 1200
OWN_CM, OWN_DEG = 0.01, 0.05
LONG, BROAD = 1.3, 0.31**0.5  # of the own errors, along and across the way from the middle: the mean square is 1


def modes_at(x: float, y: float) -> np.ndarray:
    """Return what a camera's five causes do there: it is off, turned, too near, tilted; x, y in cm, heading in rad."""
    at = np.array([x - 60, y - 50]) / 100
    shift, turn, size, tilt = 0.03, 0.04, 0.05, 0.03
    return np.array(
        [
            [shift, 0, -turn * at[1], size * at[0], tilt * at[0] * at[1]],
            [0, shift, turn * at[0], size * at[1], tilt * at[1] ** 2],
            [0, 0, turn / 100, 0, -tilt * at[0] / 200],
        ]
    )


def from_middle(x: float, y: float) -> np.ndarray:
    """Return the unit vectors away from the middle of the table and across that, as columns."""
    away = np.array([x - 60, y - 50]) / math.hypot(x - 60, y - 50)
    return np.column_stack([away, [-away[1], away[0]]])


def stand(name: str, x: float, y: float, heading_deg: float = 30.0, shared: bool = True) -> Stand:
    modes = modes_at(x, y)
    place = math.sqrt(OWN_CM**2 + (modes[:2] ** 2).sum() / 2)
    turn = math.hypot(math.radians(OWN_DEG), *modes[2])
    axes = from_middle(x, y) * [LONG, BROAD]
    common = Shared(modes, CAMERA, axes @ axes.T) if shared else None
    return Stand(name, "us", "infantry", x, y, heading_deg, 4.0, 2.0, place, math.degrees(turn), shared=common)


def measured(one: Stand, causes: np.ndarray, dice: np.random.Generator) -> Stand:
    x, y, turn = modes_at(one.x, one.y) @ causes + dice.normal(0, [0, 0, math.radians(OWN_DEG)])
    own_x, own_y = from_middle(one.x, one.y) @ dice.normal(0, [OWN_CM * LONG, OWN_CM * BROAD])
    return one.moved_to(one.x + x + own_x, one.y + y + own_y, one.heading_deg + math.degrees(turn))


APART = {"near": (23.0, 21.0), "far": (104.0, 77.0)}
WAYS = {
    "centres": centre_to_centre,
    "edges": edge_to_edge,
    "front": front_to_target,
    "lane": lambda a, b: overlap(corridor_of(a, 200.0), b).nearest_cm,
    "beside a lane": lambda a, b: overlap(corridor_of(a, 200.0), b).lateral,
}


@pytest.mark.first(1)
@pytest.mark.parametrize("apart", one_in_ci(APART))
@pytest.mark.parametrize("way", WAYS)
def test_sigma_is_what_happens_over_many_cameras(way, apart):
    one, other = stand("a", 14, 18), stand("b", *APART[apart])
    said, dice = WAYS[way](one, other), np.random.default_rng(5)
    found = []
    for _ in range(DRAWS):
        causes = dice.normal(size=5)
        found.append(WAYS[way](measured(one, causes, dice), measured(other, causes, dice)).value)
    assert said.sigma == pytest.approx(np.std(found), rel=0.08)


def test_near_stands_hardly_part_however_wrong_the_camera():
    near, alone = (
        centre_to_centre(stand("a", 14, 18, shared=known), stand("b", 18, 20, shared=known)) for known in (True, False)
    )
    assert near.sigma < 1.2 * math.hypot(OWN_CM, OWN_CM) * LONG
    assert alone.sigma > 2.5 * near.sigma


def test_overlapping_stands_likewise():
    near, alone = (
        edge_to_edge(stand("a", 14, 18, shared=known), stand("b", 14.5, 18.5, shared=known)) for known in (True, False)
    )
    assert near.value == alone.value == 0
    assert near.sigma < alone.sigma / 3


def test_contact_that_was_too_close_to_call_is_called():
    """Bases 0.05 cm within reach: of two cameras' errors nobody could tell, of one camera's one can."""
    first = stand("a", 14, 18, 90.0)
    for known, verdict in ((True, Verdict.IN), (False, Verdict.CLOSE)):
        beside = stand("b", 14 + 4.0 + CONTACT_CM - 0.05, 18, 90.0, shared=known)
        assert touching(replace(first, shared=first.shared if known else None), beside).verdict is verdict


def test_what_another_camera_saw_has_nothing_in_common():
    one, other = stand("a", 14, 18), stand("b", 18, 20)
    assert other.shared is not None
    elsewhere = replace(other, shared=Shared(other.shared.modes, object()))
    both = centre_to_centre(one, elsewhere)
    assert both.sigma == pytest.approx(_alone(one, elsewhere))
    assert both.sigma > 2 * centre_to_centre(one, other).sigma


def _alone(one: Stand, other: Stand) -> float:
    """Return the sigma of their distance as the sum of two that have nothing in common."""
    x, y = other.x - one.x, other.y - one.y
    way = (x / math.hypot(x, y), y / math.hypot(x, y))
    return math.hypot(*(sigma_of(Pull(s, way)) for s in (one, other)))


def test_a_place_alone_keeps_its_sigma():
    known, alone = stand("a", 14, 18), stand("a", 14, 18, shared=False)
    assert to_point(known, (20.0, 20.0)).sigma == to_point(alone, (20.0, 20.0)).sigma == known.sigma_cm


def test_what_is_shared_is_no_part_of_what_a_stand_is():
    assert stand("a", 14, 18) == stand("a", 14, 18, shared=False)
    assert hash(stand("a", 14, 18)) == hash(stand("a", 14, 18, shared=False))
