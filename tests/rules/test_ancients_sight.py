"""Ancients' ranges and lines of sight against a second reading, for every pair of hexes."""

from collections.abc import Iterator
from random import Random

import pytest
from ancients_oracle import CORNERS, FACES, RANGE, Cell, apart, beside, board, centre, crossed, sees
from ancients_tables import BOARD, FAR, NEAR, SETTINGS, UNITS, Man, ruled, table_of
from shapely import LineString, Polygon

from rules.legal import legal
from rules.ruling import CheckVerdict, Ruling
from rules.state import State
from table.hex_board import hex_of, offset_of
from table.hexes import distance, line

CELLS = sorted(board())


def pairs(least: int, most: int) -> Iterator[tuple[Cell, Cell]]:
    yield from ((a, b) for a in CELLS for b in CELLS if least <= apart(a, b) <= most)


def sight(ruling: Ruling) -> CheckVerdict | None:
    found = [check.verdict for check in ruling.checks if check.clause == "C10.4" and not check.modifies]
    return "failed" if "failed" in found else found[0] if found else None


def shoots(men: list[Man], actor: str = "shooter", target: str = "target") -> Ruling:
    return ruled(men, {"type": "shoot", "actor": actor, "target": target}, ("sword",) * 6)


@pytest.mark.parametrize("start", [(0, 0), (0, 1)])
def test_the_second_reading_agrees_with_areas(start: Cell) -> None:
    """What it says is crossed is what shapely says the line has some length in, from both kinds of rows."""
    around = {(c, r): centre((c, r)) for c in range(-2, 8) for r in range(-1, 8)}
    hexes = {cell: Polygon([(x + u, y + v) for u, v in CORNERS]).buffer(1e-9) for cell, (x, y) in around.items()}
    for end in ((c, r) for c in range(6) for r in range(7) if (c, r) != start):
        way = LineString([centre(start), centre(end)])
        long = {cell for cell, area in hexes.items() if area.intersection(way).length > 1e-6} - {start, end}
        assert long == {cell for cells in crossed(start, end) for cell in cells}, end


@pytest.mark.ci
def test_lines_and_distances_over_the_whole_board() -> None:
    for start in CELLS[::11]:  # of both kinds of rows
        here = hex_of(BOARD, *start)
        for end in CELLS:
            there = hex_of(BOARD, *end)
            assert distance(here, there) == apart(start, end)
            if start != end:
                between = line(here, there)[1:-1]
                assert tuple(frozenset(offset_of(BOARD, it) for it in entry) for entry in between) == crossed(
                    start, end
                )


def test_the_line_is_the_same_both_ways() -> None:
    for start, end in pairs(2, 3):
        assert crossed(start, end) == crossed(end, start)[::-1]


@pytest.mark.prove
def test_every_line_of_sight_within_three_hexes() -> None:
    """Every shot there is, with friends and a friendly leader about that hold every second hex or so."""
    chance = Random(10_4)
    blocked = along = 0
    for start, end in pairs(2, 3):
        about = sorted({cell for cell in CELLS if 0 < apart(start, cell) <= 3} - {start, end})
        held = chance.sample(about, chance.randint(0, min(len(about), 12)))
        kinds = [*(chance.choice(UNITS) for _ in held), "leader"][-len(held) :] if held else []
        men = [Man("shooter", NEAR, "light_infantry_bow", start), Man("target", FAR, "heavy_infantry", end)]
        men += [Man(f"m{k}", NEAR, kind, cell) for k, (kind, cell) in enumerate(zip(kinds, held, strict=True))]
        ruling = shoots(men)
        free = sees(start, end, held)
        assert sight(ruling) == ("passed" if free else "failed"), (start, end, held)
        assert (ruling.verdict == "allowed") == free
        blocked += not free
        along += any(len(cells) == 2 for cells in crossed(start, end))
    assert blocked > 300
    assert along > 300


@pytest.mark.ci
def test_whom_one_sees_sees_one() -> None:
    chance = Random(5)
    for start, end in chance.sample(list(pairs(2, 3)), 150):
        about = sorted({cell for cells in crossed(start, end) for cell in cells if cell in CELLS})
        men = [Man("shooter", NEAR, "light_infantry_sling", start), Man("target", FAR, "light_infantry_bow", end)]
        men += [Man(f"m{k}", NEAR, "leader", cell) for k, cell in enumerate(about) if chance.random() < 0.6]
        turned = [Man(man.name, {NEAR: FAR, FAR: NEAR}[man.side], man.kind, man.cell) for man in men]
        assert sight(shoots(men)) == sight(shoots(turned, "target", "shooter"))


@pytest.mark.ci
def test_ranges_of_every_kind() -> None:
    """Who shoots, and how far: every kind of unit over every distance up to five, from the middle and a corner."""
    for kind in (*UNITS, "leader"):
        for start in ((6, 4), (0, 0), (12, 7)):
            for end in (cell for cell in CELLS if 0 < apart(start, cell) <= 5):
                ruling = shoots([Man("shooter", NEAR, kind, start), Man("target", FAR, "auxilia", end)])
                may = 2 <= apart(start, end) <= RANGE.get(kind, 0)
                assert (ruling.verdict == "allowed") == may, (kind, start, end)
                assert may or any(c.clause == "C10.1" and c.verdict == "failed" for c in ruling.checks)


@pytest.mark.ci
def test_beside_an_enemy_nobody_shoots() -> None:
    """On random boards of both sides: who may shoot at whom, by range, neighbours and the line together."""
    allowed = 0
    for seed in range(12):
        chance = Random(seed)
        cells = chance.sample(CELLS, 30)
        men = [Man(f"u{k}", chance.choice((NEAR, FAR)), chance.choice(UNITS), cell) for k, cell in enumerate(cells)]
        held = set(cells)
        for man in (man for man in men if man.kind in RANGE):
            for other in (other for other in men if other.side != man.side and apart(man.cell, other.cell) <= 4):
                enemies = {it.cell for it in men if it.side != man.side}
                may = (
                    2 <= apart(man.cell, other.cell) <= RANGE[man.kind]
                    and not beside(man.cell) & enemies
                    and sees(man.cell, other.cell, held - {man.cell, other.cell})
                )
                assert (shoots(men, man.name, other.name).verdict == "allowed") == may, (seed, man, other)
                allowed += may
    assert allowed > 10
    assert len(FACES) == 6


@pytest.mark.ci
def test_the_targets_offered_are_those_that_may_be_shot_at() -> None:
    offered = 0
    for seed in range(3):
        chance = Random(50 + seed)
        cells = chance.sample(CELLS, 24)
        men = [Man(f"u{k}", chance.choice((NEAR, FAR)), chance.choice(sorted(RANGE)), c) for k, c in enumerate(cells)]
        for man in men:
            enemies = [it for it in men if it.side != man.side]
            alone = not beside(man.cell) & {it.cell for it in enemies}
            may = {
                it.name
                for it in enemies
                if alone and apart(man.cell, it.cell) <= RANGE[man.kind]
                if sees(man.cell, it.cell, set(cells) - {man.cell, it.cell})
            }
            state = State((man.side, {NEAR: FAR, FAR: NEAR}[man.side]))
            tried = [it for it in legal("ancients", table_of(men), state, man.name, SETTINGS) if it.verb == "shoot"]
            assert {name for it in tried for name in it.targets} == may, man
            offered += len(may)
    assert offered > 10
