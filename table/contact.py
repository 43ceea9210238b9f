"""Contact: which bases touch, along which edge, and what groups they form."""

import math
from collections.abc import Callable, Sequence

import numpy as np
import shapely

from table.distance import edge_to_edge
from table.footprint import Side, ahead, edge, footprint, left_of
from table.measurement import Measurement
from table.stand import Stand
from table.vectors import checked, left_normal
from table.verdict import DOUBT, SLACK, Judgement, Verdict, judge

CONTACT_CM = 0.3
"""Bases touch when the gap between them is at most this (docs/conventions.md)."""


def gap(a: Stand, b: Stand) -> Measurement:
    """Return the gap between two footprints in cm: 0 when they touch or overlap."""
    return edge_to_edge(a, b)


def touching(
    a: Stand, b: Stand, contact_cm: float = CONTACT_CM, carrier_cm: float = 0.0, doubt: float = DOUBT
) -> Judgement:
    """Judge whether two bases touch: their gap is at most ``contact_cm``, plus the depth of a carrier between them."""
    checked([("contact_cm", contact_cm), ("carrier_cm", carrier_cm)], least=0.0)
    return judge(gap(a, b), contact_cm + carrier_cm, doubt=doubt)


def touches_edge(
    target: Stand, other: Stand, side: Side, contact_cm: float = CONTACT_CM, carrier_cm: float = 0.0,
    doubt: float = DOUBT,
) -> Judgement:  # fmt: skip
    """Judge whether another base touches one edge of the target."""
    checked([("contact_cm", contact_cm), ("carrier_cm", carrier_cm)], least=0.0)
    limit = contact_cm + carrier_cm
    start, end = edge(target, side)
    forward, left = ahead(target), left_of(target)
    outward = {"front": forward, "rear": (-forward[0], -forward[1])}
    outward |= {"left": left, "right": (-left[0], -left[1])}
    out = outward[side]
    along = left_normal(out)
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    half = math.dist(start, end) / 2
    axes = np.array([[out[0], along[0]], [out[1], along[1]]])
    shape = shapely.transform(footprint(other), lambda xy: (xy - np.array(middle)) @ axes)
    strip = shapely.box(0.0, -half, limit + SLACK, half)
    inside = shapely.intersection(shape, strip)
    measured = gap(target, other)
    if inside.is_empty or inside.bounds[3] - inside.bounds[1] <= SLACK:
        return Judgement(Verdict.OUT, 0.0, measured.value, limit, measured.sigma)
    return judge(measured, limit, doubt=doubt)


def groups(
    stands: Sequence[Stand],
    contact_cm: float = CONTACT_CM,
    same: Callable[[Stand, Stand], bool] | None = None,
    carrier_cm: float = 0.0,
) -> tuple[tuple[Stand, ...], ...]:
    """Return the groups of bases that touch, directly or through others, in the order given; loners alone.

    Contact is taken as measured (no doubt); ``same`` says which pairs may belong together (by side, by brigade).
    """
    checked([("contact_cm", contact_cm), ("carrier_cm", carrier_cm)], least=0.0)
    parent = list(range(len(stands)))

    def root(index: int) -> int:
        while parent[index] != index:
            parent[index] = parent[parent[index]]
            index = parent[index]
        return index

    if stands:
        shapes = [footprint(stand) for stand in stands]
        tree = shapely.STRtree(shapes)
        pairs = tree.query(shapes, predicate="dwithin", distance=contact_cm + carrier_cm + SLACK)
        for i, j in pairs.T.tolist():
            if i < j and (same is None or same(stands[i], stands[j])):
                low, high = sorted((root(i), root(j)))
                parent[high] = low
    members: dict[int, list[Stand]] = {}
    for index, stand in enumerate(stands):
        members.setdefault(root(index), []).append(stand)
    return tuple(tuple(group) for group in members.values())
