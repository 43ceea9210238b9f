"""Rommel's moves, zones, supply, mines, roads and weather against a second reading of the clauses, on random maps."""

import random
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rommel_oracle import (
    Cell,
    Ground,
    Unit,
    factor,
    goals,
    mirrored,
    next_to,
    shot_at,
    spread,
    steps_between,
    supplied,
    walks,
    why_not,
)
from rommel_tables import actors, all_cells, day, grounds, random_ground, table_of

from rules.legal import legal
from rules.registry import game_named, rule
from rules.rommel import RommelSettings
from rules.rommel.notation import open_to
from rules.rommel.routes import Reached
from rules.ruling import Ruling
from rules.settings import read_settings
from rules.state import State
from table.hexes import Hex, distance

GAME = "rommel"
SEEDS, BATCH = 240, 24
MISSES = (4,) * 12  # flak misses with every one


def ruled(ground: Ground, unit: Unit, path: list[Cell]) -> Ruling:
    action = {"type": "move", "actor": unit.name, "path": [list(cell) for cell in path]}
    return rule(GAME, table_of(ground), action, MISSES, sides=day(ground))


def refused_by(ruling: Ruling) -> set[str]:
    return {check.clause for check in ruling.checks if check.verdict == "failed" and not check.modifies}


def ways_open(ground: Ground, unit: Unit) -> dict[Cell, Reached]:
    """Return where the engine lets a counter go, and how."""
    read = read_settings(RommelSettings, {}, "settings")
    table = game_named(GAME).complete(table_of(ground), read, "table")
    found = open_to(table, table.stand(unit.name), read, day(ground)["table"])
    return {(each.here.q, each.here.r): each for each in found}


def wander(dice: random.Random, ground: Ground, unit: Unit) -> list[Cell]:
    """Return a way at random over the map, as long as its factor allows or a little longer, perhaps back on itself."""
    path = [unit.at]
    for _ in range(max(1, factor(unit, ground.weather) + dice.randint(-3, 3))):
        path.append(dice.choice([there for there in next_to(path[-1]) if there in ground.cells]))
    return path


