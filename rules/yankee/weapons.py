"""The corridor that a base fires along, as far as it fires, and a battery's part of it for canister (Y8.1, Y8.2)."""

import math
from collections.abc import Iterator

from rules.possibility import Weapon
from rules.ruling import Shape
from rules.yankee.fire_modifiers import CANISTER_CM
from rules.yankee.settings import YankeeSettings
from rules.yankee.troops import arm_of, range_cm
from table.footprint import ahead, front_edge, front_middle, left_of
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Point
from table.vectors import shifted

RIM_POINTS = 9


def weapons(snapshot: Snapshot, stand: Stand, settings: YankeeSettings) -> Iterator[Weapon]:  # noqa: ARG001
    """Yield what a base fires at: as wide as its front, out to its range from the middle of the front edge."""
    far_cm = range_cm(stand)
    if far_cm is None:
        return
    yield Weapon("fire", Shape("corridor", "polygon", lane(stand, far_cm)), far_cm, "Y8.2")
    if arm_of(stand) == "artillery":
        yield Weapon("canister", Shape("band", "polygon", lane(stand, CANISTER_CM)), CANISTER_CM, "Y8.1")


def lane(stand: Stand, far_cm: float) -> tuple[Point, ...]:
    """Return the corridor's outline, its end round: every point of it is so far from the front's middle at most."""
    left, right = front_edge(stand)
    half = min(math.dist(left, right) / 2, far_cm)
    middle, forward, aside = front_middle(stand), ahead(stand), left_of(stand)
    rim = []
    for k in range(RIM_POINTS):
        off = half * (1 - 2 * k / (RIM_POINTS - 1))
        rim.append(shifted(shifted(middle, aside, off), forward, math.sqrt(max(far_cm**2 - off**2, 0.0))))
    return (right, left, *rim)
