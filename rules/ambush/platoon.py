"""A platoon on its plate: many soldiers that go the same way under one marker, and how some of them leave it (A1.3)."""

from dataclasses import dataclass

from rules.action import Asked
from rules.ambush.settings import Builder
from rules.ambush.state import state_of
from table.snapshot import Snapshot
from table.stand import Stand

PLATE = "platoon"


def is_plate(stand: Stand) -> bool:
    """Say whether a stand is a plate with a platoon on it."""
    return stand.kind == PLATE


def soldiers_on(stand: Stand) -> int:
    """Return how many soldiers a stand shows: one, or those that are left on a plate."""
    return state_of(stand).soldiers if is_plate(stand) else 1


def lose_soldiers(plate: Stand, many: int, builder: Builder) -> None:
    """Record that so many soldiers on a plate are lost; with the last the plate is taken off."""
    left = soldiers_on(plate) - many
    if left <= 0:
        builder.effect("remove", plate.name)
    elif many:
        builder.effect("split", plate.name, soldiers=left, leave=0)


def refuse_on_plate(stand: Stand, builder: Builder) -> None:
    """Refuse all but a move of a platoon on its plate: to do anything else it splits off first (A1.3)."""
    if is_plate(stand):
        builder.condition("A1.3", "split_off_first", False, actor=stand.name)


@dataclass(frozen=True, slots=True)
class Split:
    """So many soldiers who leave their plate."""

    actor: Stand
    soldiers: int

    @classmethod
    def read(cls, asked: Asked) -> "Split":
        """Read ``actor`` and ``soldiers``, all of them where it is left out; raises BadFile."""
        asked.only("actor", "soldiers")
        actor = asked.stand("actor")
        return cls(actor, asked.whole("soldiers", soldiers_on(actor)))


def split(_: Snapshot, given: Split, builder: Builder, _source: str) -> None:
    """Rule on soldiers who split off: at the start of its turn, soldiers leave the plate for markers of their own."""
    actor, many = given.actor, given.soldiers
    builder.condition("A1.3", "on_a_plate", is_plate(actor), actor=actor.name)
    if builder.verdict == "refused":
        return
    known = state_of(actor)
    moved = known.moved_cm > 0 or known.ran or known.moved
    builder.condition("A1.3", "at_the_start_of_the_turn", not moved, actor=actor.name)
    there = soldiers_on(actor)
    builder.condition("A1.3", "enough_on_the_plate", many <= there, actor=actor.name, soldiers=there, many=many)
    builder.effect("split", actor.name, soldiers=there - many, leave=many)
    if there == many:
        builder.effect("plate_empty", actor.name)
