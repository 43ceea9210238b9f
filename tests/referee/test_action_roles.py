"""Any action may be declared: moves, grenades, groups; one without dice is confirmed."""

from typing import Any

import pytest
from matches import match_at

from referee.action_roles import acting_stand, named_stands, side_of, table_for
from referee.match.match import Match
from referee.match.state import NotNow
from rules.state import State
from table.errors import BadFile, UnknownStand
from table.snapshot import Snapshot
from table.stand import Stand


def soldier(name: str, x: float, y: float) -> Stand:
    return Stand(name, "us" if name[0] == "M" else "de", "soldier", x, y, 90, 2.0, 1.6)


TABLE = Snapshot(120, 100, (soldier("Miller", 20, 20), soldier("Moore", 40, 20), soldier("Weber", 20, 27)))
MOVE = {"type": "move", "actor": "Miller", "path": [[20, 20], [26, 20]]}


@pytest.fixture
def game() -> Match:
    return match_at(TABLE)


def at(table: Snapshot, **places: tuple[float, float]) -> Snapshot:
    for name, place in places.items():
        table = table.with_stand(table.stand(name).moved_to(*place))
    return table


def test_a_move_is_declared_confirmed_and_undone(game: Match) -> None:
    assert game.declare_action(MOVE).verdict == "allowed"
    assert game.now.finished
    game.confirm()
    assert game.table.stand("Miller").state["moved_cm"] == 6.0
    with pytest.raises(NotNow):
        game.confirm()
    game.undo()
    assert "moved_cm" not in game.table.stand("Miller").state


def test_what_the_players_do_as_told_is_no_second_move(game: Match) -> None:
    game.declare_action(MOVE)
    game.confirm()
    game.see(at(TABLE, Miller=(26.3, 20.1)))
    game.walk("Miller", 6.2)
    assert game.table.stand("Miller").state["moved_cm"] == 6.0
    game.undo()
    game.see(TABLE)
    game.walk("Miller", 6.2)  # back where he stood
    assert "moved_cm" not in game.table.stand("Miller").state


def test_in_a_later_turn_he_walks_by_himself_again(game: Match) -> None:
    game.declare_action(MOVE)
    game.confirm()
    game.see(at(TABLE, Miller=(26, 20)))
    game.end_turn()
    game.end_turn()
    game.see(at(TABLE, Miller=(31, 20)))
    game.walk("Miller", 5.0)
    assert game.table.stand("Miller").state["moved_cm"] == 5.0


def test_a_declared_move_counts_what_was_seen_before(game: Match) -> None:
    game.see(at(TABLE, Miller=(23, 20)))
    game.walk("Miller", 3.0)
    ruling = game.declare_action({**MOVE, "path": [[23, 20], [28, 20]]})
    assert ruling.verdict == "allowed"
    game.confirm()
    assert game.table.stand("Miller").state["moved_cm"] == 8.0
    assert game.declare_action({**MOVE, "path": [[23, 20], [24, 20]]}).verdict == "refused"


def test_a_grenade_asks_for_its_dice_one_after_the_other(game: Match) -> None:
    ruling = game.declare_action({"type": "grenade", "actor": "Miller", "point": [20, 27]})
    assert ruling.needs is not None
    game.throw([4], confirm=True)
    assert game.now.owed == "throw"
    game.throw([6], confirm=True)
    assert "Weber" in game.now.memory.fallen
    assert game.table.stand("Miller").state["threw"]


def test_the_other_side_only_measures(game: Match) -> None:
    game.declare_action({"type": "move", "actor": "Weber", "path": [[20, 27], [20, 30]]})
    with pytest.raises(NotNow, match="measured, not played"):
        game.confirm()
    assert game.now.memory.places == {}


@pytest.mark.parametrize(
    ("action", "error"),
    [
        ({"type": "move", "actor": "Nobody", "path": [[0, 0], [1, 1]]}, UnknownStand),
        ({"type": "move", "actor": "Miller"}, BadFile),
        ({"type": "move", "actor": "Miller", "path": [[80, 80], [81, 81]]}, BadFile),
        ({"type": "shoot", "actor": "Miller", "target": "Weber", "point": [1, 1]}, BadFile),
    ],
)
def test_what_makes_no_sense_declares_nothing(game: Match, action: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        game.declare_action(action)
    assert game.now.declared is None


def test_both_sides_fire_in_yankee() -> None:
    gun = Stand("gun", "north", "artillery", 50, 20, 90, 2.5, 3.8)
    line = Stand("line", "south", "infantry", 50, 36, 270, 2.5, 2.0)
    match = match_at(Snapshot(160, 100, (gun, line)), "yankee", State(("north", "south")))
    match.declare_action({"type": "fire", "actor": "line", "target": "gun"})
    assert match.in_turn
    match.declare_action({"type": "move", "group": ["line"], "path": [[50, 36], [50, 34]]})
    assert not match.in_turn


def test_who_acts_and_whom_an_action_names() -> None:
    action = {"type": "fire", "actor": "a", "target": "b", "supports": ["c", "a"]}
    assert (acting_stand(action), named_stands(action)) == ("a", ("a", "b", "c"))
    group = {"type": "move", "group": ["x", "y"], "path": [[0, 0], [1, 0]]}
    assert (acting_stand(group), named_stands(group)) == ("x", ("x", "y"))
    assert acting_stand({"type": "morale", "side": "us"}) == ""


def test_who_fell_and_owes_an_answer_gives_it_from_where_they_stood() -> None:
    """Y8.4: all fire of a phase is simultaneous."""
    fallen = Stand("b", "south", "infantry", 50.0, 60.0, 270.0, width_cm=2.5, depth_cm=1.5)
    target = Stand("a", "north", "infantry", 50.0, 40.0, 90.0, width_cm=2.5, depth_cm=1.5)
    memory = State(("north", "south"), struck={"b": fallen}, fallen={"b": fallen})
    standing = Snapshot(160, 100, (target,))
    action = {"type": "fire", "actor": "b", "target": "a"}
    table = table_for(action, memory.over(standing), memory)
    assert (table.stand("b").x, table.stand("b").y) == (50.0, 60.0)
    assert side_of("b", memory.over(standing), memory) == "south"
    with pytest.raises(UnknownStand):
        table_for({**action, "type": "combat"}, memory.over(standing), memory)
