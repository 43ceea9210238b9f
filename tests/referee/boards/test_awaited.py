"""Counters that stand nowhere yet: which of a roster's are on the table for the rules to place."""

from typing import Any

import pytest

from referee.match.table import with_awaited
from rules.state import TABLE, State
from table.hex_board import default_board
from table.snapshot import Snapshot
from table.stand import Stand

TANK, GUN = (Stand(name, "axis", kind, 60.0, 40.0, 90) for name, kind in (("ax-1", "tank"), ("ax-2", "artillery")))
RESERVE = {each.name: each for each in (TANK, GUN)}
BOARD = Snapshot(120, 80, (GUN,), board=default_board(120, 80, 20, 12))


def awaited(table: Snapshot, game: str = "rommel", phase: str | None = None, **known: Any) -> list[str]:
    facts = {} if phase is None else {TABLE: {"phase": phase}}
    found = with_awaited(game, table, RESERVE, State(("axis", "allied"), known=facts, **known))
    assert all(found.stand(each.name) == each for each in table.stands)
    return [each.name for each in found.stands[len(table.stands) :]]


@pytest.mark.parametrize(
    ("phase", "known", "names"),
    [
        (None, {}, ["ax-1"]),
        ("setup_axis", {}, ["ax-1"]),
        ("ground_move", {}, []),
        ("ground_move", {"places": {"ax-1": (10.0, 10.0)}}, ["ax-1"]),
        ("ground_move", {"starts": {"ax-1": (10.0, 10.0)}}, ["ax-1"]),
    ],
)
def test_who_may_be_placed_or_was_is_awaited(phase: str | None, known: dict[str, Any], names: list[str]) -> None:
    assert awaited(BOARD, phase=phase, **known) == names


def test_without_a_board_or_a_verb_that_places_nobody_is_awaited() -> None:
    assert awaited(Snapshot(120, 80, (GUN,))) == awaited(BOARD, "ancients") == []


def test_who_is_awaited_stands_off_the_table() -> None:
    stand = with_awaited("rommel", BOARD, RESERVE, State(("axis", "allied"))).stand("ax-1")
    assert (stand.x, stand.y, stand.sigma_cm) == (-500.0, -500.0, 0.0)
