"""Y9.4, Y9.5, Y9.7: what two totals mean for the base with the lesser one."""

import math
from dataclasses import replace
from typing import Literal

from rules.ruling import HouseValue, Shape
from rules.ruling_builder import judge_probability
from rules.yankee.generals import generals_with
from rules.yankee.recoil import Bar, Recoil, recoil
from rules.yankee.settings import Builder, YankeeSettings
from rules.yankee.state import state_of
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


def apply_loss(stand: Stand, result: Result, snapshot: Snapshot, builder: Builder, settings: YankeeSettings) -> None:
    """Record the effects of a result on the base that takes it, recoil and fatigue included (Y9.4, Y9.5, Y9.7)."""
    builder.outcome = result
    if result == "stands":
        return
    if result == "destroyed":
        removes(stand, snapshot, builder)
        return
    free = go_back(stand, snapshot, builder, settings)
    if free is None:
        builder.outcome = None
    elif not free:
        builder.outcome = "destroyed"
        removes(stand, snapshot, builder)


def removes(stand: Stand, snapshot: Snapshot, builder: Builder) -> None:
    """Record that a base is lost, and which generals lose theirs by it (Y11.1): a die falls due for each.

    A general who has no base of his own throws under the name of the one that he rode with.
    """
    builder.effect("remove", stand.name)
    generals = generals_with(stand, snapshot, builder.settings)
    if state_of(stand).general and not generals:
        builder.effect("base_lost", stand.name)
    for general in generals:
        builder.uses("contact_cm")
        builder.effect("base_lost", general.name)


def go_back(
    stand: Stand, snapshot: Snapshot, builder: Builder, settings: YankeeSettings, *,
    tires: bool = True, own_will: bool = False,
) -> bool | None:  # fmt: skip
    """Record that a base goes straight back, pushes friends, and tires (Y9.5, Y9.7).

    False where its way is barred, None where that is too close to call; of its ``own_will`` it is refused then.
    """
    way = recoil(stand, snapshot, settings)
    _draw(stand, way, builder)
    free = _may_go_back(stand, way, builder, settings, modifies=not own_will)
    if not free:
        return free
    pushed = [friend.name for friend in way.pushed]
    builder.modifying("Y9.5", "pushes_friends" if pushed else "falls_back", stand=stand.name, pushed=pushed)
    builder.effect("fall_back" if own_will else "recoil", stand.name, to=_place(way.end))
    for friend in way.pushed:
        builder.effect("move", friend.name, to=_place(friend), pushed_by=stand.name)
    if tires:
        tired = state_of(stand).fatigue + 1
        builder.effect("fatigue", stand.name, points=tired)
        builder.modifying("Y9.7", "third_fatigue" if tired >= FATIGUE_MOST else "tires", stand=stand.name, points=tired)
        if tired >= FATIGUE_MOST:
            builder.outcome = "destroyed"
            removes(stand, snapshot, builder)
    return True


def _may_go_back(stand: Stand, way: Recoil, builder: Builder, settings: YankeeSettings, modifies: bool) -> bool | None:
    """Record what bars the way back and say whether it is free; None when that is too close to call (Y9.5)."""
    bars = [bar for bar in way.bars if bar.free.probability_in < 1]
    if not bars:
        return True
    worst = min(bars, key=lambda bar: (bar.free.probability_in, bar.free.measured, bar.name))
    _house_values(worst, builder)
    free = math.prod(bar.free.probability_in for bar in bars)
    judgement = replace(worst.free, verdict=judge_probability(free, settings.doubt), probability_in=free)
    key = f"way_back_{worst.reason}"
    return builder.judged("Y9.5", key, judgement, worst.unit, modifies=modifies, stand=stand.name, by=worst.name)


def _house_values(bar: Bar, builder: Builder) -> None:
    """List the values of ours that this bar rests on: which terrain is impassable, who faces the same way, the edge."""
    if bar.reason == "impassable":
        builder.house["impassable"] = HouseValue("impassable", bar.name, "Y9.5")
    for reason, key in (("friend", "same_facing_deg"), ("table_edge", "off_table"), ("surrounded", "contact_cm")):
        if bar.reason == reason:
            builder.uses(key)


def _place(stand: Stand) -> list[float]:
    return [round(stand.x, 6), round(stand.y, 6)]


def _draw(stand: Stand, way: Recoil, builder: Builder) -> None:
    builder.draw(Shape("recoil", "line", (stand.centre, way.end.centre)))
    builder.draw(Shape("recoil", "polygon", corners(way.end)))
    for friend in way.pushed:
        builder.draw(Shape("pushed", "polygon", corners(friend), label=friend.name))
