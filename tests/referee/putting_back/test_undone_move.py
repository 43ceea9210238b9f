"""A move that is undone: the figure goes home before its movement is given back."""

from dataclasses import replace
from typing import Any

import pytest

from referee.journal.entry_sentences import entry_sentence
from referee.match.state import NotNow
from referee.observation import TableStatus


def moved(
    farm: Any, cm: float = 3.0, name: str = "Miller", others: dict[str, tuple[float, float, float]] | None = None
) -> dict[str, Any]:  # fmt: skip
    """Declare somebody's move to so far ahead of his home, and let the figure go there; ``others`` are off already."""
    stand = farm.match.table.stand(name)
    way = [list(stand.centre), [stand.x, farm.home.stand(name).y + cm]]
    action = {"type": "move", "actor": name, "path": way}
    farm.match.declare_action(action)
    farm.match.confirm()
    farm.settle({**(others or {}), name: (0.0, cm, 0.0)})
    return action


def undo(farm: Any) -> None:
    was = farm.match.now
    farm.match.undo()
    farm.putting.lead_home(was)


def test_the_ghost_shows_the_way_home_and_nothing_is_declared_before(farm: Any) -> None:
    action = moved(farm)
    undo(farm)
    assert farm.putting.state.under_way
    (hint,) = farm.putting.state.told
    assert (hint.name, hint.state, hint.ghost.centre) == ("Miller", "off", farm.home.stand("Miller").centre)
    with pytest.raises(NotNow):
        farm.match.declare_action(action)
    newest = farm.match.journal.at(farm.match.journal.length)
    assert "Miller" in entry_sentence("ambush", newest, language="en")
    farm.settle()
    assert not farm.putting.state.under_way
    assert farm.match.current.walks.of(farm.match.now.memory.turn, "us") == {}  # neither the way nor the way home
    assert farm.match.declare_action(action).verdict == "allowed"


def test_it_is_led_home_too_after_its_card_was_closed(farm: Any) -> None:
    action = moved(farm)
    farm.match.withdraw()
    undo(farm)
    assert [hint.name for hint in farm.putting.state.told] == ["Miller"]
    farm.settle()
    assert farm.match.current.walks.of(farm.match.now.memory.turn, "us") == {}
    assert farm.match.declare_action(action).verdict == "allowed"


def test_the_referee_may_let_it_stay(farm: Any) -> None:
    action = moved(farm)
    undo(farm)
    farm.putting.end()
    stand = farm.match.table.stand("Miller")
    assert farm.match.declare_action({**action, "path": [list(stand.centre), [stand.x, stand.y + 1]]}).verdict


def test_who_never_left_is_not_led(farm: Any) -> None:
    stand = farm.match.table.stand("Miller")
    farm.match.declare_action({"type": "move", "actor": "Miller", "path": [list(stand.centre), [stand.x, stand.y + 3]]})
    farm.match.confirm()
    undo(farm)
    assert not farm.putting.state.under_way


def test_without_a_camera_the_movement_is_given_back_at_once(farm: Any) -> None:
    moved(farm)
    farm.see(replace(farm.observation, status=TableStatus("no_camera")))
    undo(farm)
    assert not farm.putting.state.under_way


def test_done_again_it_stands_where_it_was_told(farm: Any) -> None:
    moved(farm)
    undo(farm)
    farm.match.redo()
    farm.settle({"Miller": (0.0, 3.0, 0.0)})
    assert not farm.putting.state.under_way


def test_both_are_led_home_where_two_moves_are_undone_one_after_the_other(farm: Any) -> None:
    moved(farm)
    moved(farm, 2.0, "Rossi", {"Miller": (0.0, 3.0, 0.0)})
    for _ in range(3):  # the move, its card, the move before
        undo(farm)
    assert {hint.name for hint in farm.putting.state.told} == {"Miller", "Rossi"}
    farm.settle({"Miller": (0.0, 3.0, 0.0)})
    assert farm.putting.state.under_way, "Miller still stands where he went"
    farm.settle()
    assert not farm.putting.state.under_way
    assert farm.match.current.walks.of(farm.match.now.memory.turn, "us") == {}


def test_who_moved_twice_is_led_back_to_where_he_began(farm: Any) -> None:
    moved(farm, 2.0, "Rossi")
    moved(farm, 3.5, "Rossi")
    for _ in range(3):
        undo(farm)
    (hint,) = farm.putting.state.told
    assert (hint.state, hint.ghost.centre) == ("off", farm.home.stand("Rossi").centre)
