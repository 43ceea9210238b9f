"""A second reading of Ancients' clauses, from the rulebook alone: whole numbers, exhaustive search, no shared code.

Hexes are (column, row), odd rows half a hex to the right. Half a hex's width is the unit along x and a quarter of its
height along y, so every centre and corner is whole, and what a line crosses is decided without rounding.
"""

from collections.abc import Collection
from fractions import Fraction
from functools import cache

Cell = tuple[int, int]
Crossing = tuple[frozenset[Cell], ...]

COLUMNS, ROWS = 13, 9
CORNERS = ((1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2))

# C2.2, C8.2, C8.3, C8.4, C10.1: what each kind of unit is, blocks, hexes it may move, hexes after which it may still
# battle, and how far it shoots.
SYMBOL = {
    "light_infantry": "green", "light_infantry_bow": "green", "light_infantry_sling": "green", "auxilia": "green",
    "light_cavalry": "green", "medium_infantry": "blue", "warriors": "blue", "medium_cavalry": "blue",
    "heavy_infantry": "red", "war_machine": "red", "heavy_cavalry": "red", "elephants": "red", "heavy_chariots": "red",
    "leader": None,
}  # fmt: skip
BLOCKS = {
    "light_infantry": 4, "light_infantry_bow": 4, "light_infantry_sling": 4, "auxilia": 4, "medium_infantry": 4,
    "warriors": 4, "heavy_infantry": 4, "war_machine": 2, "light_cavalry": 3, "medium_cavalry": 3, "heavy_cavalry": 3,
    "elephants": 2, "heavy_chariots": 2, "leader": 1,
}  # fmt: skip
MOVES = {
    "light_infantry": 2, "light_infantry_bow": 2, "light_infantry_sling": 2, "auxilia": 2, "medium_infantry": 1,
    "warriors": 2, "heavy_infantry": 1, "light_cavalry": 4, "medium_cavalry": 3, "heavy_cavalry": 2, "elephants": 2,
    "heavy_chariots": 2, "leader": 3,
}  # fmt: skip
RANGE = {
    "light_infantry": 2, "light_cavalry": 2, "auxilia": 2, "light_infantry_bow": 3, "light_infantry_sling": 3,
}  # fmt: skip
FACES = ("green", "blue", "red", "leader", "flag", "sword")


def centre(cell: Cell) -> tuple[int, int]:
    """Return a hex's centre in whole units."""
    column, row = cell
    return 2 * column + row % 2, 3 * row


def beside(cell: Cell) -> set[Cell]:
    """Return the six hexes whose centres lie one hex's width away, on the board or off it."""
    x, y = centre(cell)
    near = [(c, r) for r in range(cell[1] - 1, cell[1] + 2) for c in range(cell[0] - 2, cell[0] + 3)]
    return {(c, r) for c, r in near if (abs(centre((c, r))[0] - x), abs(centre((c, r))[1] - y)) in {(2, 0), (1, 3)}}


def board(columns: int = COLUMNS, rows: int = ROWS) -> set[Cell]:
    """Return every hex of a board whose rows are all as long."""
    return {(column, row) for row in range(rows) for column in range(columns)}


def apart(start: Cell, end: Cell) -> int:
    """Return how many steps lie between two hexes, counted by spreading out step by step."""
    return _spread(start[1] % 2)[(end[0] - start[0], end[1] - start[1])]


@cache
def _spread(row: int) -> dict[Cell, int]:
    """Return the steps to every hex around one of an even or odd row, by its column and row less the first one's."""
    reached, edge = {(0, row): 0}, {(0, row)}
    for step in range(1, COLUMNS + ROWS):
        edge = {there for here in edge for there in beside(here) if there not in reached}
        reached |= dict.fromkeys(edge, step)
    return {(column, there - row): steps for (column, there), steps in reached.items()}


def _inside(point: tuple[Fraction, Fraction], cell: Cell) -> int:
    """Return 1 for a point within a hex, 0 for one on its edge, -1 for one outside."""
    x, y = centre(cell)
    u, v = point[0] - x, point[1] - y
    sides = [(b[0] - a[0]) * (v - a[1]) - (b[1] - a[1]) * (u - a[0]) for a, b in _edges()]
    return min((side > 0) - (side < 0) for side in sides)


