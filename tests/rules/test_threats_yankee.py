"""Who can fire at whom on a Yankee table, all at once, is what each ruling says by itself."""

import math
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.registry import rule
from rules.ruling import Ruling
from rules.yankee import complete
from rules.yankee.settings import YankeeSettings
from rules.yankee.threats import threats
from table.snapshot import Snapshot
from table.stand import Base, Stand
from table.terrain import Piece

KINDS = ["infantry"] * 5 + ["artillery", "artillery", "light cavalry", "cavalry", "skirmishers", "general"]
PIECES = ["wood", "hill", "village", "fields", "wall", "trench", "river"]
STATES: list[dict[str, Any]] = [{}] * 8 + [
    {"fired": True}, {"moved": True}, {"moved_cm": 3.0}, {"moved_cm": 0.0}, {"turned": True}, {"skirmish": True},
    {"moved": True, "skirmish": True}, {"moved": True, "light": True},
]  # fmt: skip
TWO_BASES = (Base(0.0, 1.3, 2.5, 2.0), Base(0.7, -1.4, 2.5, 2.0, 12.0))


def battle_line(draw: st.DrawFn, side: str, x: float, y: float, heading: float, many: int) -> list[Stand]:
    """Bases in a row, or a column, off their places by nothing, a hair, or so much that they lean and overlap."""
    cos, sin = math.cos(math.radians(heading)), math.sin(math.radians(heading))
    gap, jitter = draw(st.sampled_from([0.0, 0.0, 0.2, 0.4, 1.7])), draw(st.sampled_from([0.0, 1e-7, 0.05, 1.5]))
    swing, column = draw(st.sampled_from([0.0, 0.0, 4.0, 35.0])), draw(st.integers(0, 4)) == 0
    shift = st.floats(-1, 1)
    stands = []
    for k in range(many):
        ahead, left = (-k * (2.8 + gap), 0.0) if column else (0.0, k * (2.5 + gap))
        ahead, left = ahead + draw(shift) * jitter, left + draw(shift) * jitter
        state = draw(st.sampled_from(STATES))
        stands.append(
            Stand(f"{side}-{len(stands)}-{x}-{y}", side, draw(st.sampled_from(KINDS)),
                  x + ahead * cos - left * sin, y + ahead * sin + left * cos,
                  heading + draw(shift) * swing, bases=TWO_BASES if draw(st.integers(0, 9)) == 0 else (), state=state)
        )  # fmt: skip
    return stands


@st.composite
def battles(draw: st.DrawFn) -> Snapshot:
    """Two lines that face each other, stragglers between and beside them, and terrain about."""
    turn = draw(st.sampled_from([0.0, 90.0, -90.0, 37.0, 180.0]))
    apart = draw(st.sampled_from([2.3, 4.0, 8.0, 14.0, 20.0, 30.0, 48.9]))
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    stands = battle_line(draw, "north", 60.0, 60.0, turn, draw(st.integers(1, 4)))
    across = draw(st.sampled_from([0.0, 1.25, 2.5, 5.0, 7.5, 9.1]))
    far = (60 + apart * cos - across * sin, 60 + apart * sin + across * cos)
    stands += battle_line(draw, "south", *far, turn + 180, draw(st.integers(1, 4)))
    place, angle = st.integers(-120, 240), st.integers(-180, 180)
    for _ in range(draw(st.integers(0, 3))):
        side, ahead, left = draw(st.sampled_from(["north", "south"])), draw(place) / 5, draw(place) / 12
        at = (60 + ahead * cos - left * sin, 60 + ahead * sin + left * cos)
        stands += battle_line(draw, side, *at, float(draw(angle)), 1)
    stands = [Stand(f"s{k}", s.side, s.kind, s.x, s.y, s.heading_deg, bases=s.bases, state=s.state)
              for k, s in enumerate(stands)]  # fmt: skip
    pieces = []
    for k in range(draw(st.integers(0, 3))):
        along, across = draw(st.sampled_from([0.7, 2.5, 7.0])), draw(st.sampled_from([0.9, 5.0, 12.5]))
        # Often with an edge on the middle of the first base's lane.
        ahead, left = draw(st.integers(-20, 120)) / 4, draw(st.sampled_from([0.0, -across, -2.5, 0.3, -1.3]))
        corners = [(ahead, left), (ahead + along, left), (ahead + along, left + across), (ahead, left + across)]
        polygon = tuple((60 + a * cos - b * sin, 60 + a * sin + b * cos) for a, b in corners)
        pieces.append(Piece(f"p{k}", draw(st.sampled_from(PIECES)), polygon))
    return Snapshot(160, 160, tuple(stands), tuple(pieces))


