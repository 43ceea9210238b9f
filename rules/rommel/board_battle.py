"""Whom a counter of Rommel & Montgomery may fight, bomb or fire at, and a battle of several put together (R5, R6)."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product

from rules.board_play import AttackOption, Battle, BoardPosition, Chosen, Said, Target
from rules.on_board import act, cell_of, fact
from rules.rommel.board_scene import fire_hexes, flak_hexes, phase_now, plays
from rules.rommel.combat import FORTIFIED, NAC, are_neighbours, is_fortified
from rules.rommel.counters import is_bomber
from rules.rommel.kinds import is_air, is_ground, is_marker
from rules.rommel.movement import has_attacked
from rules.rommel.scene import RommelScene
from rules.rommel.state import state_of
from table.hexes import distance
from table.stand import Stand


def targets_of(now: BoardPosition, scene: RommelScene, stand: Stand, chosen: Chosen) -> Iterator[Target]:
    """Yield the enemies that a counter may act on in this phase, and those just out of range with the reason.

    Before a declaration that tells nothing of reach they are all those that it might be aimed at.
    """
    here = scene.where(stand)
    if here is None or is_marker(stand):
        return
    for other in scene.snapshot.stands:
        there = scene.where(other)
        if other.side == stand.side or there is None or is_marker(other):
            continue
        ways = tuple(_ways(now, stand, other, distance(here, there), asked=now.sealed or other.name in chosen.targets))
        if ways:
            yield Target(other.name, cell_of(now, other.name), ways)


def _ways(now: BoardPosition, stand: Stand, other: Stand, far: int, *, asked: bool) -> Iterator[AttackOption]:
    phase = phase_now(now)
    name = None if phase is None else phase.name
    air, at_air = is_air(stand), is_air(other)
    if (not plays(now, stand) and name is not None) or name in ("air_move", None):
        if at_air and flak_hexes(now, stand) and (far <= flak_hexes(now, stand) or asked):
            yield AttackOption(act(now, type="flak", actor=stand.name, target=other.name))
        if name is not None:
            return
    if air == at_air and name in ("air_fight" if air else "combat", None) and (far == 1 or asked):
        yield AttackOption(act(now, type="combat", attackers=[stand.name], targets=[other.name]), gathers=True)
    if air and is_ground(other) and (far == 0 or now.sealed) and is_bomber(stand) and name in ("air_fight", None):
        yield AttackOption(act(now, type="bomb", actor=stand.name, target=other.name))
    reach = fire_hexes(now, stand)
    if not air and not at_air and reach and name in ("fire", None) and (far <= reach + 1 or asked):
        yield AttackOption(act(now, type="fire", actor=stand.name, target=other.name))


def battle_of(now: BoardPosition, scene: RommelScene, chosen: Chosen) -> Battle | None:
    """Return the battle put together so far; None where nobody is attacked, or in a phase without battles."""
    phase, air = phase_now(now), is_air(scene.stand(chosen.actor))
    if not chosen.targets or (phase is not None and phase.name != ("air_fight" if air else "combat")):
        return None
    attackers = [chosen.actor, *(name for name in chosen.others if name != chosen.actor)]
    ruled = act(now, type="combat", attackers=attackers, targets=list(chosen.targets))
    return Battle(tuple(attackers), chosen.targets, ruled, tuple(_sums(scene, attackers, chosen.targets)))


def _sums(scene: RommelScene, attackers: list[str], targets: tuple[str, ...]) -> Iterator[Said]:
    mine = [state_of(scene.stand(name)).combat or 0 for name in attackers]
    theirs, doubled = [], []
    for name in targets:
        stand = scene.stand(name)
        behind = is_fortified(scene, stand)
        doubled += [name] if behind else []
        theirs.append((state_of(stand).combat or 0) * (FORTIFIED if behind else 1))
    yield fact("battle_sums", attack=_sum(mine), defence=_sum(theirs))
    if doubled:
        yield fact("battle_doubled", names=", ".join(doubled))
    odds = {key: round(100 * float(share)) for key, share in combat_odds(sum(mine), sum(theirs)).items()}
    yield fact("battle_odds", **odds)


def combat_odds(attack: int, defence: int) -> Mapping[str, Fraction]:
    """Return how often each side's die times its sum is higher, and how often they tie (R5.1)."""
    throws = list(product(NAC.faces, NAC.faces))
    totals = [int(ours) * attack - int(others) * defence for ours, others in throws]
    return {
        "wins": Fraction(sum(total > 0 for total in totals), len(throws)),
        "loses": Fraction(sum(total < 0 for total in totals), len(throws)),
        "ties": Fraction(sum(total == 0 for total in totals), len(throws)),
    }


def _sum(factors: list[int]) -> str:
    """Return "3 + 4 = 7", or "7" for one alone."""
    total = str(sum(factors))
    return total if len(factors) == 1 else f"{' + '.join(map(str, factors))} = {total}"


def helpers_of(scene: RommelScene, chosen: Chosen) -> tuple[str, ...]:
    """Return who else may join the attack: own counters next to one that is attacked, which have not fought."""
    actor = scene.stand(chosen.actor)
    return tuple(
        stand.name
        for stand in scene.snapshot.stands
        if stand.side == actor.side and stand.name != actor.name and is_air(stand) == is_air(actor)
        and not is_marker(stand) and not has_attacked(stand)
        and any(are_neighbours(scene, stand, scene.stand(name)) for name in chosen.targets)
    )  # fmt: skip
