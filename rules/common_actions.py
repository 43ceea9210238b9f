"""Actions that many games have: to go along a way, to aim at an enemy; what is worth asking, and what was seen."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.action import Asked, off_table
from rules.possibility import CandidateAction
from rules.ruling_builder import RulingBuilder
from rules.seen_move import NO_WAYS, SeenMove, Ways, ways_gone
from rules.settings import Settings
from rules.typed_state import StandState
from table.measurement import Measurement
from table.paths import path_length
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Point


@dataclass(frozen=True, slots=True)
class Single:
    """A stand does something by itself."""

    actor: Stand

    @classmethod
    def read(cls, asked: Asked) -> "Single":
        """Read ``actor``; raises BadFile."""
        asked.only("actor")
        return cls(asked.stand("actor"))


@dataclass(frozen=True, slots=True)
class Move:
    """A stand goes along a path: the points of its centre, cm."""

    actor: Stand
    path: tuple[Point, ...]

    @classmethod
    def read(cls, asked: Asked) -> "Move":
        """Read ``actor`` and ``path``; raises BadFile."""
        asked.only("actor", "path")
        actor = asked.stand("actor")
        return cls(actor, asked.path(actor))

    @property
    def length(self) -> Measurement:
        """How far the stand goes this turn in all."""
        return length_this_turn(self.actor, path_length(self.path, self.actor.sigma_cm))


def moved_already(stand: Stand) -> float:
    """Return how far a stand has moved this turn, cm: its ``moved_cm``."""
    return StandState.of(stand).moved_cm


def length_this_turn(stand: Stand, length: Measurement) -> Measurement:
    """Return the length of a way with what the stand has moved this turn already."""
    return replace(length, value=length.value + moved_already(stand))


def stays_on_table(end: Stand, snapshot: Snapshot, builder: RulingBuilder[Settings], clause: str) -> None:
    """Refuse where a stand would end its way beside the table."""
    if off := off_table(end, snapshot):
        builder.condition(clause, "stays_on_table", False, stand=end.name, off=round(off, 1))


@dataclass(frozen=True, slots=True)
class Aimed:
    """A stand does something to another."""

    actor: Stand
    target: Stand


def aimed_by(actor: str) -> Callable[[Asked], Aimed]:
    """Return what reads ``actor`` and ``target``, two different stands, and raises BadFile; ``actor`` is his part."""
    return lambda asked: Aimed(*asked.two_stands(actor))


def moves_and_targets(
    moving: Sequence[str], aiming: Sequence[str]
) -> Callable[[Snapshot, Stand, object], Iterator[CandidateAction]]:
    """Return what asks about each verb of moving for a stand, then about each of aiming, the nearest enemy first."""

    def candidates(snapshot: Snapshot, stand: Stand, _settings: object) -> Iterator[CandidateAction]:
        here = [list(stand.centre)] * 2
        for verb in moving:
            yield CandidateAction(verb, {"type": verb, "actor": stand.name, "path": here})
        enemies = [other for other in snapshot.stands if other.side != stand.side]
        for other in sorted(enemies, key=lambda other: math.dist(other.centre, stand.centre)):
            for verb in aiming:
                yield CandidateAction(verb, {"type": verb, "actor": stand.name, "target": other.name}, other.name)

    return candidates


def infer_moves(
    before: Snapshot, after: Snapshot, _settings: object, _known: Mapping[str, object] | None = None,
    ways: Ways = NO_WAYS,
) -> tuple[SeenMove, ...]:  # fmt: skip
    """Return a ``move`` for every stand that stands elsewhere."""
    return tuple(
        SeenMove({"type": "move", "actor": name, "path": path}, (name,))
        for name, path in ways_gone(before, after, ways).items()
    )
