"""Tables beside a game: read from its package, and words of a case held against them."""

import tomllib
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from importlib.resources import files
from typing import TypeVar

from pydantic import BaseModel

from table.errors import BadFile
from table.notation.toml import check_model
from table.snapshot import Snapshot

Row = TypeVar("Row", bound=BaseModel)


def packaged_model(package: str, file: str, model: type[Row]) -> Row:
    """Return a packaged TOML file, checked as a whole."""
    return check_model(_packaged(package, file), model, f"{package}/{file}")


def packaged_rows(package: str, file: str, row: type[Row]) -> Mapping[str, Row]:
    """Return a packaged TOML file's tables as checked rows by name."""
    data = _packaged(package, file)
    return {key: check_model(value, row, f"{package}/{file}", key) for key, value in data.items()}


def _packaged(package: str, file: str) -> dict[str, object]:
    return tomllib.loads(files(package).joinpath(file).read_text("utf-8"))


def check_terrain_kinds(snapshot: Snapshot, known: Iterable[str], source: str) -> None:
    """Raise BadFile for a piece of a kind that neither the game's terrain table nor the players' settings know."""
    kinds = tuple(known)
    for index, piece in enumerate(snapshot.pieces):
        if piece.kind not in kinds:
            near = get_close_matches(piece.kind, kinds, 1)
            hint = f" (did you mean {near[0]!r}?)" if near else ""
            expected = f"one of {', '.join(kinds)}, or a row for it under [settings.terrain]"
            raise BadFile(source, f"terrain[{index + 1}].kind", expected, f"{piece.kind!r}{hint}")
