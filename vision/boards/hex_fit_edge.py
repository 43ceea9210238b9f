"""Which hex is which: a lattice looks the same a step farther, but the map ends where its last hexes do."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from table.frame import HexBoard
from table.hex_board import centre_of, has, hexes_of
from table.hexes import Hex, disc
from vision.boards.hex_fit_ground import LaidFlat
from vision.boards.hex_fit_lines import look_across, sides_of
from vision.boards.hex_fit_start import Start
from vision.boards.hex_net import Bent

Floats = NDArray[np.float64]

FARTHEST = 2  # steps from the place said
_NOMINAL = 12  # steps at most that the waves may have led away
_WINDOW = 0.12
_PLAIN = 0.25  # of a board's rim: so many more lines must speak for another place than the one said


@dataclass(frozen=True)
class Stepped:
    """By which step of the lattice the board lies farther, and whether lines go on beyond its rim."""

    step: Hex
    beyond: float


def nominal_step(bent: Bent, board: HexBoard) -> Hex:
    """Return the step after which the map's hex 0,0 lies nearest to the board's origin."""
    origin = np.array(board.origin)
    steps = list(disc(Hex(0, 0), _NOMINAL))
    lies = bent.warped(np.array([_vector(board, step) for step in steps]) + origin)
    return steps[int(np.argmin(np.hypot(*(lies - origin).T)))]


def best_step(laid: LaidFlat, start: Start, board: HexBoard) -> Stepped:
    """Return the step after which the board's sides, and no others, have lines; none where the lines do not tell."""
    around = _around(board, FARTHEST + 1)
    sides = sides_of(board, around)
    lines = look_across(start.ink, laid, start.bent, sides, board.size_cm, _WINDOW, start.usual)
    mine = np.array([has(board, one) or has(board, two) for one, two in sides.between])
    shown = lines.found & lines.held
    usual = float(shown[mine & lines.held].mean()) if (mine & lines.held).any() else 1.0
    worth = np.where(lines.held, shown - usual / 2, 0.0)
    by_side = dict(zip(map(frozenset, sides.between), worth, strict=True))
    own = [pair for pair, here in zip(sides.between, mine, strict=True) if here]
    totals = {
        step: sum(by_side.get(frozenset((one + step, two + step)), 0.0) for one, two in own)
        for step in disc(Hex(0, 0), FARTHEST)
    }
    rim = sum(1 for one, two in own if has(board, one) != has(board, two))
    best = max(totals, key=lambda step: totals[step])
    outside = ~mine & lines.held
    beyond = float(shown[outside].mean()) / usual if outside.any() and usual > 0 else 0.0
    plainly = totals[best] - totals[Hex(0, 0)] > _PLAIN * rim * usual
    return Stepped(best if plainly else Hex(0, 0), beyond)


def stepped(bent: Bent, board: HexBoard, step: Hex) -> tuple[Floats, Floats]:
    """Return places (N, 2) of the even lattice and their offsets, all over the board, after a step of the lattice."""
    far = np.array(_vector(board, step))
    places = bent.net.places_cm
    left, near, right, far_edge = bent.net.box
    inside = np.clip(places, (left, near), (right, far_edge))
    return inside, bent.warped(inside + far) - inside


def _around(board: HexBoard, wide: int) -> tuple[Hex, ...]:
    """Return the hexes at most so many steps from the board, that are not on it."""
    found: set[Hex] = set()
    edge = set(hexes_of(board))
    for _ in range(wide):
        edge = {there for here in edge for there in here.neighbours() if not has(board, there)} - found
        found |= edge
    return tuple(sorted(found))


def _vector(board: HexBoard, step: Hex) -> tuple[float, float]:
    even = HexBoard((0.0, 0.0), board.size_cm, 1, 1, board.pointy)
    return centre_of(even, step)
