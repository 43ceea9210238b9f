"""Montecassino: the spring cannon, and twenty-four soldiers a side (../shared/rules/montecassino.md, M1-M8)."""

from rules.montecassino.ending import give_up
from rules.montecassino.freeing import free, retreat
from rules.montecassino.moving import move
from rules.montecassino.naming import goings, notation, spelled
from rules.montecassino.seen import moves_seen
from rules.montecassino.settings import MontecassinoSettings
from rules.montecassino.shooting import shot
from rules.montecassino.side import strengths
from rules.montecassino.starting import start
from rules.montecassino.tries import tries
from rules.montecassino.troops import completed
from table.snapshot import Snapshot

VERBS = {"move": move, "free": free, "retreat": retreat, "shot": shot, "give_up": give_up, "start": start}
ANY_TIME = frozenset({"start", "give_up"})
BY_SIDE = frozenset({"retreat", "shot"})


def complete(snapshot: Snapshot, _: MontecassinoSettings, source: str) -> Snapshot:
    """Check sides and kinds, and give the table its board and stands their footprints; raises BadFile."""
    return completed(snapshot, source)


__all__ = [
    "ANY_TIME", "BY_SIDE", "VERBS", "MontecassinoSettings", "complete", "goings", "moves_seen", "notation", "spelled",
    "strengths", "tries",
]  # fmt: skip
