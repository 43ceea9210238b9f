"""Hexes without a board: axial coordinates, distance, lines, rings, and what can be reached at what cost."""

import heapq
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache


@dataclass(frozen=True, slots=True, order=True)
class Hex:
    """One hex in axial coordinates: q along a row of a pointy board, r from row to row; s = -q - r."""

    q: int
    r: int

    @property
    def s(self) -> int:
        """The third cube coordinate: q + r + s = 0."""
        return -self.q - self.r

    def __add__(self, other: "Hex") -> "Hex":
        return Hex(self.q + other.q, self.r + other.r)

    def __sub__(self, other: "Hex") -> "Hex":
        return Hex(self.q - other.q, self.r - other.r)

    def neighbours(self) -> tuple["Hex", ...]:
        """Return the six hexes beside it: on a pointy board from +x counter-clockwise."""
        return _beside(self)


WAYS = (Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0), Hex(0, -1), Hex(1, -1))
"""The steps from a hex to its neighbours, in order round it."""


@lru_cache(maxsize=4096)
def _beside(here: Hex) -> tuple[Hex, ...]:
    return tuple(here + way for way in WAYS)


Line = tuple[tuple[Hex, ...], ...]
Cost = Callable[[Hex, Hex], float | None]


def distance(a: Hex, b: Hex) -> int:
    """Return how many steps it is from one hex to another."""
    way = b - a
    return max(abs(way.q), abs(way.r), abs(way.s))


def ring(centre: Hex, radius: int) -> Iterator[Hex]:
    """Yield the hexes exactly so many steps away, counter-clockwise; the centre itself for 0."""
    if radius == 0:
        yield centre
        return
    here = centre + Hex(0, -radius)
    for side in WAYS:
        for _ in range(radius):
            yield here
            here = here + side


def disc(centre: Hex, radius: int) -> Iterator[Hex]:
    """Yield the hexes at most so many steps away, the centre first."""
    for k in range(radius + 1):
        yield from ring(centre, k)


def line(a: Hex, b: Hex) -> Line:
    """Return what a straight line from centre to centre goes through, from the first hex to the last.

    An entry is the one hex that the line crosses there, or the two along whose border it runs. Exact.
    """
    found = _line(b - a)
    return tuple(tuple(a + step for step in entry) for entry in found)


@lru_cache(maxsize=4096)
def _line(way: Hex) -> Line:
    """Return the line from hex 0,0: each hex that holds a piece of it of some length, in the order of these pieces."""
    if way == Hex(0, 0):
        return ((way,),)
    # In half widths and half edges a pointy hex is |x| <= 1 and |x| + |y| <= 2 round (2q + r, 3r): all whole numbers.
    end = _place(way)
    pieces: dict[tuple[Fraction, Fraction], list[Hex]] = {}
    for here in _near(way):
        if (piece := _inside(here, end)) is not None:
            pieces.setdefault(piece, []).append(here)
    return tuple(tuple(sorted(pieces[piece])) for piece in sorted(pieces))


def _place(here: Hex) -> tuple[int, int]:
    return (2 * here.q + here.r, 3 * here.r)


def _near(way: Hex) -> Iterator[Hex]:
    """Yield every hex that a line from 0,0 may touch: those round a point of each step."""
    steps = distance(Hex(0, 0), way)
    seen = set()
    for k in range(steps + 1):
        for here in disc(Hex(round(way.q * k / steps), round(way.r * k / steps)), 2):
            if here not in seen:
                seen.add(here)
                yield here


def _inside(here: Hex, end: tuple[int, int]) -> tuple[Fraction, Fraction] | None:
    """Return from where to where of the way (0 to 1) the line to ``end`` is in a hex or on its border; None if not."""
    x, y = _place(here)
    first, last = Fraction(0), Fraction(1)
    for along, across, most in ((1, 0, 1), (-1, 0, 1), (1, 1, 2), (1, -1, 2), (-1, 1, 2), (-1, -1, 2)):
        slope = along * end[0] + across * end[1]
        room = most + along * x + across * y  # slope * t <= room
        if slope == 0:
            if room < 0:
                return None
        elif slope > 0:
            last = min(last, Fraction(room, slope))
        else:
            first = max(first, Fraction(room, slope))
    return (first, last) if first < last else None


@dataclass(frozen=True, slots=True)
class Reached:
    """A hex that can be reached: the least cost, and the way there, from the start to it."""

    cost: float
    way: tuple[Hex, ...]


WHOLE_BOARD = 999.0
"""A budget that is enough for every way on a board."""


def reach(start: Hex, budget: float, cost: Cost, end: Hex | None = None) -> dict[Hex, Reached]:
    """Return every hex that can be reached within a budget, the start for 0; of ways as cheap the shortest first.

    With ``end`` it looks no further than there: what is dearer may be left out.
    ``cost(here, there)`` is what the step costs (0 or more); None where it cannot be made.
    """
    found: dict[Hex, Reached] = {}
    waiting: list[tuple[float, int, tuple[Hex, ...]]] = [(0.0, 0, (start,))]
    while waiting and end not in found:
        spent, steps, way = heapq.heappop(waiting)
        here = way[-1]
        if here in found:
            continue
        found[here] = Reached(spent, way)
        for there in here.neighbours():
            if there in found or (price := cost(here, there)) is None or spent + price > budget + 1e-9:
                continue
            heapq.heappush(waiting, (spent + price, steps + 1, (*way, there)))
    return found
