"""Which generals are with which base (Y11.1): he has joined it, or his own base touches it."""

from rules.yankee.group import has_moved
from rules.yankee.settings import Builder, YankeeSettings
from rules.yankee.state import YankeeTable, state_of
from rules.yankee.troops import arm_of
from table.contact import touching
from table.snapshot import Snapshot
from table.stand import Stand
from table.verdict import Verdict


def generals_with(stand: Stand, snapshot: Snapshot, settings: YankeeSettings) -> list[Stand]:
    """Return the generals that are with a base of their side, by name."""
    own = [s for s in snapshot.others(stand.name) if s.side == stand.side and arm_of(s) == "general"]
    return sorted((general for general in own if is_with(general, stand, settings)), key=lambda s: s.name)


def base_of(general: Stand, snapshot: Snapshot, settings: YankeeSettings) -> Stand | None:
    """Return the base that a general is with, of several the first by name; None where he is alone."""
    bases = (friend for friend in troops_of(general, snapshot) if is_with(general, friend, settings))
    return min(bases, key=lambda base: base.name, default=None)


def troops_of(general: Stand, snapshot: Snapshot) -> list[Stand]:
    """Return the other bases of a general's side but generals'."""
    return [s for s in snapshot.others(general.name) if s.side == general.side and arm_of(s) != "general"]


def may_move(general: Stand, builder: Builder) -> bool:
    """Say whether a general may still move this turn (Y6.1, Y7.1)."""
    return YankeeTable.of(builder).phase is None and not has_moved(general)


def is_alone(general: Stand, snapshot: Snapshot, settings: YankeeSettings) -> bool:
    """Say whether a general is surely with no base, though there are some."""
    friends, joined = troops_of(general, snapshot), state_of(general).attached_to
    return bool(friends) and all(
        joined != friend.name
        and touching(general, friend, settings.contact_cm, doubt=settings.doubt).verdict == Verdict.OUT
        for friend in friends
    )


def is_with(general: Stand, stand: Stand, settings: YankeeSettings) -> bool:
    """Say whether a general is surely with a base: the one he has joined, else any that he touches."""
    joined = state_of(general).attached_to
    if joined is not None:
        return joined == stand.name
    return touching(general, stand, settings.contact_cm, doubt=settings.doubt).verdict == Verdict.IN
