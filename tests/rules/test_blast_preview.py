"""A burst's template: whom a grenade or shell reaches where it bursts (A4.3, A4.4, A8.1)."""

import pytest

from rules.blast_preview import burst_at
from rules.ruling import Ruling
from table.errors import BadFile, UnknownStand
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece


def soldier(name: str, x: float, y: float, sigma_cm: float = 0.0) -> Stand:
    return Stand(name, name[:2], "soldier", x, y, 90, 2, 1.6, sigma_cm=sigma_cm)


TABLE = Snapshot(
    120, 100,
    (soldier("us-1", 50, 40), soldier("de-in", 52, 50), soldier("de-close", 50, 53.0, 0.05),
     soldier("de-near", 45, 50), soldier("de-far", 80, 80)),
)  # fmt: skip


def told(ruling: Ruling) -> dict[tuple[str, str], str]:
    return {(check.key, check.detail["stand"]): check.verdict for check in ruling.checks}


def test_a_grenade_reaches_3_cm() -> None:
    ruling = burst_at("ambush", TABLE, "grenade", (50, 50))
    assert told(ruling) == {
        ("within_burst", "de-in"): "passed",
        ("within_burst", "de-close"): "close",
        ("within_burst", "de-near"): "failed",
    }
    close = next(check for check in ruling.checks if check.verdict == "close")
    assert close.probability == pytest.approx(0.5, abs=0.01)
    assert (ruling.dice, ruling.effects, ruling.needs) == ((), (), None)
    assert [(shape.role, shape.radius_cm) for shape in ruling.geometry] == [("burst", 3.0)]


def test_a_shell_reaches_5_cm_and_scatters_by_5() -> None:
    ruling = burst_at("ambush", TABLE, "gun", (50, 50), "us-1")
    assert told(ruling)[("within_burst", "de-near")] == "passed"
    scattered = {shape.label: shape.points[0] for shape in ruling.geometry if shape.role == "scatter"}
    assert scattered == {
        "short": pytest.approx((50, 45)), "left": pytest.approx((45, 50)), "long": pytest.approx((50, 55)),
        "right": pytest.approx((55, 50)),
    }  # fmt: skip


def test_cover_and_a_vehicle_under_it_are_told() -> None:
    wall = Piece("wall", "wall", ((50.8, 45), (51.2, 45), (51.2, 55), (50.8, 55)), 1.6)
    tank = Stand("de-tank", "de", "vehicle", 50, 50, 0.0, 3.2, 7.0, unit="Panzer IV")
    table = Snapshot(120, 100, (soldier("de-in", 52, 50), tank), (wall,))
    found = told(burst_at("ambush", table, "grenade", (50, 50)))
    assert found[("cover_from_burst", "de-in")] == "passed"
    assert found[("lands_on_vehicle", "de-tank")] == "passed"


def test_what_makes_no_sense_is_said() -> None:
    with pytest.raises(BadFile, match="grenade, gun"):
        burst_at("ambush", TABLE, "shoot", (50, 50))
    with pytest.raises(BadFile, match="none in this game"):
        burst_at("yankee", Snapshot(160, 100), "grenade", (50, 50))
    with pytest.raises(UnknownStand):
        burst_at("ambush", TABLE, "grenade", (50, 50), "Nobody")