@cache
def differing(batch: int) -> tuple[list[str], Counter[str]]:
    """Return what the two readings rule differently on a batch of random maps, and how often each clause refused."""
    wrong, counts = [], Counter[str]()
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        dice = random.Random(seed)
        ground = random_ground(dice)
        movers = actors(ground, flying=False) + actors(ground, flying=True)
        for unit in dice.sample(movers, min(3, len(movers))):
            path = wander(dice, ground, unit)
            ruling, why = ruled(ground, unit, path), why_not(ground, unit, path)
            said = refused_by(ruling)
            if bool(why) != (ruling.verdict == "refused") or (why and not why & said):
                wrong.append(f"seed {seed}: {unit} {path}: {sorted(why)}, but the engine {sorted(said)}")
            counts.update(why or {"allowed"})
        unit = dice.choice(movers)
        there, here = set(goals(ground, unit)), set(ways_open(ground, unit))
        if there != here:
            wrong.append(f"seed {seed}: {unit}: missing {sorted(there - here)}, too many {sorted(here - there)}")
    return wrong, counts


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize("batch", range(SEEDS // BATCH))
def test_ways_are_allowed_where_the_clauses_allow_them_and_nowhere_else(batch: int) -> None:
    """Random ways ruled alike, for a common reason; the hexes listed are those some way leads to, and none other."""
    assert differing(batch)[0] == []


@pytest.mark.prove
def test_the_random_maps_try_every_clause() -> None:
    counts: Counter[str] = sum((differing(batch)[1] for batch in range(SEEDS // BATCH)), Counter())
    assert counts["allowed"] >= 80
    for clause in ("R4.1", "R4.2", "R4.3", "R4.4", "R4.6", "R4.7", "R5.3", "R7.1"):
        assert counts[clause] >= 15, clause


@pytest.mark.ci
@pytest.mark.parametrize("seed", [2, 11, 12, 18])
def test_who_may_move_has_somewhere_to_go(seed: int) -> None:
    """What may still be done and the hexes told with it agree, lanes and storms and all."""
    ground = random_ground(random.Random(seed))
    for unit in [*actors(ground, flying=False), *actors(ground, flying=True)]:
        state = State((unit.side, "the other"), known={"axis": {}, "allied": {}, **day(ground)})
        (move,) = (it for it in legal(GAME, table_of(ground), state, unit.name, {}) if it.verb == "move")
        assert move.allowed == bool(move.spaces), unit


@pytest.mark.ci
@pytest.mark.parametrize("seed", [1, 4, 9, 12])
def test_the_second_reading_follows_every_way(seed: int) -> None:
    """Where a slow counter may go is where one of all its ways, walked out one by one, may end."""
    ground = random_ground(random.Random(seed))
    for unit in [*actors(ground, flying=False)[:4], *actors(ground, flying=True)[:2]]:
        slow = replace(unit, movement=2)
        alone = replace(ground, units=tuple(slow if each.name == unit.name else each for each in ground.units))
        ended = {way[-1] for way in walks(alone, slow, 4) if not why_not(alone, slow, way)}
        assert ended == set(goals(alone, slow))


@pytest.mark.ci
@given(grounds, st.data())
def test_maps_that_hypothesis_finds(ground: Ground, data: st.DataObject) -> None:
    unit = data.draw(st.sampled_from(actors(ground, flying=False)))
    assert set(ways_open(ground, unit)) == set(goals(ground, unit))


@pytest.mark.ci
@given(grounds, st.data())
def test_every_hex_listed_is_ruled_so_by_the_way_it_names(ground: Ground, data: st.DataObject) -> None:
    unit = data.draw(st.sampled_from(actors(ground, flying=False) + actors(ground, flying=True)))
    listed = sorted(ways_open(ground, unit).items())
    for there, reached in listed[:: max(1, len(listed) // 5)]:
        path = [(here.q, here.r) for here in reached.way]
        assert path[0] == unit.at
        assert path[-1] == there
        assert all(steps_between(a, b) == 1 for a, b in pairwise(path))
        assert not why_not(ground, unit, path)
        assert ruled(ground, unit, path).verdict == "allowed"


@pytest.mark.ci
@given(grounds, st.data())
def test_a_way_by_a_third_hex_is_never_cheaper(ground: Ground, data: st.DataObject) -> None:
    """The triangle: from a to c costs no more than from a to b and, started anew, from b to c."""
    open_ground = replace(ground, mines=frozenset(), roads=frozenset(), weather="fair")
    unit = data.draw(st.sampled_from(actors(ground, flying=False)))
    first = ways_open(open_ground, unit)
    if not first:
        return
    middle = data.draw(st.sampled_from(sorted(first)))
    begun = replace(unit, at=middle)
    then = ways_open(
        replace(open_ground, units=tuple(begun if u.name == unit.name else u for u in ground.units)), begun
    )
    around = {there for each in open_ground.units if each.side != unit.side for there in next_to(each.at)}
    for there, reached in then.items():
        through = first[middle].cost + reached.cost
        if there != unit.at and middle not in around and through <= unit.movement:
            assert there in first
            assert first[there].cost <= through
            assert first[there].cost >= steps_between(unit.at, there)


@pytest.mark.ci
@given(grounds, st.data())
def test_supply_is_within_eight_hexes(ground: Ground, data: st.DataObject) -> None:
    """R4.6, asked for by itself: as counted by walking over an empty map."""
    unit = data.draw(st.sampled_from(actors(ground, flying=False)))
    near = spread(unit.at, ground.cells, 8)
    fed = unit.kind == "supply" or any(
        each.kind == "supply" and each.side == unit.side and each.at in near for each in ground.units
    )
    ruling = rule(GAME, table_of(ground), {"type": "supply", "actor": unit.name})
    assert (ruling.verdict == "allowed") == fed == supplied(ground, unit)


@pytest.mark.ci
@given(grounds, st.data())
def test_guns_fire_where_an_aircraft_first_comes_within_reach(ground: Ground, data: st.DataObject) -> None:
    """R6.3: which guns, in which order, and where; the one that throws the three ends the flight."""
    if not actors(ground, flying=True):
        return
    unit = data.draw(st.sampled_from(actors(ground, flying=True)))
    open_there = ways_open(ground, unit)
    if not open_there:
        return
    reached = open_there[data.draw(st.sampled_from(sorted(open_there)))]
    path = [(here.q, here.r) for here in reached.way]
    expected = shot_at(ground, unit, path)
    ruling = ruled(ground, unit, path)
    assert [throw.roller for throw in ruling.dice] == [gun for _, gun in expected]
    assert len(ruling.unused_dice) == len(MISSES) - len(expected)
    if expected:
        down = data.draw(st.integers(0, len(expected) - 1))
        action = {"type": "move", "actor": unit.name, "path": [list(cell) for cell in path]}
        shot = rule(GAME, table_of(ground), action, (*MISSES[:down], 3), sides=day(ground))
        assert [e.stand for e in shot.effects if e.type == "remove"] == [unit.name]
        assert not [e for e in shot.effects if e.type == "move"]
        assert shot.needs is None


def changed(path: list[Cell]) -> list[Cell]:
    return [(-q, -r) for q, r in path]


@pytest.mark.ci
@given(grounds, st.data())
def test_turned_half_round_it_is_ruled_alike(ground: Ground, data: st.DataObject) -> None:
    """Hexes know no direction: the same map turned round, nobody's side changed, and the same ruling."""
    unit = data.draw(st.sampled_from(actors(ground, flying=False) + actors(ground, flying=True)))
    dice = data.draw(st.randoms(use_true_random=False))
    path = wander(dice, ground, unit)
    other = mirrored(ground, sides=False)
    turned = next(each for each in other.units if each.name == unit.name)
    assert why_not(other, turned, changed(path)) == why_not(ground, unit, path)
    assert refused_by(ruled(other, turned, changed(path))) == refused_by(ruled(ground, unit, path))


def test_distances_are_those_of_walking() -> None:
    cells = all_cells()
    for start in sorted(cells)[::17]:
        for there, steps in spread(start, frozenset(cells), 30).items():
            assert distance(Hex(*start), Hex(*there)) == steps_between(start, there) == steps
