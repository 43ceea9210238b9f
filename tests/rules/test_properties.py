"""What must hold of every ruling, whatever the table: tried on random tables."""

import math
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rules.registry import rule
from rules.ruling import Ruling
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece

SIZE_CM = 400.0  # room to turn a scene without leaving the table
place = st.floats(150, 250).map(lambda v: round(v, 3))
angle = st.floats(-180, 180).map(lambda v: round(v, 2))
AMBUSH_KINDS = ["trench", "fence", "wall", "hedge", "bush", "wood", "house", "mountain", "swamp"]
DIAGONAL_CM = 3.0
"""More than that of a base of 2.5 by 1.5 cm."""
YANKEE_KINDS = ["wood", "fields", "hill", "village", "river", "trench", "wall"]


@st.composite
def piece(draw: st.DrawFn, name: str, kinds: list[str]) -> Piece:
    x, y, turn = draw(place), draw(place), math.radians(draw(angle))
    half_long, half_wide = draw(st.floats(1, 15)), draw(st.floats(0.3, 8))
    box = [(half_long, half_wide), (-half_long, half_wide), (-half_long, -half_wide), (half_long, -half_wide)]
    cos, sin = math.cos(turn), math.sin(turn)
    return Piece(
        name, draw(st.sampled_from(kinds)), tuple((x + a * cos - b * sin, y + a * sin + b * cos) for a, b in box)
    )


@st.composite
def ambush_table(draw: st.DrawFn) -> Snapshot:
    states = st.fixed_dictionaries({"revealed": st.booleans()})
    stands = tuple(
        Stand(f"s-{i}", "us" if i % 2 == 0 else "de", "vehicle" if i == 4 else "soldier", draw(place), draw(place),
              draw(angle), state=draw(states))
        for i in range(5)
    )  # fmt: skip
    pieces = tuple(draw(piece(f"p-{i}", AMBUSH_KINDS)) for i in range(draw(st.integers(0, 4))))
    return Snapshot(SIZE_CM, SIZE_CM, stands, pieces)


@st.composite
def yankee_table(draw: st.DrawFn) -> Snapshot:
    """A shooter looking at a knot of bases some way off, so that fire is often allowed.

    No two stand in one another, as no real ones can: they would bar each other's way from its beginning, by rounding.
    """
    heading = draw(angle)
    x, y = draw(place), draw(place)
    cos, sin = math.cos(math.radians(heading)), math.sin(math.radians(heading))
    kinds = st.sampled_from(["infantry", "cavalry", "artillery"])
    stands = [Stand("s-0", "north", draw(kinds), x, y, heading)]
    for i in range(1, 5):
        forward, left = draw(st.floats(6, 24)), draw(st.floats(-3, 3))
        turn = draw(st.sampled_from([180, 180, 90, 0, 167]))
        side = "north" if i == 4 else "south"
        state = {"quality": draw(st.sampled_from(["militia", "trained", "veteran"]))}
        at = x + forward * cos - left * sin, y + forward * sin + left * cos
        base = Stand(f"s-{i}", side, draw(kinds), *at, heading + turn, state=state)
        if all(math.dist(base.centre, other.centre) > DIAGONAL_CM for other in stands):
            stands.append(base)
    pieces = tuple(draw(piece(f"p-{i}", YANKEE_KINDS)) for i in range(draw(st.integers(0, 2))))
    return Snapshot(SIZE_CM, SIZE_CM, tuple(stands), pieces)


def shoot(table: Snapshot, dice: tuple[int, ...] = (6, 6)) -> Ruling:
    return rule("ambush", table, {"type": "shoot", "actor": "s-0", "target": "s-1"}, dice)


def fire(table: Snapshot, dice: tuple[int, ...] = (6, 1)) -> Ruling:
    return rule("yankee", table, {"type": "fire", "actor": "s-0", "target": "s-1"}, dice)


def essence(ruling: Ruling) -> object:
    """Everything but places on the table."""
    checks = [
        (c.clause, c.key, c.verdict, round(c.measured, 5) if c.measured is not None else None) for c in ruling.checks
    ]
    effects = [(e.type, e.stand) for e in ruling.effects]
    return ruling.verdict, sorted(checks, key=repr), effects, ruling.outcome


def decisive_margin(ruling: Ruling) -> float:
    """The least distance of any measurement from its limit: below rounding a moved table may fall either way."""
    margins = [abs(c.measured - c.limit) for c in ruling.checks if c.measured is not None and c.limit is not None]
    return min(margins, default=1.0)


