"""Contact: which bases touch, along which edge, and what groups they form."""

import math
from collections.abc import Callable, Sequence

import numpy as np
import shapely

from table.corridor import Corridor, overlap
from table.distance import edge_to_edge
from table.footprint import Corners, Side, corners, footprint, half_size, part_corners
from table.measurement import Measurement
from table.once import computed_once
from table.stand import Stand
from table.uncertainty import FAR, sigma_between, within
from table.vectors import checked, dot, unit
from table.verdict import DOUBT, SLACK, Judgement, Verdict, judge

CONTACT_CM = 0.3
"""Bases touch when the gap between them is at most this (docs/conventions.md)."""


def gap(a: Stand, b: Stand) -> Measurement:
    """Return the gap between two footprints in cm: 0 when they touch or overlap."""
    return edge_to_edge(a, b)


def overlap_depth(a: Stand, b: Stand) -> float:
    """Return how far two footprints overlap, cm: the shift that would part the two bases that overlap most; or 0."""
    return max(_depth(p, q) for p in part_corners(a) for q in part_corners(b))


@computed_once
def touching(
    a: Stand, b: Stand, contact_cm: float = CONTACT_CM, carrier_cm: float = 0.0, doubt: float = DOUBT
) -> Judgement:
    """Judge whether two bases touch: their gap is at most ``contact_cm``, plus the depth of a carrier between them.

    Where the footprints overlap as measured, the gap counts as minus their overlap: the more, the surer the contact.
    """
    checked([("contact_cm", contact_cm), ("carrier_cm", carrier_cm)], least=0.0)
    measured = gap(a, b)
    if measured.value == 0.0:
        measured = Measurement(-overlap_depth(a, b), measured.sigma, measured.start, measured.end)
    return judge(measured, contact_cm + carrier_cm, doubt=doubt)


@computed_once
def nearest_first(stand: Stand, others: Sequence[Stand], contact_cm: float = CONTACT_CM) -> list[Stand]:
    """Return the others whose bases may touch the stand's, or where none may, the one whose centre is nearest.

    Quick, and never leaves out one that ``touching`` would not judge surely apart: only what is ``FAR`` from it.
    """
    apart_of = [(math.dist(stand.centre, other.centre), other.name, other) for other in others]
    ranked = sorted(apart_of, key=lambda it: (round(it[0], 6), it[1]))  # equally far: by name, however turned
    own, turn = half_size(stand), math.radians(stand.sigma_deg)
    near = []
    for apart, _, other in ranked:
        theirs = half_size(other)
        swings = (own * turn, theirs * math.radians(other.sigma_deg))
        sigma_cm = math.hypot(sigma_between(stand, other), *swings)
        if within(Measurement(apart - own - theirs, sigma_cm), contact_cm, FAR):
            near.append(other)
    return near or [other for _, _, other in ranked[:1]]


@computed_once
def touches_edge(
    target: Stand, other: Stand, side: Side, contact_cm: float = CONTACT_CM, carrier_cm: float = 0.0,
    doubt: float = DOUBT,
) -> Judgement:  # fmt: skip
    """Judge whether another base touches one edge of the target.

    It does when it reaches, over some of the edge's length (more than 1e-6 cm), into the strip that is as deep as the
    contact allows outside that edge. Both are judged: what it has of the edge, as ``table.corridor`` judges what lies
    in a lane (so an enemy behind the rear and wider than it does not touch the flanks too), and its gap to the edge,
    which is what the judgement names.
    """
    checked([("contact_cm", contact_cm), ("carrier_cm", carrier_cm)], least=0.0)
    limit = contact_cm + carrier_cm
    apart = gap(target, other)
    if not within(apart, limit, FAR):
        return Judgement(Verdict.OUT, 0.0, apart.value, limit, apart.sigma)
    # The strip's own end is the gap's affair: it must not make the length along the edge doubtful.
    found = overlap(_outside(target, side, limit + 6 * apart.sigma), other)
    along = found.judged(doubt)
    measured = Measurement(found.nearest_cm.value, apart.sigma) if found.inside else apart
    near = judge(measured, limit, doubt=doubt)
    verdicts = {along.verdict, near.verdict}
    verdict = next(v for v in (Verdict.OUT, Verdict.CLOSE, Verdict.IN) if v in verdicts)
    return Judgement(verdict, along.probability_in * near.probability_in, near.measured, limit, near.sigma)


def groups(
    stands: Sequence[Stand],
    contact_cm: float = CONTACT_CM,
    same: Callable[[Stand, Stand], bool] | None = None,
    carrier_cm: float = 0.0,
) -> tuple[tuple[Stand, ...], ...]:
    """Return the groups of bases that touch, directly or through others, in the order given; loners alone.

    Contact is taken as measured, without doubt; ``same`` says which pairs may belong together (side, brigade).
    """
    checked([("contact_cm", contact_cm), ("carrier_cm", carrier_cm)], least=0.0)
    leader = list(range(len(stands)))

    def first_of(index: int) -> int:
        while leader[index] != index:
            leader[index] = leader[leader[index]]
            index = leader[index]
        return index

    if stands:
        shapes = [footprint(stand) for stand in stands]
        near = shapely.STRtree(shapes).query(shapes, predicate="dwithin", distance=contact_cm + carrier_cm + SLACK)
        for i, j in near.T.tolist():
            if i < j and (same is None or same(stands[i], stands[j])):
                low, high = sorted((first_of(i), first_of(j)))
                leader[high] = low
    members: dict[int, list[Stand]] = {}
    for index, stand in enumerate(stands):
        members.setdefault(first_of(index), []).append(stand)
    return tuple(tuple(group) for group in members.values())


def _outside(stand: Stand, side: Side, length_cm: float) -> Corridor:
    """Return the lane outside an edge of a stand, as wide as the edge is long."""
    at = corners(stand)
    first = {"front": 0, "right": 1, "rear": 2, "left": 3}[side]
    left, right, back = at[first], at[(first + 1) % 4], at[(first + 2) % 4]
    heading_deg = stand.heading_deg - 90.0 * first
    centre = dot(unit(heading_deg), (left[0] - stand.x, left[1] - stand.y))
    return Corridor(
        left, right, heading_deg, length_cm, stand.sigma_cm, stand.sigma_deg, centre, math.dist(right, back),
        stand.shared,
    )  # fmt: skip


def _depth(a: Corners, b: Corners) -> float:
    """Return how far two rectangles overlap along that of their sides' directions on which they do so least, or 0."""
    at_a, at_b = np.array(a), np.array(b)
    sides = np.concatenate([np.diff(at[:3], axis=0) for at in (at_a, at_b)])
    lengths = np.hypot(sides[:, 0], sides[:, 1])
    axes = sides[lengths > 0] / lengths[lengths > 0, None]
    if not len(axes):
        return 0.0
    axes = np.concatenate([axes, axes @ np.array([[0.0, 1.0], [-1.0, 0.0]])])  # a base without width has one side only
    on_a, on_b = at_a @ axes.T, at_b @ axes.T
    common = np.minimum(on_a.max(axis=0) - on_b.min(axis=0), on_b.max(axis=0) - on_a.min(axis=0))
    return max(0.0, float(common.min()))
