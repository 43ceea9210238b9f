"""On an empty table, a target farther along the same line is never easier to reach."""

import math
from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st
from random_cases import MIDDLE_CM, SIZE_CM, angle, way

from rules.registry import rule
from rules.ruling import Ruling
from table.snapshot import Snapshot
from table.stand import Stand

far = st.floats(0, 70)
more = st.one_of(st.floats(0, 2), st.floats(0, 60))
WEAPONS = [
    ("shoot", "soldier", "soldier"), ("mg", "Sherman", "soldier"), ("mg", "Stug III", "soldier"),
    ("gun", "Sherman", "Stug III"), ("gun", "Stug III", "Sherman"), ("gun", "Sherman", "soldier"),
]  # fmt: skip
ARMS = ["infantry", "cavalry", "artillery", "skirmishers"]


def rank(ruling: Ruling) -> int:
    return ["refused", "too_close", "allowed"].index(ruling.verdict)


@pytest.mark.ci
@given(st.sampled_from(WEAPONS), angle, angle, angle, far, more, st.sampled_from(["centre", "edge"]))
def test_farther_is_never_easier_to_hit(
    weapon: tuple[str, str, str], bearing: float, heading: float, other: float, near_cm: float, more_cm: float, how: str
) -> None:  # A2.3, A2.7, A7.7, A7.8
    verb, actor, target = weapon

    def at(cm: float) -> Ruling:
        place = way(MIDDLE_CM, MIDDLE_CM, bearing, cm, 0)
        stands = (Stand("a", "us", actor, MIDDLE_CM, MIDDLE_CM, heading), Stand("b", "de", target, *place, other))
        action = {"type": verb, "actor": "a", "target": "b"}
        return rule("ambush", Snapshot(SIZE_CM, SIZE_CM, stands), action, (6, 6, 6), {"measure": how})

    near_cm = max(near_cm, 0.1)
    nearer, farther = at(near_cm), at(near_cm + more_cm)
    event(f"{verb} {nearer.verdict} -> {farther.verdict}")
    assert rank(farther) <= rank(nearer)


@given(st.sampled_from([("grenade", "soldier"), ("gun", "Sherman"), ("gun", "Stug III")]), angle, angle, far, more)
def test_a_farther_point_is_never_easier_to_reach(
    weapon: tuple[str, str], bearing: float, heading: float, near_cm: float, more_cm: float
) -> None:  # A4.1, A7.8
    def at(cm: float) -> Ruling:
        table = Snapshot(SIZE_CM, SIZE_CM, (Stand("a", "us", weapon[1], MIDDLE_CM, MIDDLE_CM, heading),))
        point = list(way(MIDDLE_CM, MIDDLE_CM, bearing, cm, 0))
        return rule("ambush", table, {"type": weapon[0], "actor": "a", "point": point}, (1, 1))

    near_cm = max(near_cm / 4 if weapon[0] == "grenade" else near_cm, 0.1)
    nearer, farther = at(near_cm), at(near_cm + more_cm)
    event(f"{weapon[0]} {nearer.verdict} -> {farther.verdict}")
    assert rank(farther) <= rank(nearer)


def margin(ruling: Ruling) -> int:
    totals = next(check.detail for check in ruling.checks if check.key == "no_harm_to_shooter")
    return int(totals["total"]) - int(totals["against"])


@pytest.mark.ci
@given(st.sampled_from(ARMS), st.sampled_from([*ARMS, "general"]), st.one_of(st.floats(-6, 6), st.floats(-60, 60)),
       angle, angle, st.floats(0, 50), more, st.booleans())  # fmt: skip
def test_farther_is_never_easier_to_fire_at(
    actor: str, target: str, off: float, heading: float, other: float, near_cm: float, more_cm: float, ahead: bool
) -> None:  # Y8.1-Y8.3, Y8.7
    """Along the line from the middle of the shooter's front to the target's centre, or straight ahead."""

    def at(cm: float) -> Ruling:
        front = {"cavalry": 1.4, "artillery": 1.9}.get(actor, 1.0)
        along = math.radians(off)
        forward, left = cm * math.cos(along), cm * math.sin(along)
        if ahead:
            forward, left = cm, near_cm * math.sin(along)
        place = way(MIDDLE_CM, MIDDLE_CM, heading, front + forward, left)
        stands = (Stand("a", "north", actor, MIDDLE_CM, MIDDLE_CM, heading),
                  Stand("b", "south", target, *place, heading + other))  # fmt: skip
        action: dict[str, Any] = {"type": "fire", "actor": "a", "target": "b"}
        return rule("yankee", Snapshot(SIZE_CM, SIZE_CM, stands), action, (3, 3))

    nearer, farther = at(near_cm), at(near_cm + more_cm)
    event(f"{nearer.verdict} -> {farther.verdict}")
    if any(check.key == "no_melee" and check.verdict == "failed" for check in nearer.checks):
        return  # Y8.3: who is in contact may not be fired at, who is out of it may
    assert rank(farther) <= rank(nearer)
    if farther.verdict == "allowed":
        assert margin(farther) <= margin(nearer)  # Y8.7: canister helps, within 10 cm only
