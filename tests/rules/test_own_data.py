"""What players add to a game's tables: vehicles, troops, scales; a mistake names file, key, expected, got."""

from typing import Any

import pytest

from rules.registry import rule
from table.errors import BadFile
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece

T_34 = {"category": 3, "move_cm": 30, "mg": True, "gun": True, "turret": True}
JEEP = {"category": 1, "move_cm": 50, "mg": False, "gun": False, "open": True, "seats": 3}


def drives(kind: str, cm: float, settings: dict[str, Any]) -> str:
    table = Snapshot(120, 100, (Stand("su-1", "su", kind, 20, 20, 90, 3.2, 7.0),))
    action = {"type": "move", "actor": "su-1", "path": [[20, 20], [20, 20 + cm]]}
    return rule("ambush", table, action, settings=settings).verdict


def test_a_vehicle_of_ones_own_drives_as_far_as_one_says() -> None:
    settings = {"vehicles": {"T-34": T_34}}
    assert drives("T-34", 29.9, settings) == "allowed"
    assert drives("t34", 30.1, settings) == "refused"


def test_it_takes_the_place_of_the_books_entry() -> None:
    assert drives("Sherman", 29.9, {}) == "refused"  # the book gives it 24
    assert drives("Sherman", 29.9, {"vehicles": {"Sherman": T_34}}) == "allowed"


def test_its_open_crew_can_be_shot_at() -> None:
    jeep = Stand("su-1", "su", "Willys MB", 20, 40, 90, 2, 3, state={"passengers": 2})
    table = Snapshot(120, 100, (jeep, Stand("de-1", "de", "soldier", 20, 20, 90, 2, 1.6)))
    shot = {"type": "shoot", "actor": "de-1", "target": "su-1"}
    ruling = rule("ambush", table, shot, [5, 6], settings={"vehicles": {"Willys MB": JEEP}})
    assert (ruling.verdict, ruling.outcome) == ("allowed", "hit")


def test_a_vehicle_nobody_knows_is_still_a_mistake() -> None:
    with pytest.raises(BadFile, match="KV-1"):
        drives("KV-1", 5, {"vehicles": {"T-34": T_34}})


@pytest.mark.parametrize(
    ("game", "settings", "words"),
    [
        ("ambush", {"vehicles": {"T-34": {**T_34, "category": 9}}}, "settings.vehicles.T-34.category: expected"),
        ("ambush", {"vehicles": {"T-34": {**T_34, "speed": 9}}}, "settings.vehicles.T-34.speed: expected"),
        ("yankee", {"troops": {"zouaves": {"arm": "navy"}}}, "settings.troops.zouaves.arm: expected"),
        ("yankee", {"scales": {"300": {"men": 0, "guns": 6, "metres": 90}}}, "settings.scales.300.men: expected"),
    ],
)
def test_a_mistake_names_its_key(game: str, settings: dict[str, Any], words: str) -> None:
    with pytest.raises(BadFile) as caught:
        rule(game, Snapshot(120, 100), {"type": "start"}, settings=settings)
    assert words in str(caught.value)


def zouaves(kind: str = "zouaves") -> Snapshot:
    return Snapshot(
        160, 100, (Stand("n-1", "n", kind, 60, 40, 90), Stand("s-1", "s", "infantry", 60, 42.0, 270)),
    )  # fmt: skip


def test_troops_of_ones_own_fight_with_their_own_factor_and_else_as_their_arm() -> None:
    settings = {"troops": {"zouaves": {"arm": "infantry", "combat": 5}}}
    ruling = rule("yankee", zouaves(), {"type": "combat", "actor": "n-1", "target": "s-1"}, [3, 3], settings)
    factors = {c.detail["stand"]: c.measured for c in ruling.checks if c.key == "factor"}
    assert factors == {"n-1": 5, "s-1": 3}
    with pytest.raises(BadFile, match="zouaves"):
        rule("yankee", zouaves(), {"type": "combat", "actor": "n-1", "target": "s-1"}, [3, 3])


def test_a_scale_of_ones_own_builds_armies() -> None:
    build = {"type": "build", "strength": 3000, "guns": 0, "brigades": [1500, 1500], "scale": "300"}
    settings = {"scales": {"300": {"men": 300, "guns": 8, "metres": 90}}}
    ruling = rule("yankee", Snapshot(160, 100), build, settings=settings)
    assert ruling.effects[0].values["brigades"] == [5, 5]


def test_terrain_of_ones_own_is_crossed_as_one_says() -> None:
    fence = Piece("wire", "barbed wire", ((10, 23), (30, 23), (30, 23.5), (10, 23.5)))
    table = Snapshot(120, 100, (Stand("us-1", "us", "soldier", 20, 20, 90, 2, 1.6),), (fence,))
    move = {"type": "move", "actor": "us-1", "path": [[20, 20], [20, 25]]}
    with pytest.raises(BadFile, match="barbed wire"):
        rule("ambush", table, move)
    for crossing, verdict in (("linear", "refused"), ("none", "allowed")):
        row = {"crossing": crossing, "blocks": "no", "cover": "nobody"}
        assert rule("ambush", table, move, settings={"terrain": {"barbed wire": row}}).verdict == verdict
