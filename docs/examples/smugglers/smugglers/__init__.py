"""Smugglers: a night on the beach. A whole game in one folder, as an example (docs/add-a-game.md)."""

from rules.action import Verb
from rules.common_actions import Aimed, Move, aimed_by, infer_moves, moves_and_targets
from rules.effect_reducer import Reducer, copies, done, each, goes
from rules.game import Game, Side, UsualBase
from rules.possibility import Weapon
from rules.ruling import Shape
from rules.ruling_builder import Possible, RulingBuilder
from rules.settings import Settings
from rules.tables import on_usual_bases
from rules.typed_state import StandState
from smugglers.demo import demo
from table.distance import depth_inside, edge_to_edge
from table.snapshot import Snapshot
from table.stand import Stand
from table.verdict import judge

MOVE_CM, RANGE_CM = 12.0, 25.0
BASES = (UsualBase("smuggler", 2.0, 2.0), UsualBase("officer", 2.0, 2.0))
TERRAIN = ("bush", "stream", "rough ground")
Builder = RulingBuilder[Settings]


def move(_: Snapshot, given: Move, builder: Builder, _source: str) -> None:
    """Rule on a move: 12 cm a turn (S2)."""
    builder.limit("S2", "move_length", given.length, MOVE_CM, actor=given.actor.name)
    builder.draw(Shape("path", "line", given.path))
    x, y = given.path[-1]
    builder.effect("move", given.actor.name, x=x, y=y, moved_cm=given.length.value)


def shoot(snapshot: Snapshot, shot: Aimed, builder: Builder, _source: str) -> None:
    """Rule on a shot: once a turn, 25 cm from base to base; 4 to 6 hit, in bushes 5 and 6 (S3, S4)."""
    actor, target = shot.actor, shot.target
    builder.condition("S3", "enemy", actor.side != target.side, target=target.name)
    builder.condition("S3", "loaded", not StandState.of(actor).fired, actor=actor.name)
    measured = edge_to_edge(actor, target)
    builder.limit("S3", "range", measured, RANGE_CM, actor=actor.name, target=target.name)
    builder.draw(Shape("range", "line", (measured.start or actor.centre, measured.end or target.centre)))
    least = 5 if in_bushes(target, snapshot, builder) else 4
    if builder.verdict != "allowed":
        return
    builder.effect("fired", actor.name)
    builder.outcome = "missed"
    if builder.throw("S3", "pistol", actor.name) >= least:
        builder.outcome = "hit"
        builder.effect("remove", target.name)
        nobody_left(target, snapshot, builder)


def in_bushes(target: Stand, snapshot: Snapshot, builder: Builder) -> bool:
    """Judge whether somebody stands in bushes (S4)."""
    found = []
    for piece in (piece for piece in snapshot.pieces if piece.kind == "bush"):
        inside = judge(depth_inside(target.centre, piece, target.sigma_cm), 0.0, at_most=False)
        found.append(Possible("in_bushes", inside, {"target": target.name, "piece": piece.name}))
    return builder.any_of("S4", found) is not None


def nobody_left(lost: Stand, snapshot: Snapshot, builder: Builder) -> None:
    """Let a side lose that has lost its last (S5)."""
    if not any(other.side == lost.side for other in snapshot.others(lost.name)):
        builder.modifying("S5", "nobody_left", side=lost.side)
        builder.effect("defeat", None, side=lost.side)


GAME = Game(
    name="smugglers",
    settings=Settings,
    sides=(Side("smugglers", "Smugglers", "smuggling"), Side("customs", "Customs", "customs")),
    verbs={"move": Verb(Move.read, move), "shoot": Verb(aimed_by("the one who shoots"), shoot)},
    primary_verb="shoot",
    complete=on_usual_bases(BASES, TERRAIN),
    candidate_actions=moves_and_targets(["move"], ["shoot"]),
    infer_moves=infer_moves,
    strengths=lambda _: {},
    turn_clause="S1",
    reducer=Reducer(
        changes={"move": each(goes, copies("moved_cm")), "fired": done}, turn_state=frozenset({"moved_cm", "fired"})
    ),
    bases=lambda: BASES,
    terrain_kinds=lambda: TERRAIN,
    measured=lambda _: "edge",
    weapons=lambda _, stand, __: [Weapon.round("shoot", stand, RANGE_CM, "S3")],
    aimed=("shoot",),
    demo=demo,
)