def fire(table: Snapshot, actor: str, target: str) -> Ruling:
    return rule("yankee", table, {"type": "fire", "actor": actor, "target": target})


def check(table: Snapshot) -> int:
    """Compare every pair with its ruling and return how many can fire."""
    found = threats(complete(table, YankeeSettings(), "table"), YankeeSettings())
    assert found.names == tuple(stand.name for stand in table.stands)
    for i, shooter in enumerate(table.stands):
        for j, target in enumerate(table.stands):
            said = "refused" if i == j else fire(table, shooter.name, target.name).verdict
            assert found.can[i, j] == (said == "allowed"), (shooter, target, said)
    return int(found.can.sum())


@settings(max_examples=60, deadline=None)
@given(battles())
def test_it_is_what_every_ruling_says(table: Snapshot) -> None:
    check(table)


@settings(max_examples=25, deadline=None)
@given(battles(), st.sampled_from([0.005, 0.02, 0.1]), st.data())
def test_of_measured_places_it_says_what_is_not_too_close(table: Snapshot, sigma: float, data: st.DataObject) -> None:
    """Bases that touch in one line neither mask nor lean into each other by what a camera errs."""
    noise = st.floats(-1, 1)

    def seen(stand: Stand) -> Stand:
        x, y = stand.x + sigma * data.draw(noise), stand.y + sigma * data.draw(noise)
        turn = 3 * sigma * data.draw(noise)
        return replace(stand.moved_to(x, y, stand.heading_deg + turn), sigma_cm=sigma, sigma_deg=3 * sigma)

    table = replace(table, stands=tuple(seen(stand) for stand in table.stands))
    found = threats(complete(table, YankeeSettings(), "table"), YankeeSettings())
    for i, shooter in enumerate(table.stands):
        for j, target in enumerate(table.stands):
            said = "refused" if i == j else fire(table, shooter.name, target.name).verdict
            if said != "too_close":
                assert found.can[i, j] == (said == "allowed"), (shooter, target, said)


def facing(ahead_cm: float, left_cm: float = 0.0, kind: str = "infantry", **state: Any) -> Stand:
    """A southerner whose front is so far ahead of the front of the northern base at (50, 50), which looks along +x."""
    depth = {"artillery": 3.8}.get(kind, 2.0)
    return Stand("s", "south", kind, 51 + ahead_cm + depth / 2, 50 + left_cm, 180, 2.5, depth, state=state)


def can(*others: Stand, kind: str = "infantry", pieces: tuple[Piece, ...] = (), **state: Any) -> bool:
    """Say whether a northern base at (50, 50) can fire at the southerner, and that its ruling agrees."""
    table = Snapshot(160, 100, (Stand("n", "north", kind, 50, 50, 0, 2.5, 2.0, state=state), *others), pieces)
    check(table)
    return "s" in threats(complete(table, YankeeSettings(), "table"), YankeeSettings()).of("n")


def box(kind: str, x: float, y: float, width: float, depth: float) -> tuple[Piece, ...]:
    return (Piece("p", kind, ((x, y), (x + width, y), (x + width, y + depth), (x, y + depth))),)


