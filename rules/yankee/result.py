"""Y9.4, Y9.5, Y9.7: what two totals mean for the base with the lesser one."""

from typing import Literal

from rules.hearing import Hearing
from rules.ruling import Shape
from rules.yankee.recoil import Recoil, recoil
from rules.yankee.settings import YankeeSettings
from rules.yankee.troops import arm_of
from table.footprint import corners
from table.snapshot import Snapshot
from table.stand import Stand

Result = Literal["stands", "recoil", "destroyed"]
FATIGUE_MOST = 3  # Y9.7


def compare(stand: Stand, total: int, against: int, *, in_combat: bool) -> Result:
    """Return what a total means for that stand against the enemy's (Y9.4); equal totals do nothing."""
    if total >= against:
        return "stands"
    if 2 * total <= against:
        return "destroyed"
    return "destroyed" if in_combat and arm_of(stand) in ("cavalry", "artillery") else "recoil"


def apply_loss(stand: Stand, result: Result, snapshot: Snapshot, hearing: Hearing, settings: YankeeSettings) -> None:
    """Record the effects of a result on the base that takes it, recoil and fatigue included (Y9.4, Y9.5, Y9.7)."""
    hearing.outcome = result
    if result == "stands":
        return
    if result == "destroyed":
        hearing.effect("remove", stand.name)
        return
    contact_cm, facing_deg = hearing.uses("contact_cm"), hearing.uses("same_facing_deg")
    way = recoil(stand, snapshot, settings, contact_cm, facing_deg)
    if way.off_table:
        hearing.uses("off_table")
    _draw(stand, way, hearing)
    if way.stopped_by is not None:
        reason, name = way.stopped_by
        hearing.condition("Y9.5", f"no_way_back_{reason}", True, stand=stand.name, by=name)
        hearing.outcome = "destroyed"
        hearing.effect("remove", stand.name)
        return
    pushed = [friend.name for friend in way.pushed]
    hearing.condition("Y9.5", "pushes_friends" if pushed else "falls_back", True, stand=stand.name, pushed=pushed)
    hearing.effect("recoil", stand.name, to=list(way.end.centre))
    for friend in way.pushed:
        hearing.effect("move", friend.name, to=list(friend.centre), pushed_by=stand.name)
    tired = int(stand.state.get("fatigue") or 0) + 1
    hearing.effect("fatigue", stand.name, points=tired)
    hearing.condition(
        "Y9.7", "third_fatigue" if tired >= FATIGUE_MOST else "tires", True, stand=stand.name, points=tired
    )
    if tired >= FATIGUE_MOST:
        hearing.outcome = "destroyed"
        hearing.effect("remove", stand.name)


def _draw(stand: Stand, way: Recoil, hearing: Hearing) -> None:
    hearing.draw(Shape("recoil", "line", (stand.centre, way.end.centre)))
    hearing.draw(Shape("recoil", "polygon", corners(way.end)))
    for friend in way.pushed:
        hearing.draw(Shape("pushed", "polygon", corners(friend), label=friend.name))
