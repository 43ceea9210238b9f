"""Montecassino's moves judged a second time, from the clauses' text alone, on columns and ranks; and random positions.

It shares no code with rules/montecassino beyond the squares' names: tests hold the two against each other.
"""

from collections.abc import Iterator, Sequence
from itertools import product

from hypothesis import strategies as st

from table.snapshot import Snapshot
from table.squares import Square, centre_of, default_board
from table.stand import Stand

Cell = tuple[int, int]
Men = dict[Cell, str]
"""Who is where, by (column, rank): "A" or "G"."""
Hop = tuple[Cell, Cell]
BOARD = default_board(44, 95)


def allowed(men: Men, side: str, hops: Sequence[Hop]) -> bool:
    """Say whether these single steps, in this order, are a turn of that side (M2.2-M2.6, M3.1)."""
    if not 1 <= len(hops) <= 3:
        return False
    now, ways = dict(men), {}
    for start, end in hops:
        if now.get(start) != side or not (0 <= end[0] < 8 and 0 <= end[1] < 18):
            return False
        origin = next((first for first, way in ways.items() if way[-1][1] == start), start)
        ways.setdefault(origin, []).append((start, end, now.get(end)))
        del now[start]
        now[end] = side
    return all(_one_soldier(origin, way, side) for origin, way in ways.items())


def _one_soldier(origin: Cell, way: Sequence[tuple[Cell, Cell, str | None]], side: str) -> bool:
    up = 1 if side == "A" else -1
    lines = [(rank + 1 if side == "A" else 18 - rank) for _, rank in (origin, *(end for _, end, _ in way))]
    hops = [((end[0] - start[0]), (end[1] - start[1]) * up, there) for start, end, there in way]
    if lines[0] <= 2 and len(hops) > 1:  # M2.3
        return False
    if any(line >= 16 for line in lines[:-1]) and len(hops) > 1:  # M2.6
        return False
    if sum(on == 0 for _, on, _ in hops) > 1:  # M2.4: one step sideways
        return False
    return all(_one_hop(k, hops, lines, side) for k in range(len(hops)))


def _one_hop(k: int, hops: Sequence[tuple[int, int, str | None]], lines: Sequence[int], side: str) -> bool:
    aside, on, there = hops[k]
    if (aside, on) in ((0, 1), (1, 0), (-1, 0)):
        return there is None  # M2.5
    if (aside, on) == (0, -1):  # M2.4: back within 25-72 of one's own field, and nothing else
        return there is None and len(hops) == 1 and 4 <= lines[k + 1] < lines[k] <= 9
    if abs(aside) != 1 or on != 1 or there in (None, side):  # M2.4, M3.1
        return False
    return all(other[1] != 0 for other in hops[:k]) and k + 1 == len(hops)


def every_hop(men: Men, side: str) -> Iterator[Hop]:
    """Yield every step to one of the eight squares round a soldier."""
    for cell, whose in men.items():
        if whose == side:
            for across, along in product((-1, 0, 1), repeat=2):
                end = (cell[0] + across, cell[1] + along)
                if (across, along) != (0, 0) and 0 <= end[0] < 8 and 0 <= end[1] < 18:
                    yield cell, end


def after(men: Men, hop: Hop) -> Men:
    """Return who is where after a step."""
    return {**{cell: whose for cell, whose in men.items() if cell != hop[0]}, hop[1]: men[hop[0]]}


def every_turn(men: Men, side: str, longest: int = 3) -> set[tuple[Hop, ...]]:
    """Return every turn there is, by trying all steps to all neighbours; what begins a turn is one itself."""
    found, reached = set(), [(men, ())]
    for _ in range(longest):
        further = []
        for now, hops in reached:
            for hop in every_hop(now, side):
                turn = (*hops, hop)
                if allowed(men, side, turn):
                    found.add(turn)
                    further.append((after(now, hop), turn))
        reached = further
    return found


@st.composite
def positions(draw: st.DrawFn, own: int = 3, enemies: int = 4) -> tuple[Men, str]:
    """Draw a few soldiers of both sides close together, anywhere on the board, and the side to play."""
    left, near = draw(st.integers(0, 5)), draw(st.integers(0, 14))
    cells = draw(st.permutations([(left + x, near + y) for x in range(3) for y in range(4)]))
    mine, theirs = draw(st.integers(1, own)), draw(st.integers(0, enemies))
    side = draw(st.sampled_from(["A", "G"]))
    other = "G" if side == "A" else "A"
    return dict.fromkeys(cells[:mine], side) | dict.fromkeys(cells[mine : mine + theirs], other), side


def table_of(men: Men) -> Snapshot:
    """Return the table on which they stand; each is named for his square."""
    stands = []
    for cell, side in sorted(men.items()):
        square = Square.at(*cell)
        stands.append(Stand(f"{side.lower()} {square}", side, "soldier", *centre_of(BOARD, square)))
    return Snapshot(44, 95, tuple(stands), board=BOARD)


def as_steps(hops: Sequence[Hop]) -> list[dict[str, str]]:
    """Return steps as an action has them."""
    return [{"from": str(Square.at(*start)), "to": str(Square.at(*end))} for start, end in hops]
