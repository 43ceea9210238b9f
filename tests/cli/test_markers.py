"""`vedette markers`: the JSON's shape, why a marker is not found, copies, the drawing, and bad input in one line."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from cli.main import main
from vision.arrays import Picture
from vision.dictionary import dictionary
from vision.marker_drawing import FOUND, MISSED

SIDE, PAPER = 48, 64
ODD = 5  # the marker that something is wrong with, with its paper's first px at (PLACE, PLACE)
PLACE = 200


def put(picture: Picture, marker: int, x: int, y: int, side: int = SIDE, shades: tuple[int, int] = (30, 220)) -> None:
    """Lay a card whose paper is a module wider than its marker all round."""
    card = np.full((PAPER, PAPER), shades[1], np.uint8)
    printed = cv2.aruco.generateImageMarker(dictionary("4x4_50"), marker, SIDE)
    card[8:-8, 8:-8] = np.where(printed > 0, shades[1], shades[0])
    width = round(side * PAPER / SIDE)
    picture[y : y + width, x : x + width] = cv2.resize(card, (width, width), interpolation=cv2.INTER_AREA)


def table() -> Picture:
    """Return a grey table with the markers 0 to 4, plain to see."""
    picture = np.full((420, 640), 140, np.uint8)
    for k in range(ODD):
        put(picture, k, 20 + 110 * k, 20)
    return picture


def seen_by_camera(picture: Picture) -> Picture:
    noise = np.random.default_rng(1).normal(0, 1.5, picture.shape)
    return np.clip(np.rint(cv2.GaussianBlur(picture, (0, 0), 0.7) + noise), 0, 255).astype(np.uint8)


def covered() -> Picture:
    picture = table()
    put(picture, ODD, PLACE, PLACE)
    cv2.circle(picture, (PLACE + 4, PLACE + 4), 32, 150, -1)
    return picture


def blurred() -> Picture:
    picture = table()
    put(picture, ODD, PLACE, PLACE)
    soft = cv2.GaussianBlur(picture, (0, 0), 8) + np.random.default_rng(2).normal(0, 8, picture.shape)
    picture[150:] = np.clip(soft, 0, 255)[150:]
    return picture


def too_small() -> Picture:
    picture = table()
    put(picture, ODD, PLACE, PLACE, side=8)
    return picture


def pale() -> Picture:
    picture = table()
    put(picture, ODD, PLACE, PLACE, shades=(215, 220))
    return picture


def cut() -> Picture:
    """Return a marker whose paper was cut to a quarter of a module on three sides."""
    picture = table()
    put(picture, ODD, PLACE, PLACE)
    for edge in (np.s_[:6, :], np.s_[-6:, :], np.s_[:, :6]):
        picture[PLACE : PLACE + PAPER, PLACE : PLACE + PAPER][edge] = 30
    return picture


def glaring() -> Picture:
    picture = table()
    put(picture, ODD, PLACE, PLACE)
    cv2.circle(picture, (PLACE + 26, PLACE + 36), 12, 255, -1)
    return picture


def run(*args: object) -> Result:
    return CliRunner().invoke(main, ["markers", *map(str, args)])


def json_of(folder: Path, picture: Picture, *more: object) -> dict[str, Any]:
    file = folder / "table.png"
    cv2.imwrite(str(file), seen_by_camera(picture))
    result = run(file, "--dictionary", "4x4_50", "--json", *more)
    assert result.exit_code == 0, result.output
    (one,) = json.loads(result.stdout)["pictures"]
    assert isinstance(one, dict)
    return one


def fails(*args: object) -> str:
    result = run(*args)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    return line


def test_the_dictionary_is_that_of_our_sheets_where_none_is_named(tmp_path: Path) -> None:
    file = tmp_path / "table.png"
    cv2.imwrite(str(file), seen_by_camera(table()))
    named = run(file, "--dictionary", "4x4_250", "--json")
    left_out = run(file, "--json")
    assert left_out.exit_code == 0, left_out.output
    ids = [[marker["id"] for marker in json.loads(each.stdout)["pictures"][0]["markers"]] for each in (named, left_out)]
    assert ids[0] == ids[1] != []


def test_json_has_its_fixed_shape(tmp_path: Path):
    for name, picture in (("one.png", table()), ("none.png", np.full((200, 200), 140, np.uint8))):
        cv2.imwrite(str(tmp_path / name), seen_by_camera(picture))
    files = [str(tmp_path / name) for name in ("one.png", "none.png")]
    result = run(*files, "--dictionary", "4x4_50", "--json")
    assert result.exit_code == 0, result.output
    said = json.loads(result.stdout)
    assert set(said) == {"pictures"}
    assert [one["file"] for one in said["pictures"]] == files
    one, none = said["pictures"]
    assert set(one) == set(none) == {"file", "ms", "markers"}
    assert none["markers"] == []
    assert one["ms"] > 0
    assert [marker["id"] for marker in one["markers"]] == [0, 1, 2, 3, 4]
    for k, marker in enumerate(one["markers"]):
        assert set(marker) == {"id", "corners_px", "sigma_px", "score"}
        left, top = 20 + 110 * k + 7.5, 20 + 7.5
        square = [(left, top), (left + SIDE, top), (left + SIDE, top + SIDE), (left, top + SIDE)]
        assert marker["corners_px"] == [pytest.approx(corner, abs=0.1) for corner in square]
        assert 0 < marker["sigma_px"] < 0.1
        assert 0.9 < marker["score"] <= 1


@pytest.mark.ci
@pytest.mark.parametrize(
    ("picture", "word"),
    [(covered, "covered"), (blurred, "blurred"), (too_small, "too small"), (pale, "too little contrast"),
     (cut, "margin cut"), (glaring, "glare")],
)  # fmt: skip
def test_it_says_why_a_marker_is_not_found(tmp_path: Path, picture: Any, word: str):
    one = json_of(tmp_path, picture(), "--ids", "0-5")
    assert [marker["id"] for marker in one["markers"]] == [0, 1, 2, 3, 4]
    (gone,) = one["missing"]
    assert (gone["id"], gone["why"].partition(":")[0]) == (ODD, word)
    assert np.mean(gone["corners_px"], axis=0) == pytest.approx([PLACE + (4 if word == "too small" else 31)] * 2, abs=3)


@pytest.mark.ci
def test_too_small_says_how_small_and_what_to_do(tmp_path: Path):
    (gone,) = json_of(tmp_path, too_small(), "--ids", "5")["missing"]
    assert gone["why"] == "too small: 8 px a side; 11 px are the least: print larger or move the camera nearer"


@pytest.mark.ci
def test_what_is_not_there_is_not_seen_at_all_and_has_no_place(tmp_path: Path):
    one = json_of(tmp_path, table(), "--ids", "3-6")
    assert [marker["id"] for marker in one["markers"]] == [0, 1, 2, 3, 4]
    assert [(gone["id"], set(gone)) for gone in one["missing"]] == [(5, {"id", "why"}), (6, {"id", "why"})]
    assert {gone["why"].partition(":")[0] for gone in one["missing"]} == {"not seen at all"}
    assert one["copies"] == []


def test_a_copy_is_told_and_nothing_is_missing(tmp_path: Path):
    picture = table()
    put(picture, 2, PLACE, PLACE)
    one = json_of(tmp_path, picture, "--ids", "0-4")
    assert one["missing"] == []
    (copy,) = one["copies"]
    assert copy["id"] == 2
    places = [np.mean(marker["corners_px"], axis=0) for marker in (one["markers"][2], copy)]
    assert sorted(round(float(x)) for x, _ in places) == [PLACE + 31, 20 + 220 + 31]


@pytest.mark.parametrize(("ids", "said"), [((), "no marker seen in "), ((3,), "1 marker seen in ")])
def test_none_and_one_are_said_as_people_say_it(tmp_path: Path, ids: tuple[int, ...], said: str) -> None:
    picture = np.full((200, 200), 255, np.uint8)
    for number in ids:
        put(picture, number, 60, 60)
    cv2.imwrite(str(tmp_path / "few.png"), picture)
    (line,) = run(tmp_path / "few.png", "--dictionary", "4x4_50").stdout.splitlines()
    assert f"few.png: {said}" in line
    assert line.endswith(" ms: 3." if ids else " ms.")


@pytest.mark.ci
def test_words_and_the_drawing_tell_the_same(tmp_path: Path):
    for folder in ("a", "b"):  # of the same name
        (tmp_path / folder).mkdir()
        cv2.imwrite(str(tmp_path / folder / "table.png"), seen_by_camera(too_small()))
    out = tmp_path / "new" / "drawn"
    result = run(tmp_path / "a", tmp_path / "b", "--dictionary", "4x4_50", "--ids", "0-6", "--out", out)
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert "5 markers seen in " in lines[0]
    assert lines[0].endswith(": 0, 1, 2, 3, 4.")
    assert lines[1].startswith("  5 at 205, 205 px: too small: 8 px a side; ")
    assert lines[2].startswith("  6: not seen at all: ")
    assert lines[-1] == f"Drawn into {out}."
    assert sorted(file.name for file in out.iterdir()) == ["table-2.png", "table.png"]
    drawn = cv2.imread(str(out / "table.png"))
    assert drawn is not None
    for colour, window in ((FOUND, np.s_[20:90, :]), (MISSED, np.s_[190:220, 190:220])):
        alike = np.abs(drawn.astype(int) - colour).max(axis=2) < 40
        assert alike[window].sum() > 20, colour
    assert not (np.abs(drawn[100:].astype(int) - FOUND).max(axis=2) < 40).any()


def test_bad_input_is_one_line_and_2(tmp_path: Path):
    file = tmp_path / "table.png"
    cv2.imwrite(str(file), table())
    (tmp_path / "text.jpg").write_text("no picture")
    assert "no marker dictionary is called '4x4_51'; did you mean 4x4_50" in fails(file, "--dictionary", "4x4_51")
    assert "gone.png: no such picture" in fails(tmp_path / "gone.png", "--dictionary", "4x4_50")
    assert "no picture that can be read" in fails(tmp_path / "text.jpg", "--dictionary", "4x4_50")
    assert "Missing argument 'PICTURE...'" in fails("--dictionary", "4x4_50")
    assert "9-3 runs backwards" in fails(file, "--dictionary", "4x4_50", "--ids", "9-3")
    assert "4x4_50 has the markers 0-49, not 50" in fails(file, "--dictionary", "4x4_50", "--ids", "1,40-50")
    assert "cannot be made" in fails(file, "--dictionary", "4x4_50", "--out", file / "drawn")


def test_a_picture_is_no_folder_to_draw_into(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), table())
    told = CliRunner().invoke(main, ["markers", str(tmp_path / "a.png"), "--out", str(tmp_path / "x.png")])
    assert told.exit_code == 2
    assert "--out x.png: this is a folder for the drawings" in told.stderr.replace(f"{tmp_path}/", "")
    assert not (tmp_path / "x.png").exists()


def test_one_picture_that_cannot_be_read_leaves_the_others(tmp_path: Path) -> None:
    for name in ("a.png", "c.png"):
        cv2.imwrite(str(tmp_path / name), seen_by_camera(table()))
    (tmp_path / "b.png").write_bytes((tmp_path / "a.png").read_bytes()[:9000])
    done = run(tmp_path, "--dictionary", "4x4_50", "--json")
    assert done.exit_code == 0, done.output
    assert [Path(one["file"]).name for one in json.loads(done.stdout)["pictures"]] == ["a.png", "c.png"]
    assert done.stderr.endswith("b.png: the picture is cut short; copy it anew.\n")
    assert "cut short" in fails(tmp_path / "b.png")
