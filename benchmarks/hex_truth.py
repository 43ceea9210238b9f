"""Where pieces on a synthetic hex map truly are: the hex by the printed map, and how far from the nearest border."""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from simulation.synthetic.hex_pieces import HexPiece
from table.frame import HexBoard
from table.hex_board import centre_of, has, hexes_of
from table.hexes import Hex

_SAME_CM = 1e-6


@dataclass(frozen=True, slots=True)
class Truth:
    """One piece with a marker: the hexes it is on (two or three exactly on a line; None: off the map).

    ``border_cm`` is how far its middle is from the nearest line that parts hexes, or hexes and what is off the map.
    ``lies_on`` are the pieces below it from the lowest.
    """

    name: str
    marker: int
    x: float
    y: float
    hexes: tuple[Hex | None, ...]
    border_cm: float
    layer: int
    lies_on: tuple[str, ...] = ()


def true_place(board: HexBoard, x: float, y: float) -> tuple[tuple[Hex | None, ...], float]:
    """Return the hexes a place (the board's own cm) is on and its distance to the nearest border.

    Found from the hexes' middles alone, all of them and a ring beside the board: not as table/hex_board reads it.
    """
    places, middles = _middles(board)
    away = np.hypot(middles[:, 0] - x, middles[:, 1] - y)
    near = np.argsort(away)[:7]
    best = int(near[0])
    if away[best] > board.size_cm * 1.001:
        return (None,), math.inf
    # The border between two hexes is where both middles are as far: it lies half way, across the line between them.
    apart = math.sqrt(3.0) * board.size_cm
    gaps = {int(k): float((away[k] ** 2 - away[best] ** 2) / (2 * apart)) for k in near[1:]}
    on = [places[best], *(places[k] for k, gap in gaps.items() if gap <= _SAME_CM)]
    found = tuple(dict.fromkeys(place if has(board, place) else None for place in on))
    here = places[best] if has(board, places[best]) else None
    parting = [gap for k, gap in gaps.items() if (places[k] if has(board, places[k]) else None) != here]
    return found, min(parting, default=math.inf)


@lru_cache(maxsize=4)
def _middles(board: HexBoard) -> tuple[list[Hex], NDArray[np.float64]]:
    inside = set(hexes_of(board))
    places = sorted(inside | {other for here in inside for other in here.neighbours()})
    return places, np.array([centre_of(board, place) for place in places])


def truth_of(piece: HexPiece, board: HexBoard, own: tuple[float, float], lies_on: tuple[str, ...]) -> Truth:
    """Return the truth of a piece whose middle is at ``own`` in the printed map's cm."""
    assert piece.marker is not None
    hexes, border = true_place(board, *own)
    return Truth(piece.name, piece.marker, piece.x, piece.y, hexes, border, piece.layer, lies_on)
