"""A full HD camera's table, calibrated by the commands."""

from pathlib import Path

import pytest
from hd_table import BOARD, HD, works


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Path:
    """Calibrate from nine of the pictures; camera.toml, table.toml and both reports lie in the folder returned."""
    out = tmp_path_factory.mktemp("made")
    pictures = [HD / f"charuco-{k:02}.jpg" for k in range(0, 18, 2)]
    said = works(
        "calibrate", "camera", *pictures, *BOARD, "--out", out / "camera.toml", "--report", out / "lens.html", "--json"
    )
    (out / "camera.json").write_text(said.stdout)
    said = works(
        "calibrate", "table", HD / "ambush-0.jpg", "--camera", out / "camera.toml", "--frame",
        HD / "ambush-0.frame.toml", "--out", out / "table.toml", "--report", out / "table.html", "--json",
    )  # fmt: skip
    (out / "table.json").write_text(said.stdout)
    return out
