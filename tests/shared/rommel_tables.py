"""Random maps for Rommel & Montgomery: valid by construction, as plain cells for the second reading and as tables."""

import random
from collections.abc import Iterable, Mapping
from typing import Any

from hypothesis import strategies as st
from rommel_oracle import AROUND, FLYING, GUNS, MARKERS, ON_FOOT, Cell, Ground, Unit

from table.frame import HexBoard
from table.hex_board import centre_of, corners_of
from table.hexes import Hex
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece

COLUMNS, ROWS = 10, 9
SIZE_CM = 2.0
LAND = ("infantry", "paratroops", "mechanised_infantry", "tank", *GUNS)


def all_cells(columns: int = COLUMNS, rows: int = ROWS) -> frozenset[Cell]:
    """Return the cells of a pointy board whose odd rows are half a hex to the right."""
    return frozenset((column - (row - row % 2) // 2, row) for column in range(columns) for row in range(rows))


def walk(dice: random.Random, cells: frozenset[Cell], length: int) -> frozenset[Cell]:
    """Return the cells of a walk at random."""
    here = dice.choice(sorted(cells))
    found = {here}
    for _ in range(length):
        here = dice.choice([there for q, r in AROUND if (there := (here[0] + q, here[1] + r)) in cells])
        found.add(here)
    return frozenset(found)


def random_ground(dice: random.Random) -> Ground:
    """Return a crowded map: roads, a minefield with lanes, fortifications, a dozen counters, any weather."""
    cells = all_cells()
    mines = walk(dice, cells, dice.choice((0, 6, 14, 30)))
    lanes = frozenset(cell for cell in mines if dice.random() < 0.2)
    roads = walk(dice, cells, 12) | walk(dice, cells, 8)
    places = dice.sample(sorted(cells), 24)
    fields = frozenset((*dice.sample(sorted(cells), 2), places[3]))  # one where perhaps a counter stands
    forts = (*places[:2], *places[20:23])
    units = [Unit(f"w{k}", "axis", "fortification", at) for k, at in enumerate(forts)]
    if dice.random() < 0.7:
        held = dice.choice((*ON_FOOT, *GUNS))
        units.append(Unit("x0", dice.choice(("axis", "allied")), held, places[1], 2, 4))
    for k, at in enumerate(places[2 : dice.randint(6, 14)]):
        side = ("axis", "allied")[k % 2]
        kind = dice.choice(LAND) if k > 3 or dice.random() < 0.3 else ("supply", "infantry")[k // 2 % 2]
        units.append(Unit(f"{side[:2]}{k}", side, kind, at, dice.randint(1, 6), dice.randint(1, 6)))
    for k, at in enumerate(places[14 : dice.randint(14, 20)]):
        side = ("axis", "allied")[k % 2]
        factors = dice.choice(((2, 8), (3, 8), (4, 6), (3, 5)))
        units.append(Unit(f"f{side[:2]}{k}", side, FLYING, at, *factors))
    weather = dice.choice(("fair", "fair", "rain", "storm"))
    return Ground(
        cells, tuple(units), roads, mines, airfields=fields, weather=weather,
        cleared=frozenset(cell for cell in lanes if all(unit.at != cell for unit in units)),
    )  # fmt: skip


grounds = st.integers(0, 2**32).map(lambda seed: random_ground(random.Random(seed)))
"""Maps for hypothesis: every seed is one."""


def actors(ground: Ground, flying: bool) -> list[Unit]:
    """Return the counters that may be moved."""
    return [unit for unit in ground.units if unit.flies is flying and unit.kind not in MARKERS]


def board_of(ground: Ground) -> tuple[HexBoard, tuple[float, float]]:
    """Return the board of a map, and how large its table is; on a map turned round the even rows are shifted."""
    across, along = SIZE_CM * 3**0.5, 1.5 * SIZE_CM
    size_cm = ((COLUMNS + 1) * across, (ROWS + 1) * along)
    if min(r for _, r in ground.cells) == 0:
        return HexBoard((across / 2, SIZE_CM), SIZE_CM, COLUMNS, ROWS), size_cm
    origin = (across * COLUMNS, SIZE_CM + along * (ROWS - 1))
    return HexBoard(origin, SIZE_CM, COLUMNS, ROWS, offset="even", first=(1 - COLUMNS, 1 - ROWS)), size_cm


def table_of(ground: Ground, more: Mapping[str, Iterable[Cell]] | None = None) -> Snapshot:
    """Return the table on which they stand, with lanes as counters; ``more`` are hexes of other kinds."""
    board, size_cm = board_of(ground)
    stands = []
    for unit in ground.units:
        factors: dict[str, Any] = {"combat": unit.combat, "movement": unit.movement}
        done: dict[str, Any] = {"moved": True} if unit.moved else {}
        done |= {"reduced": True} if unit.reduced else {}
        state = done if unit.kind in MARKERS else factors | done
        x, y = centre_of(board, Hex(*unit.at))
        stands.append(Stand(unit.name, unit.side, unit.kind, x, y, state=state))
    for k, cell in enumerate(sorted(ground.cleared)):
        x, y = centre_of(board, Hex(*cell))
        stands.append(Stand(f"lane {k}", "axis", "lane", x, y))
    pieces = [
        Piece(f"{kind} {k}", kind, corners_of(board, Hex(*cell)))
        for kind, cells in (
            ("road", ground.roads),
            ("mines", ground.mines),
            ("airfield", ground.airfields),
            *(more or {}).items(),
        )
        for k, cell in enumerate(sorted(cells))
    ]
    return Snapshot(*size_cm, tuple(stands), tuple(pieces), board=board)


def day(ground: Ground) -> Mapping[str, Mapping[str, Any]]:
    """Return what is known of the table: its weather."""
    return {"table": {"weather": ground.weather}}
