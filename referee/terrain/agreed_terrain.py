"""The terrain that the players agreed on: its pieces, and whether it is locked."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from shapely import Polygon, box

from referee.journal.stands import piece_data, piece_from
from table.errors import BadGeometry, BadInput
from table.snapshot import Snapshot
from table.terrain import RULER_CM, Piece, Point, Top

MOST_PIECES, MOST_CORNERS = 200, 200
MOST_HEIGHT_CM = 100.0
OUTSIDE_CM = 20.0
"""A piece may hang over the table's edge, a corner no farther than this."""


@dataclass(frozen=True)
class AgreedTerrain:
    """The terrain now: ``version`` grows with every change, so that two editors do not undo each other's work."""

    pieces: tuple[Piece, ...] = ()
    locked: bool = False
    version: int = 0

    def with_pieces(self, pieces: Sequence[Piece]) -> "AgreedTerrain":
        """Return the terrain with other pieces."""
        return replace(self, pieces=tuple(pieces), version=self.version + 1)

    def with_lock(self, locked: bool) -> "AgreedTerrain":
        """Return the terrain locked, or open to changes."""
        return replace(self, locked=locked, version=self.version + 1)

    def on(self, table: Snapshot) -> Snapshot:
        """Return a table with this terrain."""
        return table if table.pieces == self.pieces else table.with_pieces(self.pieces)


def check_pieces(pieces: Sequence[Piece], width_cm: float, depth_cm: float) -> None:
    """Raise BadInput unless the pieces may lie on a table of that size: named, not too many, on it at least in part."""
    if len(pieces) > MOST_PIECES:
        raise BadInput("at most {most} pieces of terrain, not {count}", most=MOST_PIECES, count=len(pieces))
    table = box(0, 0, width_cm, depth_cm)
    room = table.buffer(OUTSIDE_CM, join_style="mitre")
    names: set[str] = set()
    for piece in pieces:
        if not piece.name.strip():
            raise BadInput("every piece of terrain needs a name")
        if piece.name in names:
            raise BadInput("two pieces are named {name}: each needs a name of its own", name=piece.name)
        names.add(piece.name)
        if len(piece.polygon) > MOST_CORNERS:
            raise BadInput("{name}: at most {most} corners", name=piece.name, most=MOST_CORNERS)
        if piece.height_cm > MOST_HEIGHT_CM:
            raise BadInput("{name}: at most {most} cm high", name=piece.name, most=int(MOST_HEIGHT_CM))
        shape = Polygon(piece.polygon)
        if not shape.intersects(table) or not room.covers(shape):
            raise BadInput("{name} does not lie on the table", name=piece.name)


def piece_of(
    name: str, kind: str, polygon: Sequence[Point], height_cm: float, top: Top | None = None,
    crest: Sequence[Point] = (), height_sigma_cm: float = RULER_CM,
) -> Piece:  # fmt: skip
    """Return a piece; raises BadInput, in words that can be translated, for an outline or a crest that is none."""
    try:
        piece = Piece(name, kind, tuple(polygon), height_cm, top, (), height_sigma_cm)
    except BadGeometry:
        raise BadInput("the outline of {name} must be simple: three corners or more, no edges that cross", name=name)  # noqa: B904
    try:
        return replace(piece, crest=tuple(crest))
    except BadGeometry:
        raise BadInput("the crest of {name} must lie inside its outline", name=name)  # noqa: B904


def terrain_data(laid: AgreedTerrain) -> dict[str, Any]:
    """Return terrain as a journal writes it."""
    return {"pieces": list(map(piece_data, laid.pieces)), "locked": laid.locked, "version": laid.version}


def terrain_from(data: Mapping[str, Any]) -> AgreedTerrain:
    """Return the terrain that a journal wrote."""
    return AgreedTerrain(tuple(map(piece_from, data["pieces"])), data["locked"], data["version"])


Save = Callable[[tuple[Piece, ...]], None]
"""Writes the pieces where they are kept beside the match: its terrain.toml."""
