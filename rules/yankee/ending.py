"""END OF TURN: brigades and sides that have lost half (Y12.1)."""

from collections.abc import Mapping
from typing import Any

from rules.action import check_keys, whole
from rules.yankee.result import FATIGUE_MOST
from rules.yankee.settings import Builder
from rules.yankee.troops import arm_of
from table.errors import BadFile
from table.measurement import Measurement
from table.snapshot import Snapshot
from table.stand import Stand

HALF = 0.5


def strengths(snapshot: Snapshot) -> dict[str, dict[str, Any]]:
    """Return what each side starts with (Y12.1): its bases but generals', all and by brigade."""
    found: dict[str, dict[str, Any]] = {}
    for stand in snapshot.stands:
        if arm_of(stand) != "general":
            told = found.setdefault(stand.side, {"started": 0, "brigades": {}})
            told["started"] += 1
            if brigade := stand.state.get("brigade"):
                told["brigades"][str(brigade)] = told["brigades"].get(str(brigade), 0) + 1
    return found


def end_turn(snapshot: Snapshot, action: Mapping[str, Any], builder: Builder, source: str) -> None:
    """Hear ``end_turn``: what each side started with is ``[side.NAME] started = 27, brigades = {A = 9, B = 8}``.

    A brigade that lost half its bases tires, once: its bases' state ``halved`` remembers it. A side that lost half
    loses.
    """
    check_keys(action, (), source)
    beaten = []
    for side in sorted(builder.sides):
        known = builder.sides[side]
        left = [s for s in snapshot.stands if s.side == side and arm_of(s) != "general"]
        for brigade, started in sorted(_brigades(known, side, source).items()):
            of_it = [s for s in left if s.state.get("brigade") == brigade]
            worn_out = _judge_brigade(brigade, started, of_it, builder)
            left = [s for s in left if s.name not in worn_out]
        if "started" in known:
            started = whole(known["started"], f"side.{side}.started", source)
            if _lost_half(started, len(left), "side_lost_half", builder, side=side):
                beaten.append(side)
                builder.effect("defeat", None, side=side)
    builder.outcome = "defeat" if beaten else "goes_on"
    builder.effect("turn_ends")


def _judge_brigade(brigade: str, started: int, left: list[Stand], builder: Builder) -> frozenset[str]:
    """Tire what is left of a brigade that lost half; return who is removed, for it was his third point (Y9.7)."""
    if not _lost_half(started, len(left), "brigade_lost_half", builder, brigade=brigade):
        return frozenset()
    removed = set()
    for stand in sorted(left, key=lambda stand: stand.name):
        if stand.state.get("halved"):
            continue
        points = int(stand.state.get("fatigue") or 0) + 1
        builder.effect("fatigue", stand.name, points=points)
        builder.effect("halved", stand.name)
        if points >= FATIGUE_MOST:
            builder.modifying("Y9.7", "third_fatigue", stand=stand.name, points=points)
            builder.effect("remove", stand.name)
            removed.add(stand.name)
    return frozenset(removed)


def _lost_half(started: int, left: int, key: str, builder: Builder, **who: Any) -> bool:
    lost = Measurement((started - left) / started)
    return bool(builder.limit("Y12.1", key, lost, HALF, "share", at_most=False, modifies=True, **who))


def _brigades(known: Mapping[str, Any], side: str, source: str) -> dict[str, int]:
    given = known.get("brigades", {})
    if not isinstance(given, Mapping):
        raise BadFile(source, f"side.{side}.brigades", "bases each started with, {A = 9, B = 8}", repr(given))
    return {str(name): whole(bases, f"side.{side}.brigades.{name}", source) for name, bases in given.items()}
