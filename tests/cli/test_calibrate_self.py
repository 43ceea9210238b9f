"""`vedette calibrate self` on rendered scenes: no board, still a fraction of a millimetre, and marked as less exact."""

import json
import tomllib
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from cli.main import main

HD = Path(__file__).parents[1] / "data" / "scenes" / "hd"


def run(*args: object) -> Result:
    return CliRunner().invoke(main, [str(arg) for arg in args])


def learn(out: Path, scene: str, *more: object) -> Result:
    return run(
        "calibrate", "self", HD / f"{scene}.jpg", "--frame", HD / f"{scene}.frame.toml", "--out-camera",
        out / "camera.toml", "--out", out / "table.toml", *more,
    )  # fmt: skip


@pytest.mark.ci
@pytest.mark.parametrize("scene", ["ambush-1", "yankee-0"])
def test_a_scene_is_measured_without_any_board(tmp_path, scene):
    roster = HD / f"{scene}.roster.toml"
    said = learn(tmp_path, scene, "--roster", roster, "--report", tmp_path / "page.html", "--json")
    assert said.exit_code == 0, said.output
    found = json.loads(said.stdout)
    assert found["self_calibrated"]
    assert len(found["markers_used"]) == 6
    assert found["stands_used"] > 30
    assert tomllib.loads((tmp_path / "camera.toml").read_text())["self_calibrated"]
    assert "without a board" in (tmp_path / "page.html").read_text()
    result = run("measure", HD / f"{scene}.jpg", "--table", tmp_path / "table.toml", "--roster", roster, "--json")
    measured = json.loads(result.stdout)
    assert any("learned without a board" in warning for warning in measured["warnings"])
    truth = json.loads((HD / f"{scene}.truth.json").read_text())
    true = {stand["name"]: stand for stand in truth["stands"]}
    off = np.array([(s["x"] - true[s["name"]]["x"], s["y"] - true[s["name"]]["y"]) for s in measured["stands"]])
    sigma = np.array([s["sigma_cm"] for s in measured["stands"]])
    assert np.sqrt((off**2).sum(axis=1).mean()) < 0.03
    assert np.sqrt(((off / sigma[:, None]) ** 2).mean()) < 1.6
    assert abs(found["focal_px"] / truth["camera"]["K"][0][0] - 1) < 2.5 * found["focal_share"]


@pytest.mark.ci
def test_the_lens_may_serve_another_table(tmp_path):
    scene = "ambush-1"
    said = learn(tmp_path, scene, "--roster", HD / f"{scene}.roster.toml").stdout
    assert "Warning: the lens was learned without a board" in said
    result = run(
        "calibrate", "table", HD / "ambush-0.jpg", "--camera", tmp_path / "camera.toml", "--frame",
        HD / "ambush-0.frame.toml", "--out", tmp_path / "other.toml",
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    assert tomllib.loads((tmp_path / "other.toml").read_text())["self_calibrated"]


def test_too_little_is_refused_in_one_line(tmp_path):
    blocks = (HD / "ambush-0.frame.toml").read_text().split("[[marker]]")
    (tmp_path / "frame.toml").write_text("[[marker]]".join(blocks[:5]))
    result = run(
        "calibrate", "self", HD / "ambush-0.jpg", "--frame", tmp_path / "frame.toml", "--out-camera",
        tmp_path / "camera.toml", "--out", tmp_path / "table.toml",
    )  # fmt: skip
    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    assert "I see 4 of 4 cards, and 6 is the least" in line
    assert not (tmp_path / "camera.toml").exists()
