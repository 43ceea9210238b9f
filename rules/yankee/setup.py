"""Before the battle and into it: terrain, deployment, reinforcements (Y4.1, Y4.2, Y5.1, Y10.1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import get_args

from rules.action import Asked
from rules.initiative import Opening, begins, sides_of
from rules.ruling import Shape
from rules.state import TABLE
from rules.yankee.column import in_file
from rules.yankee.group import group_of, judge_group
from rules.yankee.organisation import tell_forces
from rules.yankee.sequence import before_battle
from rules.yankee.settings import Builder
from rules.yankee.state import Edge, YankeeSide, YankeeTable, state_of
from rules.yankee.terrain import tell_ground
from rules.yankee.troops import arm_of
from table.errors import BadFile
from table.footprint import corners
from table.measurement import Measurement
from table.snapshot import Snapshot
from table.stand import Stand

DEPLOY_CM = 15.0  # Y5.1
PIECES = {1: "wood", 2: "fields", 3: "rough", 4: "hill", 5: "village", 6: "river"}  # Y4.2
OBJECTIVES = frozenset({"hill", "village"})
EDGES: tuple[Edge, ...] = get_args(Edge)
OPPOSITE: Mapping[Edge, Edge] = {"near": "far", "far": "near", "left": "right", "right": "left"}


@dataclass(frozen=True, slots=True)
class Deployment:
    """A side that deploys, and its edge of the table."""

    side: str
    edge: Edge

    @classmethod
    def read(cls, asked: Asked) -> "Deployment":
        """Read ``side`` and ``edge``; raises BadFile."""
        asked.only("side", "edge")
        side = asked.get("side")
        if not isinstance(side, str) or all(stand.side != side for stand in asked.snapshot.stands):
            got = None if side is None else repr(side)
            raise BadFile(asked.source, "action.side", "a side with bases on the table", got)
        return cls(side, _edge(asked))


@dataclass(frozen=True, slots=True)
class Reinforcement:
    """A group that comes onto the table, its leader first, and the edge by which it does."""

    group: tuple[Stand, ...]
    edge: Edge

    @classmethod
    def read(cls, asked: Asked) -> "Reinforcement":
        """Read ``group`` and ``edge``; raises BadFile."""
        asked.only("group", "edge")
        return cls(group_of(asked), _edge(asked))


def start(snapshot: Snapshot, opening: Opening, builder: Builder, source: str) -> None:
    """Rule on who begins: the highest die picks an edge, deploys first and moves first (Y5.1, Y6.1)."""
    known = YankeeTable.of(builder, source)
    if known.begun or known.initiative:
        builder.condition("Y5.1", "begins_once", False)
        return
    begins(snapshot, opening, builder, source, "Y5.1")
    tell_forces(snapshot, builder)
    builder.modifying("Y6.1", "moves_first_who_deployed_first")


def terrain(snapshot: Snapshot, opening: Opening, builder: Builder, source: str) -> None:
    """Rule on the terrain: two dice give how many pieces, then a die each, the sides in turn (Y4.1, Y4.2)."""
    sides = sides_of(snapshot, opening, builder, source)
    many = sum(builder.throw("Y4.1", "how_many_pieces", sides[0]) for _ in range(2))
    builder.modifying("Y4.1", "pieces", count=many)
    for number in range(many):
        side = sides[number % 2]
        kind = PIECES[builder.throw("Y4.2", "which_piece", side)]
        builder.modifying("Y4.2", "piece", side=side, kind=kind, objective=kind in OBJECTIVES)
        builder.effect("terrain", None, piece=kind, side=side, objective=kind in OBJECTIVES)
    tell_ground(snapshot, builder)
    builder.outcome = "terrain"


def deploy(snapshot: Snapshot, deployment: Deployment, builder: Builder, source: str) -> None:
    """Rule on a deployment: every base of the side wholly within 15 cm of its own edge (Y5.1)."""
    side, edge = deployment.side, deployment.edge
    before_battle("Y5.1", builder)
    own = [stand for stand in snapshot.stands if stand.side == side]
    theirs = _edges_of_others(side, builder, source)
    if theirs:
        builder.condition("Y5.1", "opposite_edge", OPPOSITE[edge] in theirs, side=side, edge=edge)
    for stand in sorted(own, key=lambda stand: stand.name):
        far, _ = away_from(stand, edge, snapshot)
        builder.limit("Y5.1", "deployed", Measurement(far, stand.sigma_cm), DEPLOY_CM, stand=stand.name, edge=edge)
        near = min(away_from(stand, each, snapshot)[1] for each in EDGES)
        if near < -1e-6:
            builder.limit(
                "Y5.1", "on_the_table", Measurement(near, stand.sigma_cm), 0.0, at_most=False, stand=stand.name
            )
    builder.draw(Shape("zone", "polygon", _zone(edge, snapshot)))
    builder.effect("deployed", None, side=side, edge=edge)


def reinforce(snapshot: Snapshot, given: Reinforcement, builder: Builder, source: str) -> None:
    """Rule on reinforcements: in column, by any edge but the enemy's; no move and no fire that turn (Y10.1).

    The enemy's edge is ``edge`` of his side, ``[side.NAME] edge = "far"``.
    """
    group, edge, settings = given.group, given.edge, builder.settings
    judge_group(group, snapshot, builder, settings)
    side = group[0].side
    theirs = _edges_of_others(side, builder, source)
    builder.condition("Y10.1", "not_by_the_enemys_edge", edge not in theirs, edge=edge, stand=group[0].name)
    builder.condition("Y10.1", "arrives_in_column", len(group) == 1 or in_file(group), stand=group[0].name)
    last = min(group, key=lambda stand: away_from(stand, edge, snapshot)[1])
    gap = Measurement(away_from(last, edge, snapshot)[1], last.sigma_cm)
    builder.limit("Y10.1", "comes_from_the_edge", gap, builder.uses("contact_cm"), stand=last.name, edge=edge)
    _promised(group, builder, source)
    _strengthened(group, builder, source)
    for stand in group:
        builder.effect("moved", stand.name)
        builder.effect("fired", stand.name, arrived=True)


def _promised(group: Sequence[Stand], builder: Builder, source: str) -> None:
    """Record that so many of that kind are still to come, where the side's ``reinforcements`` say how many (Y10.1)."""
    side = group[0].side
    promised = YankeeSide.of(side, builder, source).reinforcements
    if promised is None:
        return
    left = dict(promised)
    for kind in dict.fromkeys(stand.kind for stand in group):
        many = sum(stand.kind == kind for stand in group)
        coming = left.get(kind, 0)
        builder.condition("Y10.1", "as_fixed", many <= coming, side=side, kind=kind, count=many, left=coming)
        left[kind] = coming - many
    builder.effect("arrives", None, side=side, reinforcements=left)


