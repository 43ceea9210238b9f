"""What Yankee's pieces do to fire and to recoiling bases."""

import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from importlib.resources import files

from rules.yankee.settings import TerrainRow, YankeeSettings
from table.errors import BadFile
from table.notation.toml import check_model
from table.snapshot import Snapshot


@cache
def house_table() -> Mapping[str, TerrainRow]:
    """Return terrain.toml's rows by kind."""
    data = tomllib.loads(files(__package__).joinpath("terrain.toml").read_text("utf-8"))
    return {kind: check_model(row, TerrainRow, "yankee/terrain.toml", kind) for kind, row in data.items()}


def terrain_table(settings: YankeeSettings) -> Mapping[str, TerrainRow]:
    """Return the terrain table with the players' own rows laid over it: of a row, only the keys they gave."""
    rows = dict(house_table())
    for kind, row in settings.terrain.items():
        given = {key: getattr(row, key) for key in row.model_fields_set}
        rows[kind] = rows.get(kind, TerrainRow()).model_copy(update=given)
    return rows


def check_terrain(snapshot: Snapshot, settings: YankeeSettings, source: str) -> None:
    """Raise BadFile for a piece of a kind that neither the table nor the players' settings know."""
    rows = terrain_table(settings)
    for index, piece in enumerate(snapshot.pieces):
        if piece.kind not in rows:
            near = get_close_matches(piece.kind, rows, 1)
            hint = f" (did you mean {near[0]!r}?)" if near else ""
            known = f"one of {', '.join(rows)}, or a row for it under [settings.terrain]"
            raise BadFile(source, f"terrain[{index + 1}].kind", known, f"{piece.kind!r}{hint}")
