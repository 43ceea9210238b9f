"""Who may fire at whom in Yankee, limit by limit (Y8.1-Y8.4)."""

from typing import Any

import pytest

from rules.registry import rule
from rules.ruling import Ruling
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece


def fire(table: Snapshot, actor: str, target: str, **settings: float) -> Ruling:
    return rule("yankee", table, {"type": "fire", "actor": actor, "target": target}, settings=settings)


def facing(ahead_cm: float, left_cm: float = 0.0, kind: str = "infantry", **state: Any) -> Stand:
    """A southerner whose front is so far ahead of the front of the northern base at (50, 50), which looks along +x."""
    depth = {"artillery": 3.8}.get(kind, 2.0)
    return Stand("s", "south", kind, 51 + ahead_cm + depth / 2, 50 + left_cm, 180, 2.5, depth, state=state)


def can(*others: Stand, kind: str = "infantry", pieces: tuple[Piece, ...] = (), **state: Any) -> bool:
    """Say whether a northern base at (50, 50) can fire at the southerner."""
    table = Snapshot(160, 100, (Stand("n", "north", kind, 50, 50, 0, 2.5, 2.0, state=state), *others), pieces)
    return fire(table, "n", "s").verdict == "allowed"


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


def test_touching_is_as_the_players_set_it() -> None:
    table = Snapshot(120, 100, (Stand("n", "north", "infantry", 50, 50, 0, 2.5, 2.0), facing(0.5)))
    assert fire(table, "n", "s").verdict == "allowed"
    assert fire(table, "n", "s", contact_cm=0.5).verdict == "refused"