@pytest.mark.parametrize(
    ("kind", "ahead", "left", "allowed"),
    [
        ("infantry", 18.0, 0.0, True),
        ("infantry", 18.01, 0.0, False),
        ("infantry", 17.99, 2.0, False),  # nearest point 0.75 to the side: 18.006 from the front's middle
        ("cavalry", 18.0, 0.0, True),
        ("artillery", 48.0, 0.0, True),
        ("artillery", 48.1, 0.0, False),
        ("general", 8.0, 0.0, False),  # Y9.1: no factor
    ],
)
def test_range_is_from_the_middle_of_the_front_to_the_nearest_point(
    kind: str, ahead: float, left: float, allowed: bool
) -> None:  # Y8.1
    assert can(facing(ahead, left), kind=kind) == allowed


def test_a_target_partly_in_the_corridor_is_in_it_and_one_that_only_touches_its_side_is_not() -> None:  # Y8.2
    assert can(facing(9, 2.49))
    assert not can(facing(9, 2.5))


def test_any_element_even_partly_before_the_target_masks_it() -> None:  # Y8.2
    for kind, side in (("infantry", "south"), ("artillery", "north"), ("general", "north")):
        before = Stand("x", side, kind, 56, 51.9, 0, 2.5, 2.0)
        assert not can(facing(9), before)
        assert can(facing(9), before.moved_to(56, 54))
        assert can(facing(9), before.moved_to(66, 50))


def test_wood_village_and_hill_across_the_middle_hide_unless_one_stands_there() -> None:  # Y8.2
    for kind in ("wood", "village", "hill"):
        assert not can(facing(12), pieces=box(kind, 55, 45, 4, 10))
        assert can(facing(12), pieces=box(kind, 55, 50, 4, 10))  # along its edge
        assert can(facing(12), pieces=box(kind, 55, 45, 12, 10))  # the target stands in it
        assert can(facing(12), pieces=box(kind, 48, 45, 9, 10))  # the shooter does
    assert can(facing(12), pieces=box("wall", 55, 45, 1, 10))


@pytest.mark.parametrize(("depth", "allowed"), [(-1e-9, True), (5e-7, True), (5e-6, False), (5e-5, False)])
def test_terrain_that_cuts_the_middle_by_more_than_a_hair_hides(depth: float, allowed: bool) -> None:  # Y8.2
    assert can(facing(12), pieces=box("wood", 55, 50 - depth, 4, 10)) == allowed


def test_neither_is_in_melee() -> None:  # Y8.3
    for place in ((50.0, 47.3), (64.0, 52.7)):
        friend, enemy = (Stand("x", side, "infantry", *place, 0, 2.5, 2.0) for side in ("north", "south"))
        assert not can(facing(12), enemy if place[0] == 50 else friend)
        assert can(facing(12), friend if place[0] == 50 else enemy)


@pytest.mark.parametrize(
    ("kind", "state", "allowed"),
    [
        ("infantry", {"moved": True}, False),
        ("infantry", {"moved_cm": 2.0}, False),
        ("infantry", {"turned": True}, True),
        ("infantry", {"fired": True}, False),
        ("artillery", {"turned": True}, False),
        ("skirmishers", {"moved": True}, True),
        ("infantry", {"moved": True, "skirmish": True}, True),
        ("light cavalry", {"moved": True}, True),
        ("cavalry", {"moved": True}, False),
    ],
)
def test_who_moved_or_fired(kind: str, state: dict[str, Any], allowed: bool) -> None:  # Y8.3, Y8.4
    assert can(facing(9), kind=kind, **state) == allowed


def test_the_target_may_have_moved_and_fired() -> None:  # Y8.3
    assert can(facing(9, moved=True, fired=True))


def test_an_empty_table_and_touching_as_the_players_set_it() -> None:
    assert threats(Snapshot(120, 100), YankeeSettings()).names == ()
    table = Snapshot(120, 100, (Stand("n", "north", "infantry", 50, 50, 0, 2.5, 2.0), facing(0.5)))
    assert threats(table, YankeeSettings()).to("s") == ("n",)
    assert threats(table, YankeeSettings(contact_cm=0.5)).to("s") == ()
