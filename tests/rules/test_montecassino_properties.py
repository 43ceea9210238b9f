"""Montecassino's moves against a second reading of the clauses, the mirror, and the count of soldiers."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from montecassino_oracle import BOARD, Hop, Men, allowed, as_steps, every_hop, every_turn, positions, table_of

from rules.legal import legal
from rules.montecassino.effects import REDUCER
from rules.montecassino.position import SquarePosition, position_of
from rules.montecassino.side import strengths
from rules.montecassino.steps import Step, Turn, legal_steps
from rules.registry import rule
from rules.ruling import Effect, Ruling
from rules.state import State
from table.snapshot import Snapshot
from table.squares import Field, Square, centre_of, squares_of
from table.stand import Stand

GAME = "montecassino"
NO_SHELLS = {"infantry_only": True}


def cell(square: Square) -> tuple[int, int]:
    return square.column, square.rank


def turns(position: SquarePosition, owner: Field) -> Iterator[tuple[Step, ...]]:
    """Yield every turn of the infantry as its steps in order, those of one square first; each order is one."""
    reached: list[tuple[Turn, tuple[Step, ...]]] = [(Turn(position, owner), ())]
    while reached:
        further = []
        for now, steps in reached:
            for square, _ in list(now.position.of(owner)):
                for step in legal_steps(now, square):
                    yield (*steps, step)
                    further.append((now.after(step), (*steps, step)))
        reached = further


def ruled(men: Men, hops: list[Hop] | tuple[Hop, ...]) -> Ruling:
    return rule(GAME, table_of(men), {"type": "move", "steps": as_steps(hops)}, settings=NO_SHELLS)


@pytest.mark.ci
@given(positions())
def test_the_turns_listed_are_those_of_the_clauses_and_none_other(position: tuple[Men, str]) -> None:
    men, side = position
    owner: Field = "A" if side == "A" else "G"
    listed = [
        tuple((cell(step.start), cell(step.end)) for step in steps)
        for steps in turns(position_of(table_of(men)), owner)
    ]
    assert len(set(listed)) == len(listed)
    assert set(listed) == every_turn(men, side)


@given(positions(), st.data())
def test_rule_allows_what_the_clauses_allow_and_nothing_else(position: tuple[Men, str], data: st.DataObject) -> None:
    men, side = position
    hops: list[Hop] = []
    now = dict(men)
    for _ in range(data.draw(st.integers(1, 3))):
        hop = data.draw(st.sampled_from(list(every_hop(now, side))))
        hops.append(hop)
        now = {**{at: whose for at, whose in now.items() if at != hop[0]}, hop[1]: side}
    assert (ruled(men, hops).verdict == "allowed") == allowed(men, side, hops)


@pytest.mark.ci
@given(positions(), st.data())
def test_every_turn_listed_is_ruled_so_and_leaves_the_table_it_says(
    position: tuple[Men, str], data: st.DataObject
) -> None:
    men, side = position
    found = sorted(every_turn(men, side, 2))
    if not found:
        return
    hops = data.draw(st.sampled_from(found))
    ruling, table = ruled(men, hops), table_of(men)
    assert ruling.verdict == "allowed"
    state = State(("A", "G"), side=side, known=strengths(table))
    then = REDUCER.after(state, ruling.effects, table)
    there = then.over(REDUCER.obeyed(table, ruling.effects))
    expected = dict(men)
    for start, end in hops:
        expected[end] = expected.pop(start)
    assert {cell(square): man.field for square, man in position_of(there).men.items()} == expected
    taken = [effect for effect in ruling.effects if effect.type == "capture"]
    prisoners = [name for told in then.known.values() for name in told.get("prisoners", ())]
    assert sorted(prisoners) == sorted(str(effect.stand) for effect in taken) == sorted(then.fallen)
    assert len(there.stands) + len(taken) == len(table.stands)


def mirrored(men: Men) -> Men:
    """Return the position with the sides changed: everybody on the square of his number in the other field."""
    return {(7 - column, 17 - rank): "G" if side == "A" else "A" for (column, rank), side in men.items()}


def essence(ruling: Ruling, swap: bool) -> Any:
    """Return what of a ruling its mirror image must have too."""

    def turned(value: Any) -> Any:
        if not swap or not isinstance(value, str):
            return value
        return value.translate(str.maketrans("AGag", "GAga")) if len(value) <= 6 else value

    checks = [
        (c.clause, c.key, c.verdict, sorted((k, str(turned(v))) for k, v in c.detail.items())) for c in ruling.checks
    ]
    effects = [
        (e.type, turned(e.stand), sorted((k, str(turned(v))) for k, v in e.values.items() if k not in ("x", "y")))
        for e in ruling.effects
    ]
    return ruling.verdict, ruling.outcome, checks, effects


@pytest.mark.ci
@given(positions(), st.data())
def test_with_the_sides_changed_a_turn_is_ruled_alike(position: tuple[Men, str], data: st.DataObject) -> None:
    men, side = position
    hops = data.draw(
        st.lists(st.sampled_from(list(every_hop(men, side))), min_size=1, max_size=3, unique_by=lambda h: h[0])
    )
    other = [tuple((7 - column, 17 - rank) for column, rank in hop) for hop in hops]
    assert essence(ruled(men, hops), swap=False) == essence(ruled(mirrored(men), other), swap=True)  # type: ignore[arg-type]


@pytest.mark.ci
@given(positions())
def test_the_squares_a_soldier_may_go_to(position: tuple[Men, str]) -> None:
    """`legal` names the squares at the ends of the soldier's own turns, each with what is left, and none other."""
    men, side = position
    table = table_of(men)
    state = State(("A", "G"), side=side)
    alone = {cell_: whose for cell_, whose in men.items() if whose == side}
    for start in alone:
        name = f"{side.lower()} {Square.at(*start)}"
        found = next((p for p in legal(GAME, table, state, name, NO_SHELLS) if p.verb == "move"), None)
        assert found is not None
        own = [hops for hops in every_turn(men, side) if _one_way(hops, start)]
        least: dict[str, int] = {}
        for hops in own:
            if hops[-1][1] != start:
                square = str(Square.at(*hops[-1][1]))
                least[square] = min(least.get(square, 9), len(hops))
        assert {space.name: 3 - space.left for space in found.spaces} == least
        assert found.allowed == bool(least)
        for space in found.spaces:
            assert (
                rule(GAME, table, {"type": "move", "steps": list(space.steps)}, settings=NO_SHELLS).verdict == "allowed"
            )
            assert space.centre == centre_of(BOARD, Square.parse(space.name))


