"""What one camera does to two stands does not come between them, in the rules' own gaps as in distances."""

import math
from collections.abc import Callable

import numpy as np
import pytest

from rules.ambush import AmbushSettings
from rules.ambush.obstacles import obstacles
from rules.ambush.sight import covering
from rules.common_actions import Single
from rules.dice import Dice
from rules.ruling_builder import RulingBuilder
from rules.yankee import YankeeSettings, complete
from rules.yankee.field_of_fire import field_of_fire, may_fire
from rules.yankee.inference import infer_moves
from rules.yankee.obstructions import judge_way
from rules.yankee.order_compliance import judge_order
from rules.yankee.orders import general
from rules.yankee.recoil import recoil
from table.footprint import footprint
from table.shared import Shared
from table.snapshot import Snapshot
from table.stand import Stand

CAMERA = object()
OWN_CM, COMMON_CM = 0.01, 0.1
BOTH_CM = OWN_CM * math.sqrt(2)


def seen(
    name: str, side: str, x: float, y: float, heading: float = 90.0, kind: str = "infantry", width_cm: float = 0.0,
    depth_cm: float = 0.0, **state: object,
) -> Stand:  # fmt: skip
    modes = COMMON_CM * np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]])
    return Stand(
        name, side, kind, x, y, heading, width_cm, depth_cm, math.hypot(OWN_CM, COMMON_CM), state=state,
        shared=Shared(modes, CAMERA),
    )  # fmt: skip


def yankee(*stands: Stand) -> tuple[Snapshot, RulingBuilder, YankeeSettings]:
    settings = YankeeSettings()
    return (
        complete(Snapshot(160, 100, stands), settings, "test"),
        RulingBuilder("yankee", "", settings, Dice(()), {}),
        settings,
    )


def recoiling() -> float | None:
    table, _, settings = yankee(seen("a", "n", 60, 40, 270), seen("b", "s", 60, 43.5, 270))
    return next(bar.free.sigma for bar in recoil(table.stand("a"), table, settings).bars if bar.reason == "enemy")


def passing() -> float | None:
    table, builder, settings = yankee(seen("a", "n", 60, 40), seen("b", "s", 60, 41.5))
    judge_way([table.stand("a")], [footprint(table.stand("a"))], table, builder, settings)
    return sigma_of(builder, "passes_nobody")


def obeying() -> float | None:
    table, builder, _ = yankee(seen("a", "n", 60, 40, order="hold"), seen("b", "s", 60, 60))
    start = table.stand("a")
    judge_order([start], [start.moved_to(60, 57.7)], 30.0, table, builder)
    return sigma_of(builder, "order_without_attack")


def masking() -> float | None:
    table, builder, settings = yankee(seen("a", "n", 60, 40), seen("b", "s", 60, 50, 270), seen("c", "n", 60, 45))
    field = field_of_fire(table.stand("a"), table.stand("b"))
    assert field is not None
    may_fire(field, table, builder, settings)
    return sigma_of(builder, "not_masked")


def joining() -> float | None:
    table, builder, _ = yankee(
        seen("g", "n", 60, 40, kind="general"), seen("a", "n", 60, 50), seen("b", "n", 60, 50.01)
    )
    builder.dice = Dice((1,))
    general(table, Single(table.stand("g")), builder, "test")
    return sigma_of(builder, "nearest_base")


def sheltering() -> float | None:
    target = seen("t", "us", 50, 45, kind="soldier")
    tank = seen("tank", "us", 50, 48.5, 0.0, "vehicle", 5.0, 3.0)
    among = obstacles(Snapshot(120, 100, (target, tank)), AmbushSettings(), target.name)
    shooter = seen("s", "de", 50, 70, kind="soldier")
    return covering(shooter, target, among, AmbushSettings())[0].measured.sigma


def sigma_of(builder: RulingBuilder, key: str) -> float | None:
    return next(check.sigma for check in builder.checks if check.key == key)


@pytest.mark.parametrize("told", [recoiling, passing, obeying, masking, joining, sheltering])
def test_a_gap_between_two_errs_by_their_own_alone(told: Callable[[], float | None]) -> None:
    assert told() == pytest.approx(BOTH_CM, rel=0.01)


def test_a_move_of_a_centimetre_seen_by_a_camera_that_is_off_is_a_move() -> None:
    """Its place errs by a millimetre, but by the same both times: 0.55 cm is more than a nudge."""
    before = seen("a", "n", 60, 40)

    def moved_to(y: float) -> bool:
        tables = (Snapshot(160, 100, (stand,)) for stand in (before, before.moved_to(60, y)))
        return bool(infer_moves(*tables, YankeeSettings()))

    assert moved_to(40.55)
    assert not moved_to(40.45)
