"""What is worth asking for a base: one action for each verb and target."""

from collections.abc import Iterator
from math import dist

from rules.possibility import CandidateAction
from rules.yankee.group import at_start, has_moved
from rules.yankee.settings import YankeeSettings
from rules.yankee.state import state_of
from rules.yankee.troops import arm_of
from table.contact import groups
from table.snapshot import Snapshot
from table.stand import Stand


def group_with(stand: Stand, snapshot: Snapshot, settings: YankeeSettings) -> list[str]:
    """Return the names of the group that a base moves with, itself first (Y7.1)."""
    brigade = state_of(stand).brigade
    mates = [s for s in snapshot.stands if s.side == stand.side and state_of(s).brigade == brigade]
    if brigade is None or arm_of(stand) == "general":
        return [stand.name]
    mates = [mate for mate in mates if arm_of(mate) != "general"]
    group = next(
        group for group in groups([at_start(mate) for mate in mates], settings.contact_cm)
        if any(mate.name == stand.name for mate in group)
    )  # fmt: skip
    return [stand.name, *sorted(mate.name for mate in group if mate.name != stand.name and not has_moved(mate))]


def candidate_actions(snapshot: Snapshot, stand: Stand, settings: YankeeSettings) -> Iterator[CandidateAction]:
    """Yield the actions that show what a base may do, the nearest targets first (Y7-Y9)."""
    group = group_with(stand, snapshot, settings)
    here = [list(stand.centre), list(stand.centre)]
    yield CandidateAction("move", {"type": "move", "group": group, "path": here})
    if arm_of(stand) == "general":
        return
    enemies = [s for s in snapshot.stands if s.side != stand.side and arm_of(s) != "general"]
    enemies.sort(key=lambda enemy: dist(enemy.centre, stand.centre))
    for verb in ("fire", "combat", "face"):
        for enemy in enemies:
            action = {"type": verb, "actor": stand.name, "target": enemy.name}
            yield CandidateAction(verb, action, enemy.name)
    if arm_of(stand) == "cavalry":
        yield CandidateAction("fall_back", {"type": "fall_back", "actor": stand.name})
    if any(piece.kind == "river" for piece in snapshot.pieces):
        yield CandidateAction("ford", {"type": "ford", "group": group})


ANY_TIME = frozenset({"fire", "face", "fall_back", "general"})
"""Both sides fire (Y6.1); who is attacked turns to face, falls back and loses his base in the other's turn."""
