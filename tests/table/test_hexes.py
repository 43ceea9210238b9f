"""Hexes against brute force: what a line crosses by another geometry, distances by walking, costs by scipy."""

import math
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from table.hexes import Hex, disc, distance, line, reach, ring

ZERO = Hex(0, 0)
near = st.builds(Hex, st.integers(-9, 9), st.integers(-9, 9))
anywhere = st.builds(Hex, st.integers(-60, 60), st.integers(-60, 60))


def shape(here: Hex) -> shapely.Polygon:
    """A pointy hex squeezed so that all its corners are whole numbers: what lies in what does not change by that."""
    x, y = 2 * here.q + here.r, 3 * here.r
    return shapely.Polygon([(x, y + 2), (x - 1, y + 1), (x - 1, y - 1), (x, y - 2), (x + 1, y - 1), (x + 1, y + 1)])


def crossed(a: Hex, b: Hex, among: Iterator[Hex]) -> list[tuple[float, Hex]]:
    """Every hex that holds a piece of the line of some length, with where that piece's middle is (shapely)."""
    start, end = shape(a).centroid, shape(b).centroid
    way = shapely.LineString([(round(start.x), round(start.y)), (round(end.x), round(end.y))])
    found = []
    for here in among:
        piece = way.intersection(shape(here))
        if piece.length > 1e-9:
            middle = piece.interpolate(0.5, normalized=True)
            found.append((way.project(middle), here))
    return sorted(found)


def by_walking(start: Hex, most: int) -> dict[Hex, int]:
    steps, edge = {start: 0}, [start]
    for k in range(1, most + 1):
        edge = [
            there for here in edge for there in here.neighbours() if there not in steps and not steps.update({there: k})
        ]
    return steps


def test_neighbours_lie_round_a_hex_counter_clockwise_from_plus_x() -> None:
    turns = [math.degrees(math.atan2(math.sqrt(3) / 2 * n.r, n.q + n.r / 2)) % 360 for n in ZERO.neighbours()]
    assert turns == pytest.approx([0, 60, 120, 180, 240, 300])


def test_distance_is_the_steps_it_takes() -> None:
    walked = by_walking(Hex(2, -3), 9)
    assert len(walked) == 1 + 3 * 9 * 10
    assert {here: distance(Hex(2, -3), here) for here in walked} == walked


@given(anywhere, anywhere, anywhere)
def test_distance_is_a_distance(a: Hex, b: Hex, c: Hex) -> None:
    assert distance(a, b) == distance(b, a) == distance(a - c, b - c)
    assert distance(a, c) <= distance(a, b) + distance(b, c)
    assert (distance(a, b) == 0) == (a == b)
    assert a.q + a.r + a.s == 0


@pytest.mark.parametrize("k", range(8))
def test_a_ring_goes_once_round(k: int) -> None:
    centre, walked = Hex(-4, 7), by_walking(Hex(-4, 7), 8)
    found = list(ring(centre, k))
    assert len(found) == len(set(found)) == max(6 * k, 1)
    assert set(found) == {here for here, steps in walked.items() if steps == k}
    if k:
        assert all(distance(one, two) == 1 for one, two in zip(found, found[1:] + found[:1], strict=True))
        turned = [(math.sqrt(3) * (h.q - centre.q + (h.r - centre.r) / 2), 1.5 * (h.r - centre.r)) for h in found]
        assert shapely.Polygon(turned).exterior.is_ccw if k > 1 else True
    assert list(disc(centre, k)) == [here for j in range(k + 1) for here in ring(centre, j)]


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize("most", [4, 7])
def test_every_line_of_up_to_seven_hexes_crosses_what_it_does_on_paper(most: int) -> None:
    """All 169 ways from a hex, or the 61 shortest, each against shapely on whole numbers."""
    among = list(disc(ZERO, most + 1))
    for end in disc(ZERO, most):
        if end == ZERO:
            assert line(ZERO, end) == ((ZERO,),)
            continue
        found = line(ZERO, end)
        on_paper = crossed(ZERO, end, iter(among))
        assert sorted(here for entry in found for here in entry) == sorted(here for _, here in on_paper)
        # In order, and two in an entry exactly where both hold the same piece.
        places = {here: place for place, here in on_paper}
        middles = [places[entry[0]] for entry in found]
        assert middles == sorted(middles)
        assert all(len(entry) <= 2 and places[entry[0]] == pytest.approx(places[entry[-1]]) for entry in found)
        assert len({round(place, 9) for place in places.values()}) == len(found)


@pytest.mark.ci
@given(anywhere, anywhere)
def test_a_line_is_the_same_from_both_ends(a: Hex, b: Hex) -> None:
    there, back = line(a, b), line(b, a)
    assert [set(entry) for entry in there] == [set(entry) for entry in reversed(back)]
    assert there[0] == (a,)
    assert there[-1] == (b,)


