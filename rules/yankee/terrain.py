"""What Yankee's pieces do to fire and to recoiling bases."""

from collections.abc import Mapping
from functools import cache

from rules.tables import packaged_rows
from rules.yankee.settings import TerrainRow, YankeeSettings


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
