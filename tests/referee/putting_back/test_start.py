"""A scenario laid out, and laid out again: everybody is led to where the match begins."""

from typing import Any

import pytest

from referee.match.state import NotNow


def states(farm: Any) -> dict[str, str]:
    return {hint.name: hint.state for hint in farm.putting.state.told}


def test_everybody_is_led_to_where_the_match_begins_whatever_has_happened(farm: Any) -> None:
    """So a scenario is laid out, and laid out again after a game: by the same ghosts, and ticked one by one."""
    assert farm.putting.moments()[1] is None
    with pytest.raises(NotNow, match="not opened from a scenario"):
        farm.putting.begin(at_start=True)
    farm.putting.start = lambda: farm.home
    assert farm.putting.moments()[1] == 0
    with pytest.raises(NotNow, match="every stand is where it was then"):
        farm.putting.begin(at_start=True)
    farm.match.declare("Miller", "Weber")
    farm.match.withdraw()
    away = {stand.name: (6.0, 4.0, 30.0) for stand in farm.home.stands if stand.x < 90 and stand.y < 70}
    farm.settle(away)
    farm.match.end_turn()
    farm.settle(away)
    assert farm.putting.moments()[1] == len(away)
    farm.putting.begin(at_start=True)
    assert set(states(farm)) == set(away)
    first, *rest = away
    farm.settle({name: away[name] for name in rest})
    assert states(farm)[first] == "back"
    assert farm.putting.state.under_way
    farm.settle()
    assert not farm.putting.state.under_way
    ended = farm.putting.state.ended
    assert ended is not None
    assert (set(ended.names), ended.left) == (set(away), ())