@pytest.mark.ci
@given(anywhere, anywhere)
def test_a_line_goes_from_hex_to_hex(a: Hex, b: Hex) -> None:
    found = line(a, b)
    for before, after in pairwise(found):
        assert all(distance(one, two) == 1 for one in before for two in after)
    for entry in found:
        assert len(entry) == 1 or (len(entry) == 2 and distance(*entry) == 1)
        assert all(distance(a, here) + distance(here, b) <= distance(a, b) + (len(entry) > 1) for here in entry)


@pytest.mark.ci
@given(near, near)
def test_lines_are_those_of_shapely(a: Hex, b: Hex) -> None:
    steps = distance(a, b)
    among = [here for here in disc(a, steps + 1) if distance(here, b) <= steps + 1]
    assert {here for entry in line(a, b) for here in entry} == {
        here for _, here in crossed(a, b, iter(among))
    } or a == b


def test_a_line_along_a_border_has_both_readings() -> None:
    assert line(ZERO, Hex(1, 1)) == ((ZERO,), (Hex(0, 1), Hex(1, 0)), (Hex(1, 1),))
    assert line(ZERO, Hex(4, -2))[1::2] == ((Hex(1, -1), Hex(1, 0)), (Hex(3, -2), Hex(3, -1)))
    assert line(ZERO, Hex(3, 0)) == tuple((Hex(k, 0),) for k in range(4))


costs = st.integers(0, 2**32 - 1)


def priced(seed: int, among: list[Hex]) -> dict[tuple[Hex, Hex], float | None]:
    """A price of 0 to 4 for every step, halves among them, a third of them closed; dearer one way than the other."""
    dice = np.random.default_rng(seed)
    return {
        (here, there): None if dice.random() < 0.33 else float(dice.integers(0, 9)) / 2
        for here in among for there in here.neighbours() if there in set(among)
    }  # fmt: skip


@pytest.mark.ci
@given(costs, st.floats(0, 12))
def test_reach_is_dijkstras(seed: int, budget: float) -> None:
    among = list(disc(ZERO, 3))
    prices = priced(seed, among)
    found = reach(ZERO, budget, lambda here, there: prices.get((here, there)))
    number = {here: k for k, here in enumerate(among)}
    open_steps = [(number[a], number[b], price) for (a, b), price in prices.items() if price is not None]
    # scipy takes a step of no cost for none at all: it pays a little.
    rows, columns, paid = zip(*open_steps, strict=True)
    far = dijkstra(csr_array((np.array(paid) + 1e-12, (rows, columns)), shape=(len(among),) * 2), indices=0)
    assert set(found) == {here for here in among if far[number[here]] <= budget + 1e-9}
    for here, way in found.items():
        assert way.cost == pytest.approx(far[number[here]], abs=1e-9)
        assert way.way[0] == ZERO
        assert way.way[-1] == here
        assert sum(prices[step] or 0.0 for step in zip(way.way, way.way[1:], strict=False)) == pytest.approx(way.cost)


@pytest.mark.ci
@given(costs)
def test_of_ways_as_cheap_the_shortest_is_taken(seed: int) -> None:
    among = list(disc(ZERO, 3))
    prices = priced(seed, among)
    found = reach(ZERO, 99.0, lambda here, there: prices.get((here, there)))
    number = {here: k for k, here in enumerate(among)}
    open_steps = [(number[a], number[b], price + 1e-6) for (a, b), price in prices.items() if price is not None]
    rows, columns, paid = zip(*open_steps, strict=True)
    least = dijkstra(csr_array((paid, (rows, columns)), shape=(len(among),) * 2), indices=0)
    for here, way in found.items():
        steps = len(way.way) - 1
        assert way.cost + 1e-6 * steps == pytest.approx(least[number[here]], abs=1e-9)


@pytest.mark.ci
@given(costs)
def test_costs_of_ways_keep_the_triangle(seed: int) -> None:
    among = list(disc(ZERO, 2))
    prices = priced(seed, among)
    cost = {a: reach(a, 99.0, lambda here, there: prices.get((here, there))) for a in among}
    for a in among:
        for b in cost[a]:
            for c in cost[b]:
                assert cost[a][c].cost <= cost[a][b].cost + cost[b][c].cost + 1e-9


@given(costs, st.floats(0, 6))
def test_looking_no_further_than_a_hex_finds_the_same_way_there(seed: int, budget: float) -> None:
    prices = priced(seed, list(disc(ZERO, 3)))

    def cost(here: Hex, there: Hex) -> float | None:
        return prices.get((here, there))

    everything = reach(ZERO, budget, cost)
    for end in disc(ZERO, 3):
        assert reach(ZERO, budget, cost, end).get(end) == everything.get(end)


def test_reach_without_budget_is_the_start_alone() -> None:
    assert set(reach(ZERO, 0.0, lambda *_: 1.0)) == {ZERO}
    assert reach(ZERO, 0.0, lambda *_: 1.0)[ZERO].way == (ZERO,)
    assert set(reach(ZERO, 3.0, lambda *_: 1.0)) == set(disc(ZERO, 3))
    assert set(reach(ZERO, 3.0, lambda *_: None)) == {ZERO}
