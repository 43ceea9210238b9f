"""Ambush: WWII skirmishes in 1/72 (../shared/rules/ambush.md, A1-A8)."""

from rules.ambush.assault import assault
from rules.ambush.carrying import dismount, mount
from rules.ambush.grenade import grenade
from rules.ambush.gun import gun
from rules.ambush.mg import mg
from rules.ambush.morale import morale, strengths
from rules.ambush.moving import move, run
from rules.ambush.obstacles import check_crossed, terrain_table
from rules.ambush.platoon import split
from rules.ambush.pushing import push
from rules.ambush.seen import moves_seen
from rules.ambush.settings import AmbushSettings
from rules.ambush.shoot import shoot
from rules.ambush.template import BURSTS
from rules.ambush.tries import tries
from rules.ambush.troops import complete_stands
from rules.ambush.turns import end_turn, start
from rules.ambush.weapons import weapons
from rules.tables import check_terrain_kinds
from table.snapshot import Snapshot

VERBS = {
    "move": move, "run": run, "shoot": shoot, "assault": assault, "grenade": grenade, "mg": mg, "gun": gun,
    "mount": mount, "dismount": dismount, "push": push, "morale": morale, "start": start, "split": split,
    "end_turn": end_turn,
}  # fmt: skip


def complete(snapshot: Snapshot, settings: AmbushSettings, source: str) -> Snapshot:
    """Check kinds of stands and terrain and fill in default footprints; raises BadFile."""
    check_terrain_kinds(snapshot, terrain_table(settings), source)
    check_crossed(snapshot, settings, source)
    return complete_stands(snapshot, source, settings.vehicles)


__all__ = ["BURSTS", "VERBS", "AmbushSettings", "complete", "moves_seen", "strengths", "tries", "weapons"]