def _edges() -> list[tuple[Cell, Cell]]:
    return list(zip(CORNERS, (*CORNERS[1:], CORNERS[0]), strict=True))


def _cut(start: Cell, end: Cell, cell: Cell) -> tuple[Fraction, Fraction] | None:
    """Return from which to which share of the line from centre to centre a hex is met, its edges with it."""
    (ax, ay), (bx, by), (x, y) = centre(start), centre(end), centre(cell)
    first, last = Fraction(0), Fraction(1)
    for (px, py), (qx, qy) in _edges():
        here = (qx - px) * (ay - y - py) - (qy - py) * (ax - x - px)
        growth = (qx - px) * (by - ay) - (qy - py) * (bx - ax)
        if growth == 0:
            if here < 0:
                return None
        elif growth > 0:
            first = max(first, Fraction(-here, growth))
        else:
            last = min(last, Fraction(-here, growth))
    return (first, last) if first < last else None


def crossed(start: Cell, end: Cell) -> Crossing:
    """Return what lies on the line between two hexes' centres, in its order: single hexes, or the two of a border.

    The hexes at its ends are left out; a hex that is only touched at a corner is not crossed.
    """
    column, row = start[0], start[1] - start[1] % 2
    moved = _crossed((0, start[1] - row), (end[0] - column, end[1] - row))
    return tuple(frozenset((c + column, r + row) for c, r in cells) for cells in moved)


@cache
def _crossed(start: Cell, end: Cell) -> Crossing:
    (ax, ay), (bx, by) = centre(start), centre(end)
    wide = range(min(start[0], end[0]) - 1, max(start[0], end[0]) + 2)
    tall = range(min(start[1], end[1]) - 1, max(start[1], end[1]) + 2)
    met: dict[tuple[Fraction, Fraction], set[Cell]] = {}
    for cell in ((c, r) for r in tall for c in wide):
        cut = _cut(start, end, cell)
        if cell in (start, end) or cut is None:
            continue
        middle = sum(cut) / 2
        point = ax + middle * (bx - ax), ay + middle * (by - ay)
        assert _inside(point, cell) >= 0
        met.setdefault(cut, set()).add(cell)
    assert all(len(cells) in (1, 2) for cells in met.values())
    return tuple(frozenset(met[cut]) for cut in sorted(met))


def sees(start: Cell, end: Cell, held: Collection[Cell]) -> bool:
    """C10.4: a held hex in between blocks the line, along a border only two do; the hexes at its ends never."""
    return not any(all(cell in held for cell in cells) for cells in crossed(start, end))


def ends_of(start: Cell, budget: int, barred: Collection[Cell], cells: Collection[Cell]) -> dict[Cell, int]:
    """Return every hex that can be walked to in so many steps without a barred one, and in how few."""
    reached, edge = {start: 0}, {start}
    for step in range(1, budget + 1):
        edge = {t for here in edge for t in beside(here) if t in cells and t not in barred and t not in reached}
        reached |= dict.fromkeys(edge, step)
    return {cell: steps for cell, steps in reached.items() if steps}


def lost(kind: str, faces: Collection[str], alone: bool = True) -> int:
    """C10.5: the blocks (a lone leader: the leader) that ranged dice take from a unit of that kind."""
    wanted = SYMBOL[kind] or ("leader" if alone else None)
    return min(sum(face == wanted for face in faces), BLOCKS[kind])


def sections_of(cell: Cell, far: bool = False) -> set[str]:
    """C1.1: the sections a hex belongs to, as whoever sits at that edge calls them; cut by a dotted line: both.

    The lines run through columns 4 and 8 of the even rows, and between hexes of the odd ones.
    """
    x = centre(cell)[0]
    spots = {"left": x - 1 < 8, "centre": x + 1 > 8 and x - 1 < 16, "right": x + 1 > 16}
    found = {name for name, within in spots.items() if within}
    turned = {"left": "right", "right": "left", "centre": "centre"}
    return {turned[name] for name in found} if far else found
