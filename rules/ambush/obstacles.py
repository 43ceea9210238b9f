"""What may stand in a line of sight: terrain pieces and vehicles, each with its row of A3.5."""

from collections.abc import Mapping
from dataclasses import dataclass

from shapely import MultiPolygon, Polygon

from rules.ambush.settings import AmbushSettings
from rules.ambush.terrain import TerrainRow, book_table
from rules.ambush.troops import is_vehicle, is_wreck
from table.footprint import footprint, piece_polygon
from table.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Obstacle:
    """One piece or vehicle: its outline in table cm, what it does (A3.5), and its own sigma if it was measured."""

    name: str
    kind: str
    row: TerrainRow
    outline: Polygon | MultiPolygon
    sigma_cm: float = 0.0


def terrain_table(settings: AmbushSettings) -> Mapping[str, TerrainRow]:
    """Return A3.5 with the players' own rows laid over it (A1.4)."""
    return {**book_table(), **settings.terrain}


def obstacles(snapshot: Snapshot, settings: AmbushSettings, *but: str) -> tuple[Obstacle, ...]:
    """Return every piece, and every vehicle but those named, that A3.5 gives a row; figures do not block sight."""
    rows = terrain_table(settings)
    pieces = [Obstacle(p.name, p.kind, rows[p.kind], piece_polygon(p)) for p in snapshot.pieces]
    vehicles = []
    for stand in snapshot.others(*but):
        outline = footprint(stand)
        if is_vehicle(stand) and isinstance(outline, Polygon | MultiPolygon):
            kind = "wreck" if is_wreck(stand) else "vehicle"
            vehicles.append(Obstacle(stand.name, kind, rows[kind], outline, stand.sigma_cm))
    return (*pieces, *vehicles)