def turned(table: Snapshot, degrees: float, dx: float, dy: float) -> Snapshot:
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    middle = SIZE_CM / 2

    def go(x: float, y: float) -> tuple[float, float]:
        x, y = x - middle, y - middle
        return middle + x * cos - y * sin + dx, middle + x * sin + y * cos + dy

    stands = tuple(s.moved_to(*go(s.x, s.y), s.heading_deg + degrees) for s in table.stands)
    pieces = tuple(replace(p, polygon=tuple(go(*corner) for corner in p.polygon)) for p in table.pieces)
    return replace(table, stands=stands, pieces=pieces)


@pytest.mark.ci
@given(ambush_table(), angle, st.floats(-40, 40), st.floats(-40, 40))
def test_moving_the_whole_table_changes_no_shot(table: Snapshot, degrees: float, dx: float, dy: float) -> None:
    before = shoot(table)
    assume(decisive_margin(before) > 1e-4)
    assert essence(shoot(turned(table, degrees, dx, dy))) == essence(before)


@pytest.mark.ci
@given(yankee_table(), angle, st.floats(-40, 40), st.floats(-40, 40))
def test_moving_the_whole_table_changes_no_fire(table: Snapshot, degrees: float, dx: float, dy: float) -> None:
    before = fire(table)
    assume(decisive_margin(before) > 1e-4)
    assert essence(fire(turned(table, degrees, dx, dy))) == essence(before)


@pytest.mark.ci
@given(ambush_table())
def test_the_order_of_things_on_the_table_changes_no_shot(table: Snapshot) -> None:
    other = replace(table, stands=table.stands[::-1], pieces=table.pieces[::-1])
    assert essence(shoot(other)) == essence(shoot(table))


@pytest.mark.ci
@given(yankee_table())
def test_the_order_of_things_on_the_table_changes_no_fire(table: Snapshot) -> None:
    other = replace(table, stands=table.stands[::-1], pieces=table.pieces[::-1])
    assert essence(fire(other)) == essence(fire(table))


@pytest.mark.ci
@given(ambush_table())
def test_taking_a_piece_away_never_refuses_a_shot(table: Snapshot) -> None:
    assume(table.pieces)
    assume(shoot(table).verdict == "allowed")
    for gone in table.pieces:
        assert shoot(table.with_pieces(p for p in table.pieces if p is not gone)).verdict == "allowed"


@pytest.mark.ci
@given(ambush_table(), st.integers(1, 6), st.integers(1, 6))
def test_more_cover_never_helps_the_shooter(table: Snapshot, hit: int, damage: int) -> None:
    target = table.stand("s-1").with_state(revealed=True)
    table = table.with_stand(target)
    trench = Piece(
        "under", "trench", tuple((target.x + a, target.y + b) for a, b in [(-2, -2), (2, -2), (2, 2), (-2, 2)])
    )
    open_ground = shoot(table, (hit, damage))
    covered = shoot(table.with_pieces((*table.pieces, trench)), (hit, damage))
    assert covered.verdict == open_ground.verdict
    if covered.outcome == "hit":
        assert open_ground.outcome == "hit"


@pytest.mark.ci
@given(st.floats(0.5, 120), st.floats(0, 60), angle)
def test_farther_never_turns_out_into_in_on_an_empty_table(distance: float, more: float, bearing: float) -> None:
    def at(d: float) -> str:
        x, y = 200 + d * math.cos(math.radians(bearing)), 200 + d * math.sin(math.radians(bearing))
        stands = (Stand("s-0", "us", "soldier", 200, 200), Stand("s-1", "de", "soldier", x, y))
        return shoot(Snapshot(SIZE_CM, SIZE_CM, stands)).verdict

    if at(distance) == "refused":
        assert at(distance + more) == "refused"


@pytest.mark.ci
@given(yankee_table(), st.integers(1, 6), st.integers(1, 5), st.integers(1, 6))
def test_a_better_die_never_hurts_who_threw_it(table: Snapshot, mine: int, theirs: int, more: int) -> None:
    order = {"stands": 0, "recoil": 1, "destroyed": 2}
    table = replace(table, stands=table.stands[:2], pieces=())
    first = fire(table, (mine, theirs))
    if first.verdict != "allowed":
        return
    better = fire(table, (min(6, mine + more), theirs))
    assert order[better.outcome or ""] >= order[first.outcome or ""]
