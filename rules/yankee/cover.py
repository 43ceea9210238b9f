"""Y8.7: a target in a village, in a trench or behind a wall."""

import math

from shapely import LineString

from rules.ruling import Shape
from rules.yankee.field_of_fire import FieldOfFire
from rules.yankee.settings import Builder, YankeeSettings
from rules.yankee.terrain import terrain_table
from table.clearance import clearance
from table.footprint import footprint, front_middle, piece_polygon
from table.inside import depth_inside
from table.measurement import Measurement
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece
from table.uncertainty import FAR
from table.verdict import SLACK, judge


def cover_of(field: FieldOfFire, snapshot: Snapshot, builder: Builder, settings: YankeeSettings) -> bool:
    """Record and say whether the target is in cover; the nearest reading when several pieces give it.

    A village covers who stands in it; a trench or wall also who stands within ``cover_cm`` behind it, that is with
    the piece across the line from the shooter's front to the target's centre (a house value, the book is silent).
    """
    found = []
    rows, base = terrain_table(settings), footprint(field.target)
    near_cm = settings.cover_cm + FAR * field.target.sigma_cm + SLACK
    for piece in snapshot.pieces:
        how = rows[piece.kind].cover
        if how == "no" or not piece_polygon(piece).dwithin(base, near_cm):
            continue
        depth = depth_inside(field.target.centre, piece, field.target.sigma_cm)
        inside = judge(depth, 0.0, at_most=False).probability_in
        finding = (inside, depth, 0.0, piece)
        if how == "behind" and inside < 1:
            behind, gap = _behind(field.shooter, field.target, piece, builder.uses("cover_cm"))
            finding = (1 - (1 - inside) * (1 - behind), gap, settings.cover_cm, piece)
        found.append(finding)
    covered_by = 1 - math.prod(1 - probability for probability, *_ in found)
    if covered_by == 0:
        return False
    _, measured, limit, piece = max(found, key=lambda f: (f[0], f[3].name))
    covered = builder.likely(
        "Y8.7", "cover", covered_by, measured, limit, modifies=True, list_failed=False, target=field.target.name,
        piece=piece.name, kind=piece.kind,
    )  # fmt: skip
    if covered:
        builder.draw(Shape("cover", "polygon", piece.polygon, label=piece.name))
    return bool(covered)


def _behind(shooter: Stand, target: Stand, piece: Piece, cover_cm: float) -> tuple[float, Measurement]:
    """Return the probability that the target stands behind the piece and near enough, and the gap that decides."""
    outline = piece_polygon(piece)
    start = front_middle(shooter)
    across = clearance(start, target.centre, outline, shooter, target)
    crossed = 1 - judge(across, 0.0, at_most=False).probability_in
    crossing = LineString([start, target.centre]).intersection(outline)
    base = footprint(target)
    gap = Measurement(base.distance(outline if crossing.is_empty else crossing), target.sigma_cm)
    return crossed * judge(gap, cover_cm).probability_in, gap
