"""`vedette shot` from files to words: who fell, the shell, the drawing, the film, and bad input in one line."""

import json
import math
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from cannon_pair import CannonPair, cannon_pair
from click.testing import CliRunner, Result

from calibration.profile import format_table
from cli.main import main
from table.notation.roster_file import format_roster
from table.roster import Roster

SEED = 10036


@pytest.fixture(scope="module")
def pair() -> CannonPair:
    return cannon_pair(SEED, (1920, 1080), disturbed=False)


@pytest.fixture(scope="module")
def made(pair: CannonPair, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("shot")
    cv2.imwrite(str(folder / "before.png"), pair.before)
    cv2.imwrite(str(folder / "after.png"), pair.after)
    (folder / "table.toml").write_text(format_table(pair.view))
    (folder / "roster.toml").write_text(format_roster(pair.roster))
    film = folder / "film"
    film.mkdir()
    for k in range(6):
        cv2.imwrite(str(film / f"{k}.jpg"), pair.before if k < 3 else pair.after)
    return folder


def run(folder: Path, *more: object, **other: object) -> Result:
    given = {"before": "before.png", "after": "after.png", "table": "table.toml", "roster": "roster.toml", **other}
    before, after, table, roster = (folder / str(given[key]) for key in ("before", "after", "table", "roster"))
    args = ["shot", before, after, "--table", table, "--roster", roster, *more]
    return CliRunner().invoke(main, [str(arg) for arg in args])


def fails(result: Result) -> str:
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    return line


@pytest.mark.ci
def test_json_says_who_fell_and_where_the_shell_lies(pair: CannonPair, made: Path):
    result = run(made, "--json")
    assert result.exit_code == 0, result.output
    said = json.loads(result.stdout)
    truth = {fall.name: fall.square for fall in pair.truth.fallen}
    assert {fall["name"]: fall["square"] for fall in said["fallen"]} == truth
    assert all(0.5 <= fall["confidence"] < 1 for fall in said["fallen"])
    shell = pair.truth.shell
    assert shell is not None
    assert math.dist((said["impact"]["x"], said["impact"]["y"]), (shell.x, shell.y)) < 0.2
    assert said["impact"]["sigma_cm"] > 0
    assert len(said["zone"]) == 4
    assert {tuple(sorted(moved)) for moved in said["moved"]} <= {("cm", "from", "name", "to")}


@pytest.mark.ci
def test_words_drawing_and_film(pair: CannonPair, made: Path, tmp_path: Path):
    out = tmp_path / "drawn.png"
    result = run(made, "--picture", out, "--film", made / "film", "--rate", 30)
    assert result.exit_code == 0, result.output
    for fall in pair.truth.fallen:
        assert f"{fall.name} fell, {fall.square} (" in result.stdout
        assert f"{fall.name} began to move at 0.083 s" in result.stdout
    assert "The shell lies at" in result.stdout
    drawn = cv2.imread(str(out))
    assert drawn is not None
    half = drawn.shape[1] // 2
    assert np.abs(drawn[:, : half - 8].mean() - drawn[:, half + 8 :].mean()) < 20  # before and after, side by side
    vermilion = np.abs(drawn.astype(int) - (0, 94, 213)).max(axis=2) < 8
    assert vermilion.sum() > 200 * len(pair.truth.fallen)


@pytest.mark.ci
def test_without_a_board_there_is_a_place_and_no_square(pair: CannonPair, made: Path):
    bare = replace(pair.view, frame=replace(pair.view.frame, board=None))
    (made / "bare.toml").write_text(format_table(bare))
    result = run(made, "--json", table="bare.toml")
    assert result.exit_code == 0, result.output
    said = json.loads(result.stdout)
    assert {fall["name"] for fall in said["fallen"]} == {fall.name for fall in pair.truth.fallen}
    assert {fall["square"] for fall in said["fallen"]} == {None}
    assert any("has no [board] of squares" in warning for warning in said["warnings"])


@pytest.mark.ci
def test_bad_input_is_one_line_and_2(pair: CannonPair, made: Path):
    cv2.imwrite(str(made / "small.png"), cv2.resize(pair.after, (1280, 720)))
    (made / "nobody.toml").write_text(format_roster(Roster(())))
    cv2.imwrite(str(made / "blank.png"), np.full_like(pair.after, 90))
    (made / "text.jpg").write_text("no picture")
    assert "1280 x 720" in fails(run(made, after="small.png"))
    assert "nobody is on this roster" in fails(run(made, roster="nobody.toml"))
    assert "no card" in fails(run(made, after="blank.png"))
    assert "no picture that can be read" in fails(run(made, after="text.jpg"))
    assert "no such picture" in fails(run(made, before="gone.jpg"))
    assert "say their rate" in fails(run(made, "--film", made / "film"))
    assert "name it .png or .jpg" in fails(run(made, "--picture", made / "drawn.gif"))
