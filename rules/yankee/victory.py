"""END OF TURN: brigades and sides that have lost half (Y12.1)."""

from collections import Counter
from collections.abc import Sequence

from rules.state import TABLE
from rules.yankee.obligations import nothing_owed
from rules.yankee.result import FATIGUE_MOST, removes
from rules.yankee.settings import Builder
from rules.yankee.state import YankeeSide, state_of
from rules.yankee.troops import arm_of
from table.measurement import Measurement
from table.snapshot import Snapshot
from table.stand import Stand

HALF = 0.5


def strengths(snapshot: Snapshot) -> dict[str, dict[str, object]]:
    """Return what each side starts with (Y12.1): its bases but generals', all and by brigade."""
    troops = [stand for stand in snapshot.stands if arm_of(stand) != "general"]
    return {
        side: {
            "started": started,
            "brigades": dict(Counter(str(b) for s in troops if s.side == side and (b := state_of(s).brigade))),
        }
        for side, started in Counter(stand.side for stand in troops).items()
    }


def end_turn(snapshot: Snapshot, _action: None, builder: Builder, source: str) -> None:
    """Rule on the end of a turn: a side started with ``[side.NAME] started = 27, brigades = {A = 9, B = 8}``.

    It does not end while anything is owed. A brigade that lost half its bases tires, once: its bases' state ``halved``
    remembers it. A side that lost half loses, and its enemy has won; where both did, nobody has.
    """
    nothing_owed(snapshot, builder)
    beaten = []
    for side in sorted(set(builder.sides) - {TABLE}):
        known = YankeeSide.of(side, builder, source)
        left = [s for s in snapshot.stands if s.side == side and arm_of(s) != "general"]
        for brigade, started in sorted(known.brigades.items()):
            of_it = [s for s in left if state_of(s).brigade == brigade]
            worn_out = _judge_brigade(brigade, started, of_it, snapshot, builder)
            left = [s for s in left if s.name not in worn_out]
        if known.started is not None:
            lost = _share_lost(known.started, left)
            if builder.limit("Y12.1", "side_lost_half", lost, HALF, "share", at_most=False, modifies=True, side=side):
                beaten.append(side)
                builder.effect("defeat", None, side=side)
    for winner in sorted(set(builder.sides) - {TABLE, *beaten}) if beaten else ():
        builder.modifying("Y12.1", "battle_won", winner=winner)
    builder.outcome = "defeat" if beaten else "goes_on"
    builder.effect("turn_ends")


def _judge_brigade(
    brigade: str, started: int, left: list[Stand], snapshot: Snapshot, builder: Builder
) -> frozenset[str]:
    """Tire what is left of a brigade that lost half; return who is removed, for it was his third point (Y9.7)."""
    lost = _share_lost(started, left)
    if not builder.limit(
        "Y12.1", "brigade_lost_half", lost, HALF, "share", at_most=False, modifies=True, brigade=brigade
    ):
        return frozenset()
    removed = set()
    for stand in sorted(left, key=lambda stand: stand.name):
        own = state_of(stand)
        if own.halved:
            continue
        points = own.fatigue + 1
        builder.effect("fatigue", stand.name, points=points)
        builder.effect("halved", stand.name)
        if points >= FATIGUE_MOST:
            builder.modifying("Y9.7", "third_fatigue", stand=stand.name, points=points)
            removes(stand, snapshot, builder)
            removed.add(stand.name)
    return frozenset(removed)


def _share_lost(started: int, left: Sequence[Stand]) -> Measurement:
    return Measurement((started - len(left)) / started)
