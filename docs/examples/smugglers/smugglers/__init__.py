"""Smugglers: a night on the beach. A whole game in one folder, as an example (docs/add-a-game.md)."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from pydantic import Field

from rules.action import Asked, Verb
from rules.completing import on_usual_bases
from rules.effect_reducer import Reducer, copies, done, each, goes
from rules.game import Game, Side, UsualBase
from rules.possibility import CandidateAction
from rules.ruling import Shape
from rules.ruling_builder import Possible, RulingBuilder
from rules.seen_move import NO_WAYS, SeenMove, Ways, ways_gone
from rules.settings import Settings
from rules.weapon import Weapon
from smugglers.demo import demo
from smugglers.words import WORDS
from table.distance import edge_to_edge
from table.inside import depth_inside
from table.paths import path_length
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Point
from table.verdict import judge

MOVE_CM, RANGE_CM = 12.0, 25.0
BASES = (UsualBase("smuggler", 2.0, 2.0), UsualBase("officer", 2.0, 2.0))


class SmugglersSettings(Settings):
    """What the players agree on."""

    house: ClassVar[Mapping[str, str]] = {"laden_cm": "S2"}

    laden_cm: Annotated[float, Field(gt=0, le=MOVE_CM)] = 8.0
    """S2: how far somebody goes who carries a cask, cm."""


Builder = RulingBuilder[SmugglersSettings]


@dataclass(frozen=True, slots=True)
class Move:
    """Somebody goes along a way."""

    actor: Stand
    way: tuple[Point, ...]

    @classmethod
    def read(cls, asked: Asked) -> "Move":
        """Read ``actor`` and ``path``; raises BadFile."""
        asked.only("actor", "path")
        return cls(actor := asked.stand("actor"), asked.path(actor))


def move(_: Snapshot, going: Move, builder: Builder, _source: str) -> None:
    """Rule on a move: 12 cm a turn, less with a cask (S2)."""
    actor, way = going.actor, going.way
    length = path_length(way, actor.sigma_cm)
    length = replace(length, value=length.value + float(actor.state.get("moved_cm") or 0.0))
    limit_cm = builder.uses("laden_cm") if actor.state.get("cask") else MOVE_CM
    builder.limit("S2", "move_length", length, limit_cm, actor=actor.name)
    builder.draw(Shape("path", "line", way))
    builder.effect("move", actor.name, x=way[-1][0], y=way[-1][1], moved_cm=length.value)
    builder.outcome = "moved"


@dataclass(frozen=True, slots=True)
class Shot:
    """Somebody shoots at somebody."""

    actor: Stand
    target: Stand

    @classmethod
    def read(cls, asked: Asked) -> "Shot":
        """Read ``actor`` and ``target``; raises BadFile."""
        return cls(*asked.two_stands("the one who shoots"))


def shoot(snapshot: Snapshot, shot: Shot, builder: Builder, _source: str) -> None:
    """Rule on a shot: once a turn, 25 cm from base to base; 4 to 6 hit, in bushes 5 and 6 (S3, S4)."""
    actor, target = shot.actor, shot.target
    builder.condition("S3", "enemy", actor.side != target.side, target=target.name)
    builder.condition("S3", "loaded", not actor.state.get("fired"), actor=actor.name)
    measured = edge_to_edge(actor, target)
    builder.limit("S3", "range", measured, RANGE_CM, actor=actor.name, target=target.name)
    builder.draw(Shape("range", "line", (measured.start or actor.centre, measured.end or target.centre)))
    in_bushes = hidden(target, snapshot, builder)
    if builder.verdict != "allowed":
        return
    builder.effect("fired", actor.name)
    least = 5 if in_bushes else 4
    if builder.throw("S3", f"pistol_{least}", actor.name) < least:
        builder.outcome = "missed"
    else:
        builder.outcome = "taken"
        taken(target, snapshot, builder)


def hidden(target: Stand, snapshot: Snapshot, builder: Builder) -> bool:
    """Judge whether somebody stands in bushes (S4)."""
    bushes = (piece for piece in snapshot.pieces if piece.kind == "bush")
    depths = ((piece.name, depth_inside(target.centre, piece, target.sigma_cm)) for piece in bushes)
    found = [
        Possible("in_bushes", judge(depth, 0.0, at_most=False), {"target": target.name, "piece": name})
        for name, depth in depths
    ]
    return builder.any_of("S4", found) is not None


def taken(target: Stand, snapshot: Snapshot, builder: Builder) -> None:
    """Take somebody off the table; a side with nobody left has lost (S5)."""
    builder.effect("remove", target.name)
    if not any(other.side == target.side for other in snapshot.others(target.name)):
        builder.modifying("S5", "nobody_left", side=target.side)
        builder.effect("defeat", None, side=target.side)


def candidate_actions(snapshot: Snapshot, stand: Stand, _: SmugglersSettings) -> Iterator[CandidateAction]:
    """Yield the move and a shot at each enemy, the nearest first."""
    here = [list(stand.centre)] * 2
    yield CandidateAction("move", {"type": "move", "actor": stand.name, "path": here})
    for other in sorted(snapshot.others(stand.name), key=lambda other: math.dist(other.centre, stand.centre)):
        if other.side != stand.side:
            shot = {"type": "shoot", "actor": stand.name, "target": other.name}
            yield CandidateAction("shoot", shot, other.name)


def infer_moves(
    before: Snapshot, after: Snapshot, _: SmugglersSettings, _known: Mapping[str, object] | None = None,
    ways: Ways = NO_WAYS,
) -> tuple[SeenMove, ...]:  # fmt: skip
    """Return a move for everybody who stands elsewhere."""
    return tuple(
        SeenMove({"type": "move", "actor": name, "path": path}, (name,))
        for name, path in ways_gone(before, after, ways).items()
    )


def pistol(stand: Stand) -> Shape:
    """Return what a pistol covers."""
    return Shape("range", "disc", (stand.centre,), radius_cm=RANGE_CM)


GAME = Game(
    name="smugglers",
    settings=SmugglersSettings,
    sides=(Side("smugglers", "Smugglers", "smuggling"), Side("customs", "Customs", "customs")),
    verbs={"move": Verb(Move.read, move), "shoot": Verb(Shot.read, shoot)},
    primary_verb="shoot",
    complete=on_usual_bases(BASES, ("bush", "stream", "rough ground")),
    candidate_actions=candidate_actions,
    infer_moves=infer_moves,
    strengths=lambda _: {},
    turn_clause="S1",
    reducer=Reducer(
        changes={"move": each(goes, copies("moved_cm")), "fired": done}, turn_state=frozenset({"moved_cm", "fired"})
    ),
    bases=lambda: BASES,
    terrain_kinds=lambda: ("bush", "stream", "rough ground"),
    measured=lambda _: "edge",
    weapons=lambda _, stand, __: (
        Weapon("shoot", Shape("range", "disc", (stand.centre,), radius_cm=RANGE_CM), RANGE_CM, "S3"),
    ),
    aimed=("shoot",),
    words=WORDS,
    demo=demo,
)
