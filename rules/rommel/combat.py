"""COMBAT: neighbours fight; each side's die times the sum of its factors, the lower total leaves (R3.1, R5, R6.2)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.action import Asked
from rules.dice import Die
from rules.rommel.actions import ruled_on_scene
from rules.rommel.counters import apply_hit, combat_of
from rules.rommel.kinds import is_air, is_marker, may_be_fortified, side_of
from rules.rommel.movement import has_attacked
from rules.rommel.phases import in_phase, refuse_if_over
from rules.rommel.scene import RommelScene, line_between
from rules.rommel.settings import Builder
from rules.rommel.state import state_of
from table.errors import BadFile
from table.hexes import distance
from table.notation.error_words import NOTHING
from table.notation.toml import got_words
from table.stand import Stand

FORTIFIED = 2


@dataclass(frozen=True, slots=True)
class Combat:
    """An attack of one or more counters on one or more others, both by name (R5.1)."""

    attackers: tuple[Stand, ...]
    targets: tuple[Stand, ...]

    @classmethod
    def read(cls, asked: Asked) -> "Combat":
        """Read ``attackers`` and ``targets``, or ``actor`` and ``target`` for one; raises BadFile."""
        asked.only("attackers", "targets", "actor", "target", "group")
        attackers, targets = _named(asked, "attackers", "actor"), _named(asked, "targets", "target")
        both = next((each.name for each in targets if each in attackers), None)
        if both is not None:
            raise BadFile(asked.source, "action.targets", "counters other than the attackers", repr(both))
        return cls(attackers, targets)


def _named(asked: Asked, key: str, single: str) -> tuple[Stand, ...]:
    """Return the counters of one side of a combat, by name; a single one may be given instead. Raises BadFile."""
    given = {key: [asked.get(single)]} if key not in asked and single in asked else asked.action
    found = replace(asked, action=given).stands(key)
    if not found:
        got = got_words(asked.get(key)) if key in asked else NOTHING
        raise BadFile(asked.source, f"action.{key}", "one or more names of counters", got)
    return tuple(sorted(found, key=lambda stand: stand.name))


@ruled_on_scene
def combat(scene: RommelScene, fight: Combat, builder: Builder, source: str) -> None:
    """Rule on the attackers' die, then the defenders'; ties throw both again (R5.1)."""
    attackers, targets = fight.attackers, fight.targets
    side, air = side_of(attackers[0].side), is_air(attackers[0])
    refuse_if_over(builder, source)
    in_phase(builder, source, "air_fight" if air else "combat", side, actor=attackers[0].name)
    _judge_sides(attackers, targets, builder)
    for attacker in attackers:
        judge_attacker(attacker, builder)
    _judge_beside(scene, attackers, targets, builder)
    if builder.verdict != "allowed":
        return
    mine = sum(combat_of(each, builder, source) for each in attackers)
    theirs = sum(_defending(scene, each, builder, source) for each in targets)
    if mine == theirs == 0:
        builder.condition("R5.1", "somebody_can_win", False, actor=attackers[0].name)
        return
    for attacker in attackers:
        fought = {"air_fought": True} if air else {}
        builder.effect("fought", attacker.name, **fought)
    _thrown(attackers, targets, mine, theirs, builder)


def _thrown(attackers: Sequence[Stand], targets: Sequence[Stand], mine: int, theirs: int, builder: Builder) -> None:
    """Throw until the totals differ, and take off who lost (R5.1)."""
    ours, others = attackers[0].side, targets[0].side
    while True:
        first = builder.throw("R5.1", "combat_attack", ours)
        second = builder.throw("R5.1", "combat_defence", others)
        total, against = first * mine, second * theirs
        told = {"side": ours, "enemy": others, "total": total, "against": against}
        if total != against:
            break
        builder.modifying("R5.1", "tie", **told)
    won = total > against
    builder.modifying("R5.1", "attack_wins" if won else "attack_fails", **told)
    for each in targets if won else attackers:
        apply_hit(each, "R5.1", builder)
    builder.outcome = "attackers_win" if won else "defenders_win"


def _judge_sides(attackers: Sequence[Stand], targets: Sequence[Stand], builder: Builder) -> None:
    first, air = attackers[0], is_air(attackers[0])
    for each in attackers[1:]:
        if side_of(each.side) != side_of(first.side):
            builder.condition("R5.1", "one_side", False, actor=each.name, side=first.side)
    for each in targets:
        told = {"actor": first.name, "target": each.name}
        builder.condition("R5.1", "enemy", side_of(each.side) != side_of(first.side), **told)
    for each in (*attackers, *targets):
        if is_marker(each):
            builder.condition("R5.3", "can_fight", False, actor=each.name)
        elif is_air(each) != air:
            builder.condition("R4.4", "same_element", False, actor=first.name, target=each.name)


def judge_attacker(attacker: Stand, builder: Builder) -> None:
    """Judge that a counter may still attack this turn, an aircraft this sub-turn (R5.2, R6.2, R6.5)."""
    told, known = {"actor": attacker.name}, state_of(attacker)
    if is_air(attacker):
        builder.condition("R6.2", "not_fought_in_air", not has_attacked(attacker), **told)
        return
    builder.condition("R5.2", "not_attacked", not known.fought, **told)
    if known.fired:
        builder.condition("R6.5", "fire_or_combat", False, **told)
    if fired_only_at_aircraft(attacker):
        builder.condition("R6.5", "attacks_after_flak", builder.uses("after_flak") == "every gun", **told)


def fired_only_at_aircraft(stand: Stand) -> bool:
    """Say whether a counter is an anti-aircraft gun that has had its shot at an aircraft this turn (R6.3, R6.5)."""
    known = state_of(stand)
    return stand.kind == "anti_aircraft" and (known.flak_fired or known.flak_today)


def _judge_beside(scene: RommelScene, attackers: Sequence[Stand], targets: Sequence[Stand], builder: Builder) -> None:
    """Judge that every attacker is next to one of those attacked, and each of these to an attacker (R5.1)."""
    for one, others in ((attackers, targets), (targets, attackers)):
        for each in one:
            beside = next((it for it in others if are_neighbours(scene, each, it)), None)
            told = {"actor": each.name, "target": (beside or others[0]).name}
            if beside is None or one is attackers:
                builder.condition("R5.1", "beside", beside is not None, **told)
            if beside is not None and one is attackers:
                here, there = scene.where(each), scene.where(beside)
                assert here is not None
                assert there is not None
                builder.draw(line_between(scene, here, there, "melee"))


def are_neighbours(scene: RommelScene, one: Stand, other: Stand) -> bool:
    """Say whether two counters are on hexes next to each other."""
    here, there = scene.where(one), scene.where(other)
    return here is not None and there is not None and distance(here, there) == 1


def is_fortified(scene: RommelScene, stand: Stand) -> bool:
    """Say whether a counter stands in a fortification and is doubled by it (R5.3)."""
    here = scene.where(stand)
    return here is not None and may_be_fortified(stand) and scene.fortification_on(here) is not None


def _defending(scene: RommelScene, stand: Stand, builder: Builder, source: str) -> int:
    factor = combat_of(stand, builder, source)
    if not is_fortified(scene, stand):
        return factor
    builder.modifying("R5.3", "fortified", stand=stand.name, before=factor, after=factor * FORTIFIED)
    return factor * FORTIFIED


NAC = Die("nac", (2, 3, 3, 4, 4, 5))
