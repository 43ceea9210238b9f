"""terrain.toml: the pieces the players agreed on."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from pydantic import Field

from table.errors import BadFile, BadGeometry
from table.frame import HexBoard, SquareBoard
from table.names import Name
from table.notation.hex_place import HexPlace, pieces_on
from table.notation.toml import Strict, number, parse_toml, quote
from table.terrain import RULER_CM, Piece, Point, Top

Place = Annotated[float, Field(gt=-1e5, lt=1e5)]


class PieceModel(Strict):
    """One ``[[piece]]`` (``[[terrain]]`` in a case file, where the name may be left out)."""

    name: Name | None = None
    kind: Name
    polygon: Annotated[list[tuple[Place, Place]], Field(min_length=3)]
    height_cm: Annotated[float, Field(ge=0)] = 0.0
    top: Top | None = None
    crest: Annotated[list[tuple[Place, Place]], Field(min_length=3)] | None = None
    height_sigma_cm: Annotated[float, Field(gt=0, le=10)] = RULER_CM


class TerrainOnHexes(Strict):
    """One ``[[terrain]]`` of a case on a hex board: every hex it covers is a piece of its own."""

    name: Name | None = None
    kind: Name
    hexes: Annotated[list[HexPlace], Field(min_length=1)]


class TerrainModel(Strict):
    """All of terrain.toml."""

    piece: list[PieceModel] = []


def pieces_from(
    models: Sequence[PieceModel | TerrainOnHexes], file: str, key: str, by_offset: bool = False,
    board: SquareBoard | HexBoard | None = None,
) -> tuple[Piece, ...]:  # fmt: skip
    """Return the pieces, naming those without a name by kind and count; raises BadFile."""
    pieces: list[Piece] = []
    counts: dict[str, int] = {}
    for index, model in enumerate(models):
        counts[model.kind] = counts.get(model.kind, 0) + 1
        name = model.name if model.name is not None else f"{model.kind}-{counts[model.kind]}"
        if isinstance(model, TerrainOnHexes):
            pieces += pieces_on(
                board, by_offset, model.kind, name, list(model.hexes), f"{key}[{index + 1}].hexes", file
            )
            continue
        wrong = "polygon"
        try:
            piece = Piece(
                name, model.kind, tuple(model.polygon), model.height_cm, model.top,
                height_sigma_cm=model.height_sigma_cm,
            )  # fmt: skip
            wrong = "crest"
            piece = replace(piece, crest=tuple(model.crest or ()))
        except BadGeometry as error:
            raise BadFile(file, f"{key}[{index + 1}].{wrong}", "a simple polygon", str(error)) from None
        if any(other.name == name for other in pieces):
            raise BadFile(file, f"{key}[{index + 1}].name", "a name of its own", repr(name))
        pieces.append(piece)
    return tuple(pieces)


def parse_terrain(text: str, file: str = "terrain.toml") -> tuple[Piece, ...]:
    """Read terrain.toml's text; raises BadFile."""
    return pieces_from(parse_toml(text, TerrainModel, file).piece, file, "piece")


def format_terrain(pieces: tuple[Piece, ...]) -> str:
    """Write pieces as the text of terrain.toml."""
    return "\n".join(map(_block, pieces))


def _block(piece: Piece) -> str:
    lines = [
        "[[piece]]", f"name = {quote(piece.name)}", f"kind = {quote(piece.kind)}",
        f"polygon = {_corners(piece.polygon)}", f"height_cm = {number(piece.height_cm)}",
    ]  # fmt: skip
    if piece.top is not None:
        lines.append(f"top = {quote(piece.top)}")
    if piece.crest:
        lines.append(f"crest = {_corners(piece.crest)}")
    if piece.height_sigma_cm != RULER_CM:
        lines.append(f"height_sigma_cm = {number(piece.height_sigma_cm)}")
    return "\n".join(lines) + "\n"


def _corners(corners: Sequence[Point]) -> str:
    return f"[{', '.join(f'[{number(x)}, {number(y)}]' for x, y in corners)}]"
