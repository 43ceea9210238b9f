"""Every written case turned with its table, and mirrored: the ruling is the same, or its mirror image."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from rules.registry import rule
from rules.ruling import Ruling
from table.notation.case_file import Case, parse_case
from table.snapshot import Snapshot
from table.stand import wrap_deg

CASES = Path(__file__).parents[1] / "data" / "cases"
FILES = sorted(CASES.glob("*/*.toml"))
SWAPPED_AIM = {2: 4, 4: 2}  # A4.2, A8.1: left and right
OTHER_SIDE = {"left": "right", "right": "left"}

Place = tuple[float, float]


@dataclass(frozen=True)
class Motion:
    """Where a motion of the whole table takes a place, a heading, and its edges."""

    go: Callable[[Place, Snapshot], Place]
    heading: Callable[[float], float]
    edges: Mapping[str, str]
    swaps_edges: bool = False
    mirrors: bool = False


def _named(words: str) -> Mapping[str, str]:
    """Where the near, far, left and right edges come to lie."""
    return dict(zip(("near", "far", "left", "right"), words.split(), strict=True))


MOTIONS = {
    "quarter turn": Motion(
        lambda at, t: (t.depth_cm - at[1], at[0]), lambda h: h + 90, _named("right left near far"), True
    ),
    "half turn": Motion(
        lambda at, t: (t.width_cm - at[0], t.depth_cm - at[1]), lambda h: h + 180, _named("far near right left")
    ),
    "three quarters": Motion(
        lambda at, t: (at[1], t.width_cm - at[0]), lambda h: h + 270, _named("left right far near"), True
    ),
    "mirror": Motion(
        lambda at, t: (t.width_cm - at[0], at[1]), lambda h: 180 - h, _named("near far right left"), mirrors=True
    ),
}


def ruled(case: Case, name: str) -> Ruling:
    return rule(case.game, case.snapshot, case.action, case.dice, case.settings, case.decided, name, case.sides)


def moved(case: Case, motion: Motion, before: Ruling) -> Case:
    table = case.snapshot

    def go(at: Any) -> list[float]:
        return list(motion.go((float(at[0]), float(at[1])), table))

    def state(given: Mapping[str, Any]) -> dict[str, Any]:
        return {key: go(value) if key == "start" else value for key, value in given.items()}

    stands = tuple(
        replace(s.moved_to(*go(s.centre), motion.heading(s.heading_deg)), state=state(s.state)) for s in table.stands
    )
    pieces = tuple(replace(p, polygon=tuple(tuple(go(corner)) for corner in p.polygon)) for p in table.pieces)
    action = dict(case.action)
    if "point" in action:
        action["point"] = go(action["point"])
    if "path" in action:
        action["path"] = [go(point) for point in action["path"]]
    if motion.mirrors and "turn" in action:
        action["turn"] = -action["turn"]
    if motion.mirrors and "wheel" in action:
        action["wheel"] = {**action["wheel"], "pivot": OTHER_SIDE[action["wheel"]["pivot"]]}
    if "edge" in action:
        action["edge"] = motion.edges[action["edge"]]
    sides = {
        name: {key: motion.edges[value] if key == "edge" else value for key, value in known.items()}
        for name, known in case.sides.items()
    }
    dice = list(case.dice)
    for k, throw in enumerate(before.dice):
        if motion.mirrors and throw.purpose == "aim":
            dice[k] = SWAPPED_AIM.get(int(dice[k]), dice[k])
    width, depth = (table.depth_cm, table.width_cm) if motion.swaps_edges else (table.width_cm, table.depth_cm)
    return replace(case, snapshot=Snapshot(width, depth, stands, pieces), action=action, dice=tuple(dice), sides=sides)


def essence(ruling: Ruling) -> object:
    checks = [
        (c.clause, c.key, c.verdict, c.modifies, None if c.measured is None else round(c.measured, 6) + 0.0)
        for c in ruling.checks
    ]
    return ruling.verdict, ruling.outcome, sorted(checks, key=repr), [(e.type, e.stand) for e in ruling.effects]


def places(ruling: Ruling) -> dict[str, Place]:
    return {str(e.stand): (e.values["x"], e.values["y"]) for e in ruling.effects if {"x", "y"} <= set(e.values)}


@pytest.mark.parametrize("how", MOTIONS)
@pytest.mark.parametrize("path", FILES, ids=[f"{p.parent.name}/{p.stem}" for p in FILES])
def test_a_table_that_is_moved_whole_is_ruled_alike(path: Path, how: str) -> None:
    case, motion = parse_case(path.read_text("utf-8"), path.name), MOTIONS[how]
    before = ruled(case, path.name)
    after = ruled(moved(case, motion, before), path.name)
    assert essence(after) == essence(before)
    for name, at in places(before).items():
        assert places(after)[name] == pytest.approx(motion.go(at, case.snapshot), abs=1e-6)
    for effect, other in zip(before.effects, after.effects, strict=True):
        if "heading_deg" in effect.values:
            turned = motion.heading(effect.values["heading_deg"])
            assert wrap_deg(other.values["heading_deg"] - turned) == pytest.approx(0, abs=1e-6)
