"""The ruler: how far it is between two stands or places, in every way that games measure."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules.over_hills import HillSettings
from rules.registry import game_named
from rules.settings import GivenSettings, read_settings
from table.distance import centre_to_centre, edge_to_edge, front_to_target
from table.measurement import Measurement
from table.snapshot import Snapshot
from table.stand import Stand
from table.tape import tape
from table.terrain import Point
from table.vectors import checked_point

OTHER_CM = 0.05
"""Lengths that differ by less are one."""

Spot = Stand | Point
_WAYS: Mapping[str, Callable[[Stand, Stand], Measurement]] = {
    "edge": edge_to_edge, "centre": centre_to_centre, "front": front_to_target,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Distance:
    """One measurement and how it was taken: from base "edge" to edge, "centre" to centre, "front" to edge, "place".

    "ground" is the first of the others by a tape over hills.
    """

    how: str
    measured: Measurement


def distances(
    game: str, snapshot: Snapshot, start: Spot, end: Spot, settings: GivenSettings = None
) -> tuple[Distance, ...]:
    """Return the distances between two stands or places in cm, the game's own way of measuring first.

    A tapped place is taken as exact. Raises BadFile for a game or settings that make no sense.
    """
    if not isinstance(start, Stand) and not isinstance(end, Stand):
        start, end = checked_point(start), checked_point(end)
        place = Distance("place", Measurement(math.dist(start, end), 0.0, start, end))
        return _over_hills((place,), _at(start), _at(end), snapshot)
    the_game = game_named(game)
    read = read_settings(the_game.settings, settings or {}, "settings")
    sized = the_game.complete(snapshot, read, "table")
    first, other = _stand(start, sized), _stand(end, sized)
    own = the_game.measured(read)
    over = isinstance(read, HillSettings) and read.over_hills == "ground"
    ways = sorted(("edge", "centre") + (("front",) if own == "front" else ()), key=lambda how: how != own)
    if not isinstance(start, Stand):  # a place has no front
        ways = [how for how in ways if how != "front"]
    found = tuple(Distance(how, _WAYS[how](first, other)) for how in ways)
    return _over_hills(found, first, other, snapshot, first=over)


def _over_hills(
    found: tuple[Distance, ...], a: Stand, b: Stand, snapshot: Snapshot, *, first: bool = False
) -> tuple[Distance, ...]:
    """Return distances with what a tape over the ground reads of the first, where that is another number."""
    own, *others = found
    laid = tape(own.measured, a, b, snapshot.pieces)
    if abs(laid.value - own.measured.value) <= OTHER_CM:
        return found
    ground = Distance("ground", laid)
    return (ground, *found) if first else (own, ground, *others)


def _stand(spot: Spot, sized: Snapshot) -> Stand:
    if isinstance(spot, Stand):
        return sized.stand(spot.name)
    return _at(checked_point(spot))


def _at(place: Point) -> Stand:
    return Stand("", "", "", *place)
