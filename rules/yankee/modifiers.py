"""Y8.6, Y8.7: what changes the two totals of a fire."""

from collections.abc import Sequence

from rules.yankee.cover import cover_of
from rules.yankee.enfilade import enfiladed
from rules.yankee.field_of_fire import FieldOfFire
from rules.yankee.settings import Builder, YankeeSettings
from rules.yankee.troops import arm_of, is_skirmisher, quality_modifier
from table.snapshot import Snapshot
from table.stand import Stand

CANISTER_CM = 10.0  # Y8.1
SUPPORTS_MOST = 2  # Y8.6


def fire_modifiers(
    field: FieldOfFire, supports: Sequence[Stand], snapshot: Snapshot, builder: Builder, settings: YankeeSettings
) -> tuple[int, int]:
    """Record every modifier that applies and return the sums for the shooter's and the target's total."""
    shooter, target = field.shooter, field.target
    mine = theirs = 0
    if quality := quality_modifier(shooter):
        mine += builder.modifier("Y8.7", "quality", quality, stand=shooter.name)
    if supports:
        mine += builder.modifier("Y8.6", "supports", min(len(supports), SUPPORTS_MOST), stands=_names(supports))
    if arm_of(shooter) == "artillery":
        mine += _artillery(field, snapshot, builder)
    if cover_of(field, snapshot, builder, settings):
        on_shooter = builder.uses("cover_counts_on") == "shooter"
        amount = builder.modifier("Y8.7", "target_in_cover", -1 if on_shooter else 1, stand=target.name)
        mine, theirs = (mine + amount, theirs) if on_shooter else (mine, theirs + amount)
    if is_skirmisher(target):
        on_target = builder.uses("skirmish_counts_on") == "target"
        amount = builder.modifier("Y8.7", "target_in_skirmish", 1, stand=target.name)
        mine, theirs = (mine, theirs + amount) if on_target else (mine + amount, theirs)
    if (quality := quality_modifier(target)) and builder.uses("target_quality_counts"):
        theirs += builder.modifier("Y8.7", "target_quality", quality, stand=target.name)
    return mine, theirs


def _artillery(field: FieldOfFire, snapshot: Snapshot, builder: Builder) -> int:
    total, gun = 0, field.shooter.name
    if builder.limit("Y8.1", "canister", field.reach, CANISTER_CM, modifies=True, list_failed=False, actor=gun):
        total += builder.modifier("Y8.7", "canister", 2, stand=gun)
    behind = enfiladed(field, snapshot, builder)
    if behind:
        total += builder.modifier("Y8.7", "enfilade", 2, stands=[field.target.name, *behind])
    return total


def _names(stands: Sequence[Stand]) -> list[str]:
    return [stand.name for stand in stands]
