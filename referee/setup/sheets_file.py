"""sheets.toml: how the markers and the board were printed."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from calibration.charuco import BoardSpec
from rules.registry import game_named
from table.notation.toml import Strict, number, parse_toml, quote

Paper = Literal["A4", "Letter"]
USUAL_BOARD = BoardSpec(11, 8, 2.4, 1.8)
"""It fits A4 and Letter."""


class SheetsModel(Strict):
    """All of sheets.toml."""

    paper: Paper = "A4"
    bar_mm: Annotated[float, Field(ge=195, le=205)] = 200.0
    marker_cm: Annotated[float, Field(ge=0.4, le=10)] = 2.0
    markers: Annotated[int, Field(ge=1, le=230)] = 40
    columns: Annotated[int, Field(ge=3, le=40)] = 11
    rows: Annotated[int, Field(ge=3, le=40)] = 8
    square_cm: Annotated[float, Field(gt=0, le=20)] = 2.4
    inner_cm: Annotated[float, Field(gt=0, le=20)] = 1.8
    dictionary: str = "4x4_250"


@dataclass(frozen=True, slots=True)
class SheetsFile:
    """Paper, its bar as measured in mm, the stand markers' side and number, and the calibration board."""

    paper: Paper = "A4"
    bar_mm: float = 200.0
    marker_cm: float = 2.0
    markers: int = 40
    board: BoardSpec = USUAL_BOARD


def usual_sheets(game: str) -> SheetsFile:
    """Return what is usually printed for a game, "" before there is one: on boards the pieces are many, and small."""
    if not game or (the_game := game_named(game)).board is None:
        return SheetsFile()
    return SheetsFile(marker_cm=1.2, markers=the_game.markers)


def parse_sheets(text: str, file: str = "sheets.toml") -> SheetsFile:
    """Read sheets.toml's text; raises BadFile or BadInput."""
    m = parse_toml(text, SheetsModel, file)
    board = BoardSpec(m.columns, m.rows, m.square_cm, m.inner_cm, m.dictionary)
    return SheetsFile(m.paper, m.bar_mm, m.marker_cm, m.markers, board)


def format_sheets(sheets: SheetsFile) -> str:
    """Write the text of sheets.toml."""
    board = sheets.board
    lines = [
        f"paper = {quote(sheets.paper)}",
        f"bar_mm = {number(sheets.bar_mm)}",
        f"marker_cm = {number(sheets.marker_cm)}",
        f"markers = {sheets.markers}",
        "# the ChArUco board",
        f"columns = {board.columns}",
        f"rows = {board.rows}",
        f"square_cm = {number(board.square_cm)}",
        f"inner_cm = {number(board.marker_cm)}",
        f"dictionary = {quote(board.dictionary)}",
    ]
    return "\n".join(lines) + "\n"
