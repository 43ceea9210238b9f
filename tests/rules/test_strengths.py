"""What each side of the board games starts with: counted from the table, for a match and for who wins."""

from rules.ancients.side import strengths as ancients
from rules.montecassino.side import strengths as montecassino
from rules.rommel.sides import strengths as rommel
from table.frame import HexBoard
from table.snapshot import Snapshot
from table.squares import default_board
from table.stand import Stand

HEXES = HexBoard((10.0, 10.0), 4.0, 13, 9)


def test_units_and_leaders_of_ancients() -> None:
    men = [Stand(f"r{k}", "roman", kind, 20 + 8 * k, 12) for k, kind in enumerate(("auxilia", "warriors", "leader"))]
    foe = Stand("c", "carthaginian", "leader", 40, 70)
    counted = ancients(Snapshot(140, 80, (*men, foe), board=HEXES))
    assert counted["roman"] == {"started": 2, "leaders": 1, "banners": 0, "edge": "near"}
    assert counted["carthaginian"] == {"started": 0, "leaders": 1, "banners": 0, "edge": "far"}


def test_counters_of_rommel_and_what_they_fight_with() -> None:
    """A counter that tells no combat factor adds nothing, and a marker is no counter."""
    tank = Stand("t", "allied", "tank", 20, 20, state={"combat": 4})
    foot, plane = Stand("i", "allied", "infantry", 30, 20), Stand("p", "allied", "aircraft", 40, 20)
    assert rommel(Snapshot(140, 80, (tank, foot, plane), board=HEXES)) == {
        "allied": {"started": 3, "tanks": 1, "aircraft": 1, "combat": 4}
    }


def test_soldiers_of_montecassino() -> None:
    board = default_board(45, 95)
    soldiers = [Stand(f"a{k}", "A", "soldier", 10 + 5 * k, 20) for k in range(3)]
    cannon = Stand("gun", "A", "cannon", 20, 3)
    assert montecassino(Snapshot(45, 95, (*soldiers, cannon), board=board)) == {
        "A": {"started": 3, "prisoners": [], "shots": 0}
    }
