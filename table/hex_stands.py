"""Stands to hexes, from the frame and the board's grid: one hex, on the line between several, or off the board."""

import math
from collections.abc import Iterable, Mapping

from table.frame import Frame, HexBoard
from table.hex_board import read_hex
from table.hex_reading import HexReading
from table.stand import Stand
from table.verdict import DOUBT

MAP_SIGMA_CM = 0.04
"""How far a printed hex is from where the frame has it: paper gives, and nobody lays it to the tenth of a mm."""


def hexes_of_stands(
    stands: Iterable[Stand], frame: Frame, doubt: float = DOUBT, map_sigma_cm: float = MAP_SIGMA_CM
) -> Mapping[str, HexReading]:
    """Return each stand's hex by its name, from its footprint's centre and sigma; empty without a board of hexes.

    A stand that may be on either of several hexes by more than ``doubt`` is on the line between them
    (table/hex_board.py). To what the camera measures comes ``map_sigma_cm``, the map's own.
    """
    board = frame.board
    if not isinstance(board, HexBoard):
        return {}
    return {stand.name: hex_of_stand(stand, board, doubt, map_sigma_cm) for stand in stands}


def hex_of_stand(stand: Stand, board: HexBoard, doubt: float = DOUBT, map_sigma_cm: float = MAP_SIGMA_CM) -> HexReading:
    """Return which hex one stand is on; one whose place is known exactly (agreed, set by hand) is read exactly."""
    sigma_cm = math.hypot(stand.sigma_cm, map_sigma_cm) if stand.sigma_cm > 0 else 0.0
    return read_hex(board, stand.x, stand.y, sigma_cm, doubt)