def _strengthened(group: Sequence[Stand], builder: Builder, source: str) -> None:
    """Add who arrives to the strength of its side and brigade (Y12.1), where the players count reinforcements."""
    side, troops = group[0].side, [stand for stand in group if arm_of(stand) != "general"]
    known = YankeeSide.of(side, builder, source)
    if known.started is None or not builder.uses("reinforcements_count"):
        return
    brigade, brigades = str(state_of(group[0]).brigade), dict(known.brigades)
    if brigade in brigades:
        brigades[brigade] += len(troops)
    builder.effect("strength", None, side=side, started=known.started + len(troops), brigades=brigades)


def _edges_of_others(side: str, builder: Builder, source: str) -> list[Edge]:
    """Return the edges at which the other sides have deployed, as far as they are known."""
    others = (YankeeSide.of(name, builder, source) for name in builder.sides if name not in (side, TABLE))
    return [other.edge for other in others if other.edge is not None]


def _edge(asked: Asked) -> Edge:
    given = asked.get("edge")
    edge = next((each for each in EDGES if each == given), None)
    if edge is None:
        raise BadFile(asked.source, "action.edge", "near, far, left or right, as the operator sees it", repr(given))
    return edge


def away_from(stand: Stand, edge: Edge, snapshot: Snapshot) -> tuple[float, float]:
    """Return how far from an edge a base's farthest and nearest corners are, cm."""
    away: Sequence[float] = [
        {"near": y, "far": snapshot.depth_cm - y, "left": x, "right": snapshot.width_cm - x}[edge]
        for x, y in corners(stand)
    ]
    return max(away), min(away)


def _zone(edge: Edge, snapshot: Snapshot) -> tuple[tuple[float, float], ...]:
    w, d = snapshot.width_cm, snapshot.depth_cm
    low_x, high_x = (w - DEPLOY_CM if edge == "right" else 0.0), (DEPLOY_CM if edge == "left" else w)
    low_y, high_y = (d - DEPLOY_CM if edge == "far" else 0.0), (DEPLOY_CM if edge == "near" else d)
    return ((low_x, low_y), (high_x, low_y), (high_x, high_y), (low_x, high_y))
