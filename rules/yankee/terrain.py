"""Terrain: what pieces do to fire and to recoiling bases, and whether they lie as the book has them (Y4.1, Y4.2)."""

import itertools
import math
from collections.abc import Mapping
from functools import cache

from rules.tables import packaged_rows
from rules.yankee.organisation import organisation
from rules.yankee.settings import Builder, TerrainRow, YankeeSettings
from table.snapshot import Snapshot
from table.terrain import Piece


@cache
def house_table() -> Mapping[str, TerrainRow]:
    """Return terrain.toml's rows by kind."""
    return packaged_rows(__package__, "terrain.toml", TerrainRow)


def terrain_table(settings: YankeeSettings) -> Mapping[str, TerrainRow]:
    """Return the terrain table with the players' own rows laid over it: of a row, only the keys they gave."""
    rows = dict(house_table())
    for kind, row in settings.terrain.items():
        given = {key: getattr(row, key) for key in row.model_fields_set}
        rows[kind] = rows.get(kind, TerrainRow()).model_copy(update=given)
    return rows


ACROSS_CM = (10.0, 15.0)
AT_EDGE_CM = 1.0  # so near an edge a strip has reached it
STRIPS = frozenset({"river", "railway", "stream"})
ADJACENT = frozenset(
    frozenset(pair) for pair in (("near", "left"), ("near", "right"), ("far", "left"), ("far", "right"))
)


def tell_ground(snapshot: Snapshot, builder: Builder) -> None:
    """Record what of the table is not as the book has it: its size, a strip's ends, how far across a piece is."""
    book = organisation().table
    if {snapshot.width_cm, snapshot.depth_cm} != {book.width_cm, book.depth_cm}:
        builder.modifying(
            "Y4.1", "other_table", width=snapshot.width_cm, depth=snapshot.depth_cm, wide=book.width_cm,
            deep=book.depth_cm,
        )  # fmt: skip
    for piece in snapshot.pieces:
        if piece.kind in STRIPS:
            if not _joins_adjacent_edges(piece, snapshot):
                builder.modifying("Y4.2", "strip_ends", piece=piece.name)
            continue
        across = max(math.dist(p, q) for p, q in itertools.combinations(piece.polygon, 2))
        if not ACROSS_CM[0] - 1e-6 <= across <= ACROSS_CM[1] + 1e-6:
            builder.modifying("Y4.2", "piece_across", piece=piece.name, across=round(across, 1))


def _joins_adjacent_edges(piece: Piece, snapshot: Snapshot) -> bool:
    """Whether a strip reaches two table edges that meet in a corner."""
    touched = set()
    for x, y in piece.polygon:
        gaps = {"near": y, "far": snapshot.depth_cm - y, "left": x, "right": snapshot.width_cm - x}
        touched |= {edge for edge, gap in gaps.items() if gap <= AT_EDGE_CM}
    return any(pair <= touched for pair in ADJACENT)
