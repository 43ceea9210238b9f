"""A served match on hexes: what is known as it begins, from files as people write them and from the table."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from simulation.case_table import lay_out
from vision.sources.frames import CameraFrame
from web.match_session import MatchSession
from web.table_stage import open_table

CASE = """game = "{game}"
[table]
width_cm = 80
depth_cm = 60
[[stand]]
name = "one"
side = "{near}"
kind = "{kinds[0]}"
hex = "D3"
[[stand]]
name = "two"
side = "{far}"
kind = "{kinds[1]}"
hex = "D7"
[action]
type = "move"
actor = "one"
to = "D4"
"""


def served(folder: Path, game: str, near: str, far: str, kinds: tuple[str, str]) -> MatchSession:
    """Return the session of the match that opens on a case's table as the camera sees it."""
    file = folder / "case.toml"
    file.write_text(CASE.format(game=game, near=near, far=far, kinds=kinds))
    laid = lay_out(file, folder / "laid")
    frame = laid.source(clock=lambda: 0.0).read()
    assert isinstance(frame, CameraFrame)
    capture_loop: Any = SimpleNamespace(
        reading=SimpleNamespace(frame=frame, single=True), clock=SimpleNamespace(now_s=lambda: 0.0),
        use=lambda observer: None, audience=None,
    )  # fmt: skip
    return open_table(laid.setup, capture_loop, lambda: 4)


@pytest.mark.ci
def test_who_stands_nearer_sits_at_the_near_edge(tmp_path: Path) -> None:
    known = served(tmp_path, "ancients", "roman", "carthaginian", ("Light infantry", "auxilia")).memory().known
    assert [known[side]["edge"] for side in ("roman", "carthaginian")] == ["near", "far"]


@pytest.mark.ci
def test_kinds_are_counted_as_people_write_them(tmp_path: Path) -> None:
    known = served(tmp_path, "rommel", "allied", "axis", ("Tanks", "Heavy artillery")).memory().known
    assert (known["allied"]["tanks"], known["axis"]["started"]) == (1, 1)
