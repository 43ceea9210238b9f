"""Tables beside a game, read from its package; and a case's kinds and bases completed by them."""

import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from importlib.resources import files
from typing import Any, TypeVar

from pydantic import BaseModel

from rules.game import UsualBase
from table.errors import BadFile
from table.notation.toml import check_model
from table.snapshot import Snapshot
from table.stand import Stand

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


def on_usual_bases(
    bases: Sequence[UsualBase], terrain_kinds: Collection[str]
) -> Callable[[Snapshot, Any, str], Snapshot]:
    """Return what completes a game's tables: a stand without a size gets the usual base of its kind.

    What it returns raises BadFile for a kind of stand or terrain that the game does not know.
    """
    known = {base.kind: base for base in bases}

    def sized(stand: Stand, number: int, source: str) -> Stand:
        if stand.kind not in known:
            raise BadFile(source, f"stand[{number}].kind", " or ".join(known), repr(stand.kind))
        base = known[stand.kind]
        return stand.on_base(base.width_cm, base.depth_cm)

    def complete(snapshot: Snapshot, _settings: Any, source: str) -> Snapshot:
        check_terrain_kinds(snapshot, terrain_kinds, source)
        return replace(snapshot, stands=tuple(sized(s, n, source) for n, s in enumerate(snapshot.stands, start=1)))

    return complete
