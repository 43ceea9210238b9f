"""Who may be said to ride in a vehicle (A7.4): a soldier of its side who is there, and in one vehicle only."""

import pytest

from referee.ruling_view import ruling_view
from rules.registry import rule
from table.errors import BadFile
from table.snapshot import Snapshot
from table.stand import Stand

TRUCK = Stand("truck", "us", "GMC", 60, 50, 0)
OTHER = Stand("other", "us", "GMC", 60, 60, 0)
MILLER, VOGEL = Stand("Miller", "us", "soldier", 60, 50), Stand("Vogel", "de", "soldier", 20, 20)


def driven(*stands: Stand) -> str:
    action = {"type": "move", "actor": "other", "path": [[60, 60], [70, 60]]}
    return rule("ambush", Snapshot(120, 100, stands), action).verdict


def test_a_soldier_of_its_side_rides_and_one_who_has_no_stand() -> None:
    """A match's riders are off the table, and may have no marker."""
    assert driven(TRUCK.with_state(passengers=["Miller", "Rossi"]), OTHER, MILLER) == "allowed"
    assert driven(TRUCK, OTHER, MILLER.with_state(aboard="truck")) == "allowed"
    assert driven(TRUCK.with_state(passengers=["Miller"]), OTHER, MILLER.with_state(aboard="truck")) == "allowed"


@pytest.mark.parametrize(
    ("stands", "said"),
    [
        ((TRUCK.with_state(passengers=["Vogel"]), OTHER, VOGEL), "stand truck.passengers: expected soldiers of us"),
        ((TRUCK, OTHER, VOGEL.with_state(aboard="truck")), "stand truck.passengers: expected soldiers of us"),
        ((TRUCK.with_state(passengers=["other"]), OTHER), "stand truck.passengers: expected soldiers of us"),
        (
            (TRUCK.with_state(passengers=["Miller"]), OTHER.with_state(passengers=["Miller"]), MILLER),
            "stand other.passengers: expected nobody who rides in truck, got 'Miller'",
        ),
        ((OTHER, MILLER.with_state(passengers=["Vogel"]), VOGEL), "stand Miller.passengers: expected nobody"),
    ],
)
def test_nobody_else_does(stands: tuple[Stand, ...], said: str) -> None:
    with pytest.raises(BadFile) as error:
        driven(*stands)
    assert said in str(error.value)


def destroyed(*riders: str, counted: int = 0) -> list[tuple[str, str]]:
    """Return what is said of those who rode in a truck that a gun destroys."""
    gun, truck = Stand("gun", "de", "Tigre II", 20, 50, 0), TRUCK.with_state(passengers=counted or [*riders], damage=0)
    ruling = rule("ambush", Snapshot(120, 100, (gun, truck)), {"type": "gun", "actor": "gun", "target": "truck"}, [6])
    assert ruling.outcome == "destroyed"
    checks = ruling_view(ruling, language="it").checks
    return [(check.clause, check.sentence) for check in checks if check.key.startswith("riders")]


def test_a_ruling_names_who_rode_in_a_wreck() -> None:
    assert destroyed("Miller", "Rossi") == [("A8.3", "Persi a bordo di truck: Miller, Rossi")]
    assert destroyed(counted=3) == [("A8.3", "Soldati persi a bordo di truck: 3")]
    assert destroyed() == []
