"""Which hex is which: a lattice looks the same a step farther, but the map ends where its last hexes do."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from table.frame import HexBoard
from table.hex_board import centre_of, has, hexes_of
from table.hexes import Hex, disc
from vision.arrays import Floats
from vision.boards.hex_fit_ground import LaidFlat
from vision.boards.hex_fit_lines import look_across, sides_of
from vision.boards.hex_fit_start import Start
from vision.boards.hex_net import Bent

FARTHEST = 2  # steps from the place said
_NOMINAL = 12  # steps at most that the waves may have led away
_WINDOW = 0.12
_PLAIN, _OPEN = 0.5, 0.3  # of all that the sides which differ can say: so much decides, less leaves it open

HERE = Hex(0, 0)
Pairs = frozenset[frozenset[Hex]]


@dataclass(frozen=True)
class Stepped:
    """By which step of the lattice the board lies farther, and whether its rim leaves that open.

    ``offset`` is how the map's lines are staggered where its rim shows them so and the board was said otherwise.
    """

    step: Hex
    unclear: bool
    offset: Literal["odd", "even"] | None = None


def nominal_step(bent: Bent, board: HexBoard) -> Hex:
    """Return the step after which the map's hex nearest to the origin lies nearest to where the board has it.

    Hex 0,0 itself may be far beyond a board that begins elsewhere, where no line tells how the map is bent.
    """
    centres = np.array([centre_of(board, here) for here in hexes_of(board)])
    first = centres[int(np.argmin(np.hypot(*(centres - board.origin).T)))]
    steps = list(disc(HERE, _NOMINAL))
    lies = bent.warped(np.array([_vector(board, step) for step in steps]) + first)
    return steps[int(np.argmin(np.hypot(*(lies - first).T)))]


def best_step(laid: LaidFlat, start: Start, board: HexBoard) -> Stepped:
    """Return the step after which the board's sides, and no others, have lines; none where the lines do not tell."""
    around = _around(board, FARTHEST + 1)
    sides = sides_of(board, around)
    lines = look_across(start.ink, laid, start.bent, sides, board.size_cm, _WINDOW, start.usual)
    mine = np.array([has(board, one) or has(board, two) for one, two in sides.between])
    shown = lines.found & lines.held
    usual = float(shown[mine & lines.held].mean()) if (mine & lines.held).any() else 1.0
    worth = np.where(lines.held, shown - usual / 2, 0.0)
    rim = _Rim(dict(zip(map(frozenset, sides.between), worth.tolist(), strict=True)), usual / 2)
    own: Pairs = frozenset(frozenset(pair) for pair, here in zip(sides.between, mine, strict=True) if here)
    places = {step: frozenset(frozenset((one + step, two + step)) for one, two in own) for step in disc(HERE, FARTHEST)}
    best = max(places, key=lambda step: (rim.total(places[step]), step == HERE))
    step = best if best != HERE and rim.speaks(places[best], places[HERE]) > _PLAIN else HERE
    other = replace(board, offset="even" if board.offset == "odd" else "odd")
    staggered: Pairs = frozenset(map(frozenset, sides_of(other).between))
    if staggered != own and rim.speaks(staggered, places[best]) > _PLAIN:
        return Stepped(step, False, other.offset)
    others = [place for one, place in places.items() if one != step] + ([staggered] if staggered != own else [])
    return Stepped(step, any(rim.speaks(places[step], place) < _OPEN for place in others))


@dataclass(frozen=True)
class _Rim:
    """What each side round a board's rim is worth: ``most`` with a line, as much below 0 without, 0 out of sight."""

    worth: Mapping[frozenset[Hex], float]
    most: float

    def total(self, sides: Pairs) -> float:
        """Return how much speaks for sides."""
        return sum(self.worth.get(side, 0.0) for side in sides)

    def speaks(self, these: Pairs, those: Pairs) -> float:
        """Return how much speaks for these sides rather than for those, of all that could (1 to -1); 0 for nothing."""
        could = self.most * sum(1 for side in these ^ those if self.worth.get(side, 0.0) != 0.0)
        return (self.total(these) - self.total(those)) / could if could > 0 else 0.0


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
