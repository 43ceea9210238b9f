"""MORALE: a side that lost half of what it started with may surrender (A5)."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.action import Asked, whole
from rules.ambush.damage import counted_riders, named_riders
from rules.ambush.platoon import soldiers_on
from rules.ambush.settings import Builder
from rules.ambush.state import AmbushSide, state_of
from rules.ambush.troops import is_vehicle, is_wreck
from table.errors import BadFile
from table.measurement import Measurement
from table.notation.error_words import NOTHING
from table.snapshot import Snapshot
from table.stand import Stand

HALF, MOST = 0.5, 0.75  # A5.1
SURRENDERS_HALF, SURRENDERS_MOST = 6, 4  # the least faces
STEADY = ("elite", "paratroops")  # A5.2


def strengths(snapshot: Snapshot) -> dict[str, dict[str, int]]:
    """Return what each side starts with (A5.1): its figures, those on plates and in vehicles one by one."""
    found = {}
    for side in sorted({stand.side for stand in snapshot.stands}):
        own = [stand for stand in snapshot.stands if stand.side == side]
        found[side] = {"started": _figures_count(own, own, snapshot)}
    return found


def _figures_count(counted: Sequence[Stand], own: Sequence[Stand], snapshot: Snapshot) -> int:
    """Return how many are on the counted stands, and in all of the side's vehicles without a stand counted already."""
    names = {stand.name for stand in counted}
    aboard = sum(len(set(named_riders(stand, snapshot)) - names) + counted_riders(stand, snapshot) for stand in own)
    return sum(map(soldiers_on, counted)) + aboard


@dataclass(frozen=True, slots=True)
class MoraleTest:
    """A side's test of whether it surrenders."""

    side: str

    @classmethod
    def read(cls, asked: Asked) -> "MoraleTest":
        """Read ``side``; raises BadFile."""
        asked.only("side")
        side = asked.get("side")
        if not isinstance(side, str):
            raise BadFile(asked.source, "action.side", "the name of a side", NOTHING if side is None else repr(side))
        return cls(side)


def morale(snapshot: Snapshot, test: MoraleTest, builder: Builder, source: str) -> None:
    """Rule on morale: from 50 % losses 6 surrenders, from 75 % 4 to 6; elite and paratroops take 1 off then."""
    side = test.side
    sides = sorted({stand.side for stand in snapshot.stands} | set(builder.sides))
    if side not in sides:
        raise BadFile(source, "action.side", f"one of {', '.join(sides)}", repr(side))
    known = AmbushSide.of(side, builder, source)
    started = whole(known.started, f"side.{side}.started", source, expected="how many figures it started with")
    vehicles_count = bool(builder.uses("vehicles_count"))
    own = [stand for stand in snapshot.stands if stand.side == side]
    left = [s for s in own if not (is_vehicle(s) and (is_wreck(s) or not vehicles_count))]
    many = _figures_count(left, own, snapshot)
    if many > started:
        raise BadFile(source, f"side.{side}.started", f"at least the {many} that are on the table", repr(started))

    def of_all(word: str) -> bool:
        return bool(getattr(known, word) or (left and all(getattr(state_of(stand), word) for stand in left)))

    lost = Measurement((started - many) / started)
    half = builder.limit("A5.1", "lost_half", lost, HALF, "share", at_most=False, modifies=True, side=side)
    if not half:
        builder.outcome = "no_test"
        return
    if of_all("japanese_islands"):
        builder.modifying("A5.2", "never_tests", side=side)
        builder.outcome = "no_test"
        return
    most = builder.limit("A5.1", "lost_most", lost, MOST, "share", at_most=False, modifies=True, side=side)
    face = builder.throw("A5.1", "morale", side)
    if most and any(of_all(word) for word in STEADY):
        face += builder.modifier("A5.2", "steady", -1, side=side)
    if face >= (SURRENDERS_MOST if most else SURRENDERS_HALF):
        builder.outcome = "surrender"
        builder.effect("surrender", None, side=side)
    else:
        builder.outcome = "holds"