def _one_way(hops: tuple[Hop, ...], start: tuple[int, int]) -> bool:
    return hops[0][0] == start and all(a[1] == b[0] for a, b in pairwise(hops))


@pytest.mark.ci
@given(positions(), st.data())
def test_the_squares_left_once_steps_are_made(position: tuple[Men, str], data: st.DataObject) -> None:
    """With the steps done, each square named makes a legal turn with them."""
    men, side = position
    table, state = table_of(men), State(("A", "G"), side=side)
    singles = sorted(hops for hops in every_turn(men, side, 1))
    if not singles:
        return
    done = data.draw(st.sampled_from(singles))
    after = {**{at: whose for at, whose in men.items() if at != done[0][0]}, done[0][1]: side}
    for (column, rank), whose in after.items():
        if whose != side:
            continue
        here = (column, rank)
        was = done[0][0] if here == done[0][1] else here
        name = f"{side.lower()} {Square.at(*was)}"
        (found,) = (p for p in legal(GAME, table, state, name, NO_SHELLS, as_steps(done)) if p.verb == "move")
        for space in found.spaces:
            hops = [*done, *((cell(Square.parse(s["from"])), cell(Square.parse(s["to"]))) for s in space.steps)]
            assert allowed(men, side, hops)
            assert space.left == 3 - len(hops)
        singles_on = [hop for hop in every_hop(after, side) if hop[0] == here and allowed(men, side, [*done, hop])]
        missing = {str(Square.at(*hop[1])) for hop in singles_on} - {space.name for space in found.spaces}
        assert missing <= {str(Square.at(*here))}


CAUSES = ("direct", "ricochet", "dragged")
shots = st.lists(st.tuples(st.integers(1, 72), st.sampled_from("AG"), st.sampled_from("AG"), st.sampled_from(CAUSES)),
                 max_size=6, unique_by=lambda it: it[:2])  # fmt: skip


def fired(fell: Any, **options: Any) -> Ruling:
    stands = [
        Stand("a", "A", "soldier", *centre_of(BOARD, Square("A", 1))),
        Stand("g", "G", "soldier", *centre_of(BOARD, Square("G", 1))),
    ]
    down = []
    for number, field, side, cause in fell:
        if number != 1:
            square = Square(field, number)
            stands.append(Stand(f"{side} {square}", side, "soldier", *centre_of(BOARD, square)))
            down.append({"square": str(square), "cause": cause})
    action = {"type": "shot", "side": "A", "fallen": down}
    return rule(GAME, Snapshot(44, 95, tuple(stands), board=BOARD), action, settings=options)


def lost(effects: tuple[Effect, ...]) -> set[str]:
    return {str(effect.stand) for effect in effects if effect.type == "casualty"}


@pytest.mark.ci
@given(shots, st.sampled_from(["i", "ii"]), st.sampled_from(["all", "standard"]))
def test_whoever_falls_is_lost_or_stands_again(fell: Any, option: str, zone: str) -> None:
    ruling = fired(fell, option=option, zone=zone)
    again = {str(effect.stand) for effect in ruling.effects if effect.type == "stands_again"}
    down = {f"{side} {Square(field, number)}" for number, field, side, _ in fell if number != 1}
    assert ruling.verdict == "allowed"
    assert lost(ruling.effects) | again == down
    assert not lost(ruling.effects) & again


@pytest.mark.ci
@given(shots)
def test_a_smaller_zone_and_a_stricter_option_cost_no_more(fell: Any) -> None:
    every, struck = (lost(fired(fell, option=option).effects) for option in ("i", "ii"))
    assert struck <= every
    within = lost(fired(fell, option="i", zone="standard").effects)
    listed = [str(square) for square in squares_of(BOARD) if square.field == "G" and square.number >= 25]
    assert within == lost(fired(fell, option="i", zone=listed).effects) <= every
    direct = [each for each in fell if each[3] != "ricochet"]  # without doubt, only direct hits
    assert lost(fired(direct, option="iii").effects) <= lost(fired(direct, option="ii").effects)


def test_a_stand_measured_off_its_centre_is_on_its_square() -> None:
    table = table_of({(3, 4): "A", (3, 12): "G"})
    nudged = replace(table, stands=tuple(replace(s, x=s.x + 1.2, y=s.y - 1.2, sigma_cm=0.05) for s in table.stands))
    steps = {"type": "move", "steps": as_steps([((3, 4), (3, 5))])}
    assert rule(GAME, nudged, steps).effects == rule(GAME, table, steps).effects
