"""A hex as a file writes it: two whole numbers or a label; and the board of a case that gives none."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field

from table.errors import BadFile, BadInput
from table.frame import HexBoard, SquareBoard
from table.hex_board import centre_of, corners_of, default_board, has, hex_of, offset_of, parse_hex
from table.hexes import Hex
from table.terrain import Piece, Point

FAR = 999
"""No file names a hex farther from [0, 0] than this, in either number."""
Whole = Annotated[int, Field(strict=True, ge=-FAR, le=FAR)]
HexPlace = tuple[Whole, Whole] | str
"""``[3, -2]`` or ``"D5"``."""

OffsetBoard = tuple[int, int]
"""Columns and rows of the board whose hexes a game's files write as [column, row]; without one they write [q, r]."""
ROOM = 12
"""So many hexes lie round those that a case names, where it gives no board: farther than any rule looks."""
_DEFAULT = HexBoard((0.0, 0.0), 1.0, 1, 1)


def hex_from(board: HexBoard, place: Any, *, by_offset: bool = False) -> Hex:
    """Return the hex that a file or an action names, on the board or beside it; raises BadInput for what is none."""
    if isinstance(place, str):
        return parse_hex(board, place)
    numbers = list(place) if isinstance(place, list | tuple) else []
    whole = all(isinstance(n, int) and not isinstance(n, bool) and abs(n) <= FAR for n in numbers)
    if len(numbers) != 2 or not whole:
        raise BadInput("{text} is no hex: write it as [3, 2] or as D5", text=repr(place))
    return hex_of(board, numbers[0], numbers[1]) if by_offset else Hex(numbers[0], numbers[1])


def hex_written(board: HexBoard, here: Hex, *, by_offset: bool = False) -> list[int]:
    """Return a hex as a game's files write it: [column, row] or [q, r]."""
    return list(offset_of(board, here)) if by_offset else [here.q, here.r]


def board_for(
    counts: OffsetBoard | None, size_cm: tuple[float, float], named: Iterator[Any], *, lettered: bool
) -> HexBoard:  # fmt: skip
    """Return a board for a case without one: its game's offset board, or one round every hex that is named.

    Unless it is ``lettered``, that has no labels of its own, which nobody wrote.
    """
    if counts is not None:
        return default_board(*size_cm, *counts)
    places = [offset_of(_DEFAULT, Hex(*pair)) for pair in named] or [(0, 0)]
    columns, rows = [column for column, _ in places], [row for _, row in places]
    first = (min(0, min(columns) - ROOM), min(0, min(rows) - ROOM))
    across, along = max(columns) + ROOM + 1 - first[0], max(rows) + ROOM + 1 - first[1]
    return replace(default_board(*size_cm, across, along, first), lettered=lettered)


def pairs_in(value: Any) -> Iterator[tuple[int, int]]:
    """Yield every pair of whole numbers in an action or a list that may name a hex: the board lies round them."""
    if isinstance(value, Mapping):
        for each in value.values():
            yield from pairs_in(each)
    elif isinstance(value, list | tuple):
        if len(value) == 2 and all(isinstance(n, int) and not isinstance(n, bool) for n in value):
            if max(map(abs, value)) <= FAR:
                yield (value[0], value[1])
        else:
            for each in value:
                yield from pairs_in(each)


def _written(place: Any) -> str:
    """Return a hex as the file has it: a pair is a list there."""
    return repr(list(place) if isinstance(place, tuple) else place)


def place_on(board: SquareBoard | HexBoard | None, by_offset: bool, place: Any, key: str, file: str) -> Point:
    """Return the centre of the hex that a key names, in table cm; raises BadFile off the board or without one."""
    here = found_on(board, by_offset, place, key, file)
    assert isinstance(board, HexBoard)
    return centre_of(board, here)


def found_on(board: SquareBoard | HexBoard | None, by_offset: bool, place: Any, key: str, file: str) -> Hex:
    """Return the hex that a key names; raises BadFile off the board or without one."""
    if not isinstance(board, HexBoard):
        raise BadFile(file, key, "a board of hexes to stand on", "none" if board is None else "one of squares")
    try:
        here = hex_from(board, place, by_offset=by_offset)
    except BadInput as error:
        raise BadFile(file, key, "a hex of the board, such as [3, 2] or D5", str(error)) from None
    if not has(board, here):
        raise BadFile(file, key, f"a hex of the board ({board.columns} x {board.rows})", _written(place))
    return here


def pieces_on(
    board: SquareBoard | HexBoard | None, by_offset: bool, kind: str, name: str, hexes: list[Any], key: str, file: str
) -> tuple[Piece, ...]:
    """Return one piece a hex, named after the piece and the hex; raises BadFile."""
    found = [found_on(board, by_offset, place, f"{key}[{k + 1}]", file) for k, place in enumerate(hexes)]
    assert isinstance(board, HexBoard)
    return tuple(Piece(f"{name}-{here.q},{here.r}", kind, corners_of(board, here)) for here in dict.fromkeys(found))
