"""A board of hexes on the table: offset columns and rows, labels, places in cm, and which hex a stand is on."""

import math
import re
from collections.abc import Iterator

import numpy as np

from table.board_reading import BoardReading
from table.errors import BadInput
from table.frame import HexBoard
from table.hexes import Hex, disc
from table.stand import Stand
from table.terrain import Point
from table.verdict import DOUBT, SLACK

HexReading = BoardReading[Hex]
ROOT3 = math.sqrt(3.0)
_LABEL = re.compile(r"([A-Za-z]+)\s*-?([0-9]{1,4})")
_SURE = 6.5
"""So many sigmas from every border the hex is sure: to 1e-9, as all shares are."""
_TURNS = [math.radians(30.0 + 60.0 * k) for k in range(-1, 5)]
_TIPS = {
    True: tuple((math.cos(turn), math.sin(turn)) for turn in _TURNS),
    False: tuple((math.sin(turn), math.cos(turn)) for turn in reversed(_TURNS)),
}
"""A hex's corners by whether it is pointy, counter-clockwise, its size 1."""
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(24)


def hex_of(board: HexBoard, column: int, row: int) -> Hex:
    """Return the hex of an offset column and row, on the board or beside it."""
    if board.pointy:
        return Hex(column - _shifted(board, row), row)
    return Hex(column, row - _shifted(board, column))


def offset_of(board: HexBoard, here: Hex) -> tuple[int, int]:
    """Return a hex's offset column and row."""
    if board.pointy:
        return (here.q + _shifted(board, here.r), here.r)
    return (here.q, here.r + _shifted(board, here.q))


def _shifted(board: HexBoard, line: int) -> int:
    """Return by how much the staggered line (row of a pointy board) is behind the axial coordinate."""
    return (line - (line & 1)) // 2 if board.offset == "odd" else (line + (line & 1)) // 2


def has(board: HexBoard, here: Hex) -> bool:
    """Say whether a hex is on the board."""
    column, row = offset_of(board, here)
    first_column, first_row = board.first
    return first_column <= column < first_column + board.columns and first_row <= row < first_row + board.rows


def hexes_of(board: HexBoard) -> Iterator[Hex]:
    """Yield every hex of a board, row by row from the near edge and from the left."""
    first_column, first_row = board.first
    for row in range(first_row, first_row + board.rows):
        for column in range(first_column, first_column + board.columns):
            yield hex_of(board, column, row)


def centre_of(board: HexBoard, here: Hex) -> Point:
    """Return a hex's centre in table cm, on the board or beside it."""
    return _laid(board, _even_centre(board, here))


def corners_of(board: HexBoard, here: Hex) -> tuple[Point, ...]:
    """Return a hex's six corners in table cm, counter-clockwise."""
    x, y = _even_centre(board, here)
    size = board.size_cm
    return tuple(_laid(board, (x + size * cos, y + size * sin)) for cos, sin in _TIPS[board.pointy])


def hex_at(board: HexBoard, x: float, y: float) -> Hex:
    """Return the hex that a place in table cm lies in, on the board or beside it; on a border one of them."""
    return _even_hex(board, *_evened(board, x, y))


def unsure_cm(board: HexBoard, here: Hex) -> float:
    """Return one sigma of how far a hex's lines lie off what the board says; beside the board its nearest hex's."""
    if not board.unsure_cm:
        return 0.0
    column, row = offset_of(board, here)
    column = min(max(column - board.first[0], 0), board.columns - 1)
    row = min(max(row - board.first[1], 0), board.rows - 1)
    return board.unsure_cm[row * board.columns + column]


def _even_centre(board: HexBoard, here: Hex) -> Point:
    """Return a hex's centre on the even lattice."""
    x, y = board.origin
    along, across = ROOT3 * board.size_cm, 1.5 * board.size_cm
    if board.pointy:
        return (x + along * (here.q + here.r / 2), y + across * here.r)
    return (x + across * here.q, y + along * (here.r + here.q / 2))


def _laid(board: HexBoard, place: Point) -> Point:
    """Return where a place of the even lattice lies on the table."""
    return place if board.warp is None else board.warp.warped(*place)


def _evened(board: HexBoard, x: float, y: float) -> Point:
    """Return the place of the even lattice that lies there on the table."""
    return (x, y) if board.warp is None else board.warp.evened(x, y)


def _even_hex(board: HexBoard, x: float, y: float) -> Hex:
    across, along = (x - board.origin[0]) / board.size_cm, (y - board.origin[1]) / board.size_cm
    if not board.pointy:
        across, along = along, across
    one, two = across / ROOT3 - along / 3, along / 1.5
    near = Hex(round(one), round(two)) if board.pointy else Hex(round(two), round(one))
    return min(disc(near, 1), key=lambda here: (_far(board, here, x, y), here))


def _far(board: HexBoard, here: Hex, x: float, y: float) -> float:
    cx, cy = _even_centre(board, here)
    return math.hypot(x - cx, y - cy)


