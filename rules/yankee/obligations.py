"""What is owed in a turn: answers to fire, fights of bases in contact, reactions to orders, dice for generals."""

from collections.abc import Iterable, Iterator

from rules.dice import Dice
from rules.obligation import Obligation
from rules.state import State
from rules.yankee.combat import may_fight
from rules.yankee.fire import can_fire
from rules.yankee.generals import is_alone, may_move
from rules.yankee.group import of_unit
from rules.yankee.settings import Builder, YankeeSettings
from rules.yankee.simultaneous import as_it_stood
from rules.yankee.state import YankeeTable, state_of
from rules.yankee.troops import arm_of
from table.contact import nearest_first, touching
from table.snapshot import Snapshot
from table.stand import Stand
from table.verdict import Verdict


def obligations(table: Snapshot, state: State, settings: YankeeSettings) -> Iterator[Obligation]:
    """Yield what is owed on a table of a match: all of it holds the turn."""
    builder = Builder("yankee", "end_turn", settings, Dice(()), {}, state.known)
    units = [name for name, told in state.units.items() if told.get("reacts")]
    yield from _owed(table, state.with_struck({"type": "fire"}, table), state.side, units, builder)
    fallen = map(state.knowing_of, state.fallen.values())
    yield from _generals(stand for stand in fallen if arm_of(stand) != "general")
    yield from _alone(table, state.side, builder)


def nothing_owed(table: Snapshot, builder: Builder) -> None:
    """Refuse to end a turn while a table, with what is known of the turn, shows that something is owed."""
    units = [str(known.brigade or stand.name) for stand in table.stands if (known := state_of(stand)).reacts]
    side = min((stand.side for stand in table.stands), default="")
    builder.checks += [each.check for each in _owed(table, table, side, units, builder) if each.holds_the_turn]


def _owed(
    table: Snapshot, fired_on: Snapshot, side: str, units: Iterable[str], builder: Builder
) -> Iterator[Obligation]:
    yield from _answers(fired_on, table, builder)
    yield from _fights(table, side, builder)
    yield from _reactions(table, units)
    yield from _generals(table.stands)


def _answers(fired_on: Snapshot, table: Snapshot, builder: Builder) -> Iterator[Obligation]:
    """Yield the answers to bases that still stand (Y8.4), as far as they can be given."""
    stood = as_it_stood(fired_on)
    for name, by in sorted(YankeeTable.of(builder).answers.items()):
        if name in stood and by in table and can_fire(stood.stand(name), stood.stand(by), stood, builder):
            action = {"type": "fire", "actor": name, "target": by}
            yield Obligation("Y8.4", "answer_owed", stood.stand(name).side, action, {"stand": name, "by": by})


def _fights(table: Snapshot, side: str, builder: Builder) -> Iterator[Obligation]:
    """Yield the fights of the side that plays with the enemies it touches (Y9.1): one a base (Y9.8).

    Whether it touches any may be too close to call: that is said, and holds no turn.
    """
    waiting = [stand for stand in table.stands if arm_of(stand) != "general" and not state_of(stand).fought]
    against = [stand for stand in waiting if stand.side != side]
    for stand in sorted((s for s in waiting if s.side == side), key=lambda s: s.name):
        near = nearest_first(stand, against, builder.settings.contact_cm)
        touched = {enemy.name: _touch(stand, enemy, builder) for enemy in near}
        for verdict, key in ((Verdict.IN, "fight_owed"), (Verdict.CLOSE, "fight_unsure")):
            if enemies := sorted(name for name, found in touched.items() if found == verdict):
                target = {"target": enemies[0]} if len(enemies) == 1 else {}
                action = {"type": "combat", "actor": stand.name, **target}
                detail = {"stand": stand.name, "by": enemies[0]}
                yield Obligation("Y9.1", key, side, action, detail, verdict == Verdict.IN)
                break


def _touch(stand: Stand, enemy: Stand, builder: Builder) -> Verdict:
    """Say whether two touch; those that may not fight do not."""
    own = Builder(builder.game, "combat", builder.settings, Dice(()), {}, builder.sides)
    may_fight(stand, enemy, own)
    if own.verdict == "refused":
        return Verdict.OUT
    return touching(stand, enemy, builder.settings.contact_cm, doubt=builder.settings.doubt).verdict


def _reactions(table: Snapshot, units: Iterable[str]) -> Iterator[Obligation]:
    """Yield reactions to orders that have arrived (Y5.5), of units with a commander whose value counts."""
    for unit in sorted(set(units)):
        members = of_unit(table, unit)
        if any(state_of(stand).command is not None for stand in members):
            yield Obligation("Y5.5", "reaction_owed", members[0].side, {"type": "react", "unit": unit}, {"unit": unit})


def _generals(stands: Iterable[Stand]) -> Iterator[Obligation]:
    """Yield the dice of generals whose base is lost (Y11.1)."""
    for stand in sorted(stands, key=lambda s: s.name):
        if state_of(stand).base_lost:
            action = {"type": "general", "actor": stand.name}
            key = "general_owed" if arm_of(stand) == "general" else "rider_owed"
            yield Obligation("Y11.1", key, stand.side, action, {"stand": stand.name})


def _alone(table: Snapshot, side: str, builder: Builder) -> Iterator[Obligation]:
    """Yield the generals of the side that plays who are with nobody (Y11.1): they move, or join whoever is nearest."""
    for stand in sorted(table.stands, key=lambda s: s.name):
        known = state_of(stand)
        if stand.side != side or arm_of(stand) != "general" or known.base_lost:
            continue
        if is_alone(stand, table, builder.settings):
            moves = may_move(stand, builder)
            action = {"type": "move", "group": [stand.name]} if moves else {"type": "general", "actor": stand.name}
            holds = builder.settings.lone_general == "joins"
            yield Obligation("Y11.1", "general_alone", side, action, {"stand": stand.name}, holds)
