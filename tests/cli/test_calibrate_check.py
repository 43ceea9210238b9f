"""`vedette calibrate check` on a rendered scene: stands on places known exactly mend a table surveyed badly."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from hd_table import HD, run, works

OFF = {"240": 0.08, "242": -0.06, "244": 0.05}  # cm along x and y that these frame markers are believed to be off


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Path:
    """Return a folder with a table.toml whose frame is believed to lie elsewhere, and crosses.toml from the truth."""
    out = tmp_path_factory.mktemp("check")
    blocks = (HD / "ambush-0.frame.toml").read_text().split("[[marker]]")
    for k, block in enumerate(blocks[1:], 1):
        number = block.split("id = ")[1].split()[0]
        for key in ("x", "y"):
            value = block.split(f"{key} = ")[1].split()[0]
            blocks[k] = blocks[k].replace(f"{key} = {value}", f"{key} = {float(value) + OFF.get(number, 0.0)}")
    (out / "frame.toml").write_text("[[marker]]".join(blocks))
    works(
        "calibrate", "camera", *[HD / f"charuco-{k:02}.jpg" for k in range(0, 18, 2)], "--squares", "11x8",
        "--square-cm", 2.4, "--marker-cm", 1.8, "--out", out / "camera.toml",
    )  # fmt: skip
    works(
        "calibrate", "table", HD / "ambush-0.jpg", "--camera", out / "camera.toml", "--frame", out / "frame.toml",
        "--out", out / "table.toml",
    )  # fmt: skip
    truth = json.loads((HD / "ambush-0.truth.json").read_text())["stands"][::2]
    crosses = [f"[[cross]]\nx = {stand['x']}\ny = {stand['y']}\nsigma_cm = 0.005\n" for stand in truth]
    (out / "crosses.toml").write_text("\n".join(crosses))
    return out


def checked(made: Path, *more: object) -> list[object]:
    return [
        "calibrate", "check", HD / "ambush-0.jpg", "--table", made / "table.toml", "--roster",
        HD / "ambush-0.roster.toml", *more,
    ]  # fmt: skip


def errors_cm(table: Path) -> tuple[np.ndarray, np.ndarray]:
    """Return how far the stands that stood on no cross are measured wrong, and their sigmas."""
    said = json.loads(
        works(
            "measure", HD / "ambush-0.jpg", "--table", table, "--roster", HD / "ambush-0.roster.toml", "--json"
        ).stdout
    )
    true = {s["name"]: s for s in json.loads((HD / "ambush-0.truth.json").read_text())["stands"][1::2]}
    others = [s for s in said["stands"] if s["name"] in true]
    off = [np.hypot(s["x"] - true[s["name"]]["x"], s["y"] - true[s["name"]]["y"]) for s in others]
    return np.array(off), np.array([s["sigma_cm"] for s in others])


@pytest.mark.ci
def test_other_stands_are_measured_better_afterwards(made):
    said = works(
        *checked(made, "--crosses", made / "crosses.toml", "--placing-mm", 0.05, "--out", made / "checked.toml",
                 "--report", made / "check.html", "--json")
    )  # fmt: skip
    found = json.loads(said.stdout)
    assert len(found["stands_used"]) == 16
    assert len(found["left_out"]) == 16
    assert found["after_rms_cm"] < 0.2 * found["before_rms_cm"]
    before, sigma_before = errors_cm(made / "table.toml")
    after, sigma_after = errors_cm(made / "checked.toml")
    assert before.mean() > 0.02
    assert after.mean() < 0.3 * before.mean()
    assert (sigma_after < 0.5 * sigma_before).all()
    assert "Your table, checked" in (made / "check.html").read_text()


@pytest.mark.ci
def test_people_get_words(made):
    said = works(*checked(made, "--crosses", made / "crosses.toml", "--out", made / "again.toml")).stdout
    assert "Stands on crosses you measured in: 16." in said
    assert "On no cross, so left out: red-1, red-3" in said
    assert "with the correction" in said
    assert "Predicted error at the centre" in said


@pytest.mark.parametrize(
    ("language", "used", "left_out", "good_to"),
    [
        ("it", "Usati 6 cartoncini su 6", "Su nessuna croce", "Ogni distanza su questo tavolo"),
        ("es", "Tarjetas usadas: 6 de 6", "En ninguna cruz", "Toda distancia en esta mesa"),
    ],
)  # fmt: skip
def test_people_get_words_of_their_language(made, tmp_path, language, used, left_out, good_to):
    page = tmp_path / "page.html"
    more = ("--out", tmp_path / "table.toml", "--report", page, "--lang", language)
    table = works(
        "calibrate", "table", HD / "ambush-0.jpg", "--camera", made / "camera.toml", "--frame", made / "frame.toml",
        *more,
    ).stdout  # fmt: skip
    assert f'<html lang="{language}">' in page.read_text("utf-8")
    check = works(*checked(made, "--crosses", made / "crosses.toml", *more)).stdout
    assert f'<html lang="{language}">' in page.read_text("utf-8")
    assert used in table
    assert left_out in check
    for said in (table, check):
        assert f"{good_to}" in said
        assert not re.search(r"\b(Used|Their|Predicted|Any|Written|The|stands?)\b", said)


@pytest.mark.ci
@pytest.mark.parametrize(
    ("more", "words"),
    [
        ([], "no four stand on crosses 5 cm apart"),
        (["--grid-cm", "0"], "--grid-cm is the distance from cross to cross in cm, got 0"),
        (["--placing-mm", "50"], "--placing-mm is how well a base was put on a cross"),
        (["--crosses", "none.toml"], "none.toml: no such file"),
    ],
)
def test_bad_input_is_one_line(made, more, words):
    result = run(*checked(made, *more, "--out", made / "bad.toml"))
    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    assert words in line
    assert not (made / "bad.toml").exists()
