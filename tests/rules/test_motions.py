"""Every written case turned with its table, and mirrored: the ruling is the same, or its mirror image.

A board does not turn with its names: cases on one change sides in tests of their own (test_montecassino_sides.py ...).
"""

from pathlib import Path

import pytest
from moving_cases import MIRROR, Motion, essence, moved, named_edges, places, ruled

from rules.cases import parse_case
from table.stand import wrap_deg

CASES = Path(__file__).parents[1] / "data" / "cases"
ON_BOARDS = {"montecassino", "rommel", "ancients"}
FILES = [path for path in sorted(CASES.glob("*/*.toml")) if path.parent.name not in ON_BOARDS]

MOTIONS = {
    "quarter turn": Motion(
        lambda at, t: (t.depth_cm - at[1], at[0]), lambda h: h + 90, named_edges("right left near far"), True
    ),
    "half turn": Motion(
        lambda at, t: (t.width_cm - at[0], t.depth_cm - at[1]), lambda h: h + 180, named_edges("far near right left")
    ),
    "three quarters": Motion(
        lambda at, t: (at[1], t.width_cm - at[0]), lambda h: h + 270, named_edges("left right far near"), True
    ),
    "mirror": MIRROR,
}


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
