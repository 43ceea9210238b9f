"""What may stand in a line of sight: terrain pieces and vehicles, each with its row of A3.5."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from shapely import MultiPolygon, Polygon, get_coordinates

from rules.ambush.settings import AmbushSettings, TerrainRow
from rules.ambush.state import state_of
from rules.ambush.troops import is_vehicle, is_wreck
from rules.tables import packaged_rows
from table.errors import BadFile
from table.footprint import footprint, piece_polygon
from table.once import computed_once
from table.shared import Shared
from table.snapshot import Snapshot


@cache
def book_table() -> Mapping[str, TerrainRow]:
    """Return the rows of A3.5 by kind."""
    return packaged_rows(__package__, "terrain.toml", TerrainRow)


@dataclass(frozen=True, slots=True)
class Obstacle:
    """One piece or vehicle: its outline in table cm, what it does (A3.5), and how it errs if it was measured."""

    name: str
    kind: str
    row: TerrainRow
    outline: Polygon | MultiPolygon
    sigma_cm: float = 0.0
    sigma_deg: float = 0.0
    shared: Shared | None = None


def terrain_table(settings: AmbushSettings) -> Mapping[str, TerrainRow]:
    """Return A3.5 with the players' own rows laid over it (A1.4)."""
    return {**book_table(), **settings.terrain}


def crossing_of(kind: str, settings: AmbushSettings) -> str | None:
    """Return how a kind of piece is crossed; None for one that the table has not."""
    row = terrain_table(settings).get(kind)
    return row.crossing if row else None


def check_crossed(snapshot: Snapshot, settings: AmbushSettings, source: str) -> None:
    """Raise BadFile where a stand has crossed something that the table of terrain has not."""
    rows = terrain_table(settings)
    for stand in snapshot.stands:
        for kind in state_of(stand).crossed:
            if kind not in rows:
                raise BadFile(source, f"stand {stand.name}.crossed", f"kinds among {', '.join(rows)}", repr(kind))


def pieces(snapshot: Snapshot, settings: AmbushSettings) -> tuple[Obstacle, ...]:
    """Return every terrain piece with its row."""
    rows = terrain_table(settings)
    return tuple(Obstacle(p.name, p.kind, rows[p.kind], piece_polygon(p)) for p in snapshot.pieces)


def outline_points(obstacle: Obstacle) -> tuple[tuple[float, float], ...]:
    """Return an obstacle's outline, or its hull where it has several parts, as corners to draw."""
    shape = obstacle.outline if isinstance(obstacle.outline, Polygon) else obstacle.outline.convex_hull
    return tuple((float(x), float(y)) for x, y in get_coordinates(shape)[:-1])


@computed_once
def obstacles(snapshot: Snapshot, settings: AmbushSettings, *but: str) -> tuple[Obstacle, ...]:
    """Return every piece, and every vehicle but those named, that A3.5 gives a row; figures do not block sight."""
    rows = terrain_table(settings)
    vehicles = []
    for stand in snapshot.others(*but):
        outline = footprint(stand)
        if is_vehicle(stand) and isinstance(outline, Polygon | MultiPolygon):
            kind = "wreck" if is_wreck(stand) else "vehicle"
            errors = stand.sigma_cm, stand.sigma_deg, stand.shared
            vehicles.append(Obstacle(stand.name, kind, rows[kind], outline, *errors))
    return (*pieces(snapshot, settings), *vehicles)
