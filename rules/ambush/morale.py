"""MORALE: a side that lost half of what it started with may surrender (A5)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from rules.action import Asked, Verb, whole
from rules.ambush.damage import counted_riders, named_riders
from rules.ambush.platoon import soldiers_on
from rules.ambush.settings import AmbushSettings, Builder
from rules.ambush.state import AmbushSide, state_of
from rules.ambush.troops import is_vehicle, is_wreck
from rules.obligation import Obligation
from rules.state import State
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
    """Rule on morale: from 50 % losses 6 surrenders, from 75 % 4 to 6; elite and paratroops take 1 off then.

    It is tested once a turn, before the side does anything else.
    """
    side = test.side
    sides = sorted({stand.side for stand in snapshot.stands} | set(builder.sides))
    if side not in sides:
        raise BadFile(source, "action.side", f"one of {', '.join(sides)}", repr(side))
    known = AmbushSide.of(side, builder, source)
    started = whole(known.started, f"side.{side}.started", source, expected="how many figures it started with")
    vehicles_count = bool(builder.uses("vehicles_count"))
    counted = _counted(side, snapshot, vehicles_count)
    many = _left(side, counted, snapshot)
    if many > started:
        raise BadFile(source, f"side.{side}.started", f"at least the {many} that are on the table", repr(started))
    lost = Measurement((started - many) / started)
    half = builder.limit("A5.1", "lost_half", lost, HALF, "share", at_most=False, modifies=True, side=side)
    if not half:
        builder.outcome = "no_test"
        return
    if _all_are("japanese_islands", known, counted):
        builder.modifying("A5.2", "never_tests", side=side)
        builder.outcome = "no_test"
        return
    if known.tested:
        builder.condition("A5.1", "not_tested", False, side=side)
    elif known.acted:
        builder.condition("A5.1", "before_it_acts", False, side=side)
    most = builder.limit("A5.1", "lost_most", lost, MOST, "share", at_most=False, modifies=True, side=side)
    if builder.verdict == "refused":
        return
    face = builder.throw("A5.1", "morale", side)
    builder.effect("tested", None, side=side)
    if most and any(_all_are(word, known, counted) for word in STEADY):
        face += builder.modifier("A5.2", "steady", -1, side=side)
    if face >= (SURRENDERS_MOST if most else SURRENDERS_HALF):
        builder.outcome = "surrender"
        builder.effect("surrender", None, side=side)
    else:
        builder.outcome = "holds"


def obligations(snapshot: Snapshot, state: State, settings: AmbushSettings) -> Iterator[Obligation]:
    """Yield the test of morale of the side to play, where it is due: at the start of its turn (A5.1)."""
    side = state.side
    if _is_due(side, snapshot, AmbushSide.read(state.known.get(side, {}), key=f"side.{side}"), settings):
        yield Obligation("A5.1", "morale_first", side, {"type": "morale", "side": side}, {"side": side})


class Acts(Protocol):
    """An action of one stand."""

    @property
    def actor(self) -> Stand:
        """Who acts."""
        ...


Act = TypeVar("Act", bound=Acts)


def after_morale(act: Verb[Act, Builder]) -> Verb[Act, Builder]:
    """Return a verb that is refused while the test of morale of who acts is due."""

    def rule(snapshot: Snapshot, given: Act, builder: Builder, source: str) -> None:
        side = given.actor.side
        if _is_due(side, snapshot, AmbushSide.of(side, builder, source), builder.settings):
            builder.condition("A5.1", "morale_first", False, side=side)
            builder.uses("vehicles_count")
        act.rule(snapshot, given, builder, source)

    return Verb(act.read, rule)


def _is_due(side: str, snapshot: Snapshot, known: AmbushSide, settings: AmbushSettings) -> bool:
    """Say whether a side whose turn it is owes its test of morale before it acts."""
    if known.started is None or known.tested or known.acted:
        return False
    counted = _counted(side, snapshot, settings.vehicles_count)
    left = figures_left(side, snapshot, settings)
    lost = known.started - left
    return left > 0 and lost / known.started >= HALF and not _all_are("japanese_islands", known, counted)


def figures_left(side: str, snapshot: Snapshot, settings: AmbushSettings) -> int:
    """Return how many of a side's figures are left, as its losses are counted (A5.1)."""
    return _left(side, _counted(side, snapshot, settings.vehicles_count), snapshot)


def _counted(side: str, snapshot: Snapshot, vehicles_count: bool) -> list[Stand]:
    """Return the stands of a side that count as figures: no wreck, and a vehicle where they do."""
    own = (stand for stand in snapshot.stands if stand.side == side)
    return [stand for stand in own if not is_vehicle(stand) or (vehicles_count and not is_wreck(stand))]


def _left(side: str, counted: Sequence[Stand], snapshot: Snapshot) -> int:
    """Return how many figures a side has left: those counted, and those in its vehicles without a stand."""
    own = [stand for stand in snapshot.stands if stand.side == side]
    return _figures_count(counted, own, snapshot)


def _all_are(word: str, known: AmbushSide, left: Sequence[Stand]) -> bool:
    """Say whether a word holds for a side, or for all that are left of it."""
    return bool(getattr(known, word) or (left and all(getattr(state_of(stand), word) for stand in left)))
