"""Where the units and leaders of Ancients may go, against a step-by-step search on crowded boards."""

import pytest
from ancients_oracle import MOVES, Cell, apart, beside, board, ends_of
from ancients_tables import NEAR, SETTINGS, UNITS, Man, crowd, place_of, ruled, table_of, way_to, with_enemy_beside

from rules.legal import legal
from rules.state import State

CELLS = board()
SEEDS = range(3)
KINDS = tuple(kind for kind in UNITS if kind in MOVES)


def barred_for(man: Man, men: list[Man]) -> set[Cell]:
    """C8.1, C8.4: what no step may enter: for a unit every hex that is held, for a leader those the enemy holds."""
    return {it.cell for it in men if it is not man and (man.kind != "leader" or it.side != man.side)} - {man.cell}


def may_end(man: Man, men: list[Man]) -> dict[Cell, int]:
    """Return the hexes a unit or a leader alone may go to, and in how few steps."""
    found = ends_of(man.cell, MOVES[man.kind], barred_for(man, men), CELLS)
    if man.kind == "warriors":
        return {cell: n for cell, n in found.items() if n == 1 or with_enemy_beside(cell, men, man.side)}
    if man.kind == "leader":
        led = {it.cell for it in men if it.kind == "leader"}
        return {cell: steps for cell, steps in found.items() if cell not in led}
    return found


def spaces(men: list[Man], man: Man) -> set[Cell]:
    """Return what the engine says is open to a stand."""
    state = State((man.side, "other"), side=man.side)
    found = [it for it in legal("ancients", table_of(men), state, man.name, SETTINGS) if it.verb == "move"]
    return {place_of(space.centre) for it in found for space in it.spaces}


def alone(man: Man, men: list[Man]) -> bool:
    return all(it.cell != man.cell for it in men if it is not man)


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize("seed", SEEDS)
def test_the_hexes_open_to_everybody(seed: int) -> None:
    men = crowd(seed, 45, KINDS)
    for man in (man for man in men if man.kind != "leader" or alone(man, men)):
        assert spaces(men, man) == set(may_end(man, men)), man


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize("seed", SEEDS)
def test_every_way_there_is_ruled_so(seed: int) -> None:
    """Each hex within five steps of each kind: allowed by its shortest way if at all, and refused by a clause of C8."""
    men = crowd(100 + seed, 40, KINDS)
    seen = set()
    for man in (man for man in men if man.kind != "leader" or alone(man, men)):
        if man.kind in seen:
            continue
        seen.add(man.kind)
        open_to = may_end(man, men)
        for end in sorted(cell for cell in CELLS if 0 < apart(man.cell, cell) <= MOVES[man.kind] + 1):
            way = way_to(man.cell, end, barred_for(man, men), CELLS, 6) or way_to(man.cell, end, (), CELLS, 6)
            assert way is not None
            ruling = ruled(men, {"type": "move", "actor": man.name, "path": [list(cell) for cell in way]})
            assert (ruling.verdict == "allowed") == (end in open_to), (man, way)
            if end in open_to:
                went = {e.stand: place_of((e.values["x"], e.values["y"])) for e in ruling.effects if e.type == "move"}
                assert went == {it.name: end for it in men if it is man or it.cell == man.cell}
            else:
                assert any(c.clause.startswith("C8.") and c.verdict == "failed" for c in ruling.checks)
    assert len(seen) > 8


def test_neighbours_are_the_six_around_in_both_kinds_of_rows() -> None:
    for cell in ((5, 4), (5, 5), (0, 4), (0, 5), (12, 4), (12, 5), (0, 0), (12, 8), (6, 8)):
        men = [Man("u", NEAR, "heavy_infantry", cell)]
        assert spaces(men, men[0]) == beside(cell) & CELLS


def test_no_way_of_a_unit_is_cheaper_by_a_detour() -> None:
    """The steps to a hex are at most those to a neighbour of it and one more."""
    for seed in range(3):
        men = crowd(seed, 50, KINDS)
        for man in men:
            found = {man.cell: 0} | ends_of(man.cell, 4, barred_for(man, men), CELLS)
            for here, steps in found.items():
                assert all(found[there] <= steps + 1 for there in beside(here) if there in found)
