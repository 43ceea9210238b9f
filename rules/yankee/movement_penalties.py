"""Y4.3: difficult terrain on the way of a group halves its move."""

import itertools
import math
from collections.abc import Sequence

from shapely import Polygon

from rules.ruling import Shape
from rules.yankee.settings import Builder, YankeeSettings
from rules.yankee.terrain import terrain_table
from table.clearance import clearance
from table.distance import depth_inside
from table.footprint import piece_polygon
from table.measurement import Measurement
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Point
from table.verdict import judge


def slowed(
    group: Sequence[Stand], ways: Sequence[Sequence[Point]], snapshot: Snapshot, builder: Builder,
    settings: YankeeSettings,
) -> bool:  # fmt: skip
    """Whether the way of any base's centre goes through a piece that slows, or up one that slows who climbs it."""
    slow = False
    rows = terrain_table(settings)
    for piece in snapshot.pieces:
        row = rows[piece.kind]
        if not (row.slows or row.uphill):
            continue
        found = []
        for start, way in zip(group, ways, strict=True):
            clear = _clear_of(way, piece_polygon(piece), start.sigma_cm)
            through = 1 - judge(clear, 0.0, at_most=False).probability_in
            if row.uphill and not row.slows:  # he climbs who was not up there
                through *= (
                    1 - judge(depth_inside(start.centre, piece, start.sigma_cm), 0.0, at_most=False).probability_in
                )
            found.append((through, start.name, clear))
        clear_of_all = math.prod(1 - through for through, _, _ in found)
        _, name, clear = max(found, key=lambda it: (it[0], it[1]))
        if builder.likely(
            "Y4.3", "difficult_way", 1 - clear_of_all, clear, modifies=True, list_failed=False, stand=name,
            piece=piece.name,
        ):  # fmt: skip
            builder.draw(Shape("crossed", "polygon", piece.polygon, label=piece.name))
            slow = True
    return slow


def _clear_of(way: Sequence[Point], outline: Polygon, sigma_cm: float) -> Measurement:
    """Return by how much a way clears a piece (negative: it cuts it), that of its leg that does so least."""
    legs = [clearance(p, q, outline, sigma_cm, sigma_cm) for p, q in itertools.pairwise(way)]
    return min(legs, key=lambda leg: leg.value)
