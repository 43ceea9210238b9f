"""Smugglers: a night on the beach. A whole game in one folder, as an example (docs/add-a-game.md)."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Any, ClassVar

from pydantic import Field

from rules.action import check_keys, path_of, stand_named, two_stands
from rules.completing import on_usual_bases
from rules.effect_reducer import Reducer, copies, done, each, goes
from rules.game import Game, Side, UsualBase
from rules.initiative import begins
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
from table.verdict import judge

MOVE_CM, RANGE_CM = 12.0, 25.0
BASES = (UsualBase("smuggler", 2.0, 2.0), UsualBase("officer", 2.0, 2.0))


class SmugglersSettings(Settings):
    """What the players agree on."""

    house: ClassVar[Mapping[str, str]] = {"laden_cm": "S2"}

    laden_cm: Annotated[float, Field(gt=0, le=MOVE_CM)] = 8.0
    """S2: how far somebody goes who carries a cask, cm."""


Builder = RulingBuilder[SmugglersSettings]


def start(snapshot: Snapshot, action: Mapping[str, Any], builder: Builder, source: str) -> None:
    """Hear ``start``: a die each, the higher begins (S1)."""
    begins(snapshot, action, builder, source, "S1")


def move(snapshot: Snapshot, action: Mapping[str, Any], builder: Builder, source: str) -> None:
    """Hear ``move`` (actor, path): 12 cm a turn, less with a cask (S2)."""
    check_keys(action, ("actor", "path"), source)
    actor = stand_named(action, "actor", snapshot, source)
    way = path_of(actor, action, source)
    length = path_length(way, actor.sigma_cm)
    length = replace(length, value=length.value + float(actor.state.get("moved_cm") or 0.0))
    limit_cm = builder.uses("laden_cm") if actor.state.get("cask") else MOVE_CM
    builder.limit("S2", "move_length", length, limit_cm, actor=actor.name)
    builder.draw(Shape("path", "line", way))
    builder.effect("move", actor.name, x=way[-1][0], y=way[-1][1], moved_cm=length.value)
    builder.outcome = "moved"


def shoot(snapshot: Snapshot, action: Mapping[str, Any], builder: Builder, source: str) -> None:
    """Hear ``shoot`` (actor, target): once a turn, 25 cm from base to base; 4 to 6 hit, in bushes 5 and 6 (S3, S4)."""
    actor, target = two_stands(action, snapshot, source, "the one who shoots")
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
    before: Snapshot, after: Snapshot, _: SmugglersSettings, _known: Mapping[str, Any] | None = None,
    ways: Ways = NO_WAYS,
) -> tuple[SeenMove, ...]:  # fmt: skip
    """Return a move for everybody who stands elsewhere."""
    return tuple(
        SeenMove({"type": "move", "actor": name, "path": path}, (name,))
        for name, path in ways_gone(before, after, ways).items()
    )


GAME = Game(
    name="smugglers",
    package=__name__,
    settings=SmugglersSettings,
    sides=(Side("smugglers", "Smugglers", "smuggling"), Side("customs", "Customs", "customs")),
    verbs={"start": start, "move": move, "shoot": shoot},
    primary_verb="shoot",
    any_time=frozenset({"start"}),
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