def read_hex(board: HexBoard, x: float, y: float, sigma_cm: float = 0.0, doubt: float = DOUBT) -> HexReading:
    """Return which hex a place in table cm is on, with one standard deviation per axis; three-way like any limit.

    It is one hex when it is on any other with at most ``doubt``. A place on the line between two, known exactly, is
    between them. A place that is not known exactly is as unsure as the map's lines are there, too.
    """
    x, y = _evened(board, x, y)
    if board.unsure_cm and sigma_cm > 0.0:
        sigma_cm = math.hypot(sigma_cm, unsure_cm(board, _even_hex(board, x, y)))
    if board.warp is not None:
        sigma_cm /= board.warp.stretch(x, y)
    shares: dict[Hex | None, float] = {}
    for here, share in _shares(board, x, y, sigma_cm).items():
        place = here if has(board, here) else None
        shares[place] = shares.get(place, 0.0) + share
    found = sorted(shares.items(), key=lambda it: (-it[1], it[0] is None, it[0] or Hex(0, 0)))
    return HexReading.of(found, doubt)


def _shares(board: HexBoard, x: float, y: float, sigma_cm: float) -> dict[Hex, float]:
    """Return the hexes that a place of the even lattice may be in with the probability of each; together 1."""
    middle = _even_hex(board, x, y)
    if sigma_cm == 0.0:
        least = _far(board, middle, x, y)
        on = [here for here in disc(middle, 1) if _far(board, here, x, y) <= least + SLACK]
        return {here: 1.0 / len(on) for here in on}
    far = sorted(_far(board, here, x, y) for here in disc(middle, 1))
    # The border lies half way between two centres, and is as far off as this or farther.
    if (far[1] ** 2 - far[0] ** 2) / (2 * ROOT3 * board.size_cm) > _SURE * sigma_cm:
        return {middle: 1.0}
    reach = 1 + math.ceil(8 * sigma_cm / (1.5 * board.size_cm))
    shares = {here: _share(board, here, x, y, sigma_cm) for here in disc(middle, min(reach, 6))}
    total = sum(shares.values())
    return {here: share / total for here, share in shares.items() if share > 1e-9}


def _share(board: HexBoard, here: Hex, x: float, y: float, sigma_cm: float) -> float:
    """Return how much of a normal distribution round a place lies in a hex."""
    cx, cy = _even_centre(board, here)
    # In sigmas from the place, turned so that the hex stands on a corner.
    across, along = (cx - x) / sigma_cm, (cy - y) / sigma_cm
    if not board.pointy:
        across, along = along, across
    size = board.size_cm / sigma_cm
    share = 0.0
    for low, high in ((-1.0, -0.5), (-0.5, 0.5), (0.5, 1.0)):
        start, end = max(along + low * size, -9.0), min(along + high * size, 9.0)
        if start >= end:
            continue
        at = (start + end) / 2 + (end - start) / 2 * _NODES
        half = np.minimum(size * ROOT3 / 2, ROOT3 * (size - np.abs(at - along)))
        inside = [_normal(across + h) - _normal(across - h) for h in half]
        density = np.exp(-(at**2) / 2) / math.sqrt(2 * math.pi)
        share += float((end - start) / 2 * np.sum(_WEIGHTS * density * np.array(inside)))
    return share


def _normal(value: float) -> float:
    return 0.5 * math.erfc(-value / math.sqrt(2.0))


def label_of(board: HexBoard, here: Hex) -> str:
    """Return a hex's label: the letters of its column from the left, the number of its row from the near edge, D5.

    A hex beside the board, or of a board without letters, is called by its numbers.
    """
    column, row = offset_of(board, here)
    column, row = column - board.first[0], row - board.first[1] + 1
    if column < 0 or row < 1 or not board.lettered:
        return f"{here.q},{here.r}"
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{row}"


def parse_hex(board: HexBoard, text: str) -> Hex:
    """Read a label such as D5; raises BadInput for what is none, or off the board."""
    found = _LABEL.fullmatch(text.strip())
    if found is None:
        raise BadInput("{text} is no hex: write it as D5", text=repr(text))
    column = 0
    for letter in found[1].upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    here = hex_of(board, column - 1 + board.first[0], int(found[2]) - 1 + board.first[1])
    if not has(board, here):
        raise BadInput("there is no hex {text} on this board", text=text.strip().upper())
    return here


def default_board(
    width_cm: float, depth_cm: float, columns: int = 13, rows: int = 9, first: tuple[int, int] = (0, 0)
) -> HexBoard:
    """Return a pointy board in the middle of a table, odd rows shifted right, its hexes as large as fit."""
    wide, deep = ROOT3 * (columns + 0.5), 1.5 * rows + 0.5
    size_cm = min(width_cm / wide, depth_cm / deep)
    left, near = (width_cm - wide * size_cm) / 2, (depth_cm - deep * size_cm) / 2
    x = left + ROOT3 * size_cm * (0.5 - first[0])
    y = near + size_cm * (1.0 - 1.5 * first[1])
    return HexBoard((x, y), size_cm, columns, rows, first=first)


MAP_SIGMA_CM = 0.04
"""How far a printed hex is from where the frame has it: paper gives, and nobody lays it to the tenth of a mm."""


def hex_of_stand(stand: Stand, board: HexBoard, doubt: float = DOUBT, map_sigma_cm: float = MAP_SIGMA_CM) -> HexReading:
    """Return which hex one stand is on; one whose place is known exactly (agreed, set by hand) is read exactly."""
    sigma_cm = math.hypot(stand.sigma_cm, map_sigma_cm) if stand.sigma_cm > 0 else 0.0
    return read_hex(board, stand.x, stand.y, sigma_cm, doubt)
