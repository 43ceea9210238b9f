"""From ChArUco pictures to centimetres with the commands themselves, and the wall of bad input."""

import json
import math
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from hd_table import BOARD, HD, fails, measure_args, works
from hex_truth import true_place

from cli.pictures import expand
from table.errors import BadInput
from table.frame import HexBoard
from table.hex_board import label_of
from vision.markers import find_markers


@pytest.mark.ci
def test_the_lens_is_reported(made):
    said = json.loads((made / "camera.json").read_text())
    assert len(said["views_used"]) == 9
    assert said["views_rejected"] == []
    assert said["rms_px"] < 0.06
    assert said["coverage"] > 0.7
    assert said["board_bow_mm"] < 0.1
    assert not said["legacy_pattern"]
    assert 0 < said["predicted_error_cm"]["centre"] < 0.005
    assert set(said["predicted_error_cm"]["corners"]) == {"near_left", "near_right", "far_right", "far_left"}
    assert "Your lens" in (made / "lens.html").read_text()


@pytest.mark.ci
def test_the_table_is_reported(made):
    said = json.loads((made / "table.json").read_text())
    assert said["markers_used"] == [240, 241, 242, 243, 244, 245]
    assert said["warnings"] == []
    assert said["rms_px"] < 0.08
    assert 0 < said["predicted_error_cm"]["centre"] < 0.01
    assert "Your table" in (made / "table.html").read_text()


@pytest.mark.ci
def test_what_is_in_the_box_is_counted_and_not_named(made, tmp_path: Path):
    """Of a roster with all that one owns most is not on the table: 40 names and more would hide what is."""
    roster = tmp_path / "roster.toml"
    spare = (
        f"[[stand]]\nmarker = {100 + k}\nname = 'spare-{k}'\nside = 'us'\nkind = 'soldier'\n"
        "width_cm = 2.0\ndepth_cm = 2.0\nmount = {size_cm = 2.0}\n"
        for k in range(40)
    )
    roster.write_text((HD / "ambush-0.roster.toml").read_text() + "\n" + "\n".join(spare))
    said = works(*measure_args(made, roster=roster)[:-1]).stdout
    assert "Not seen: 40 of the roster; --json names them." in said
    assert "spare-7" not in said


def test_a_scene_is_measured_within_its_own_sigma(made):
    said = json.loads(works(*measure_args(made)).stdout)
    truth = json.loads((HD / "ambush-0.truth.json").read_text())
    true = {stand["name"]: stand for stand in truth["stands"]}
    assert said["warnings"] == []
    assert said["unknown_markers"] == []
    assert said["frame"]["markers_seen"] == 6
    assert all(stand["seen"] for stand in said["stands"])
    off = np.array([(s["x"] - true[s["name"]]["x"], s["y"] - true[s["name"]]["y"]) for s in said["stands"]])
    assert np.sqrt((off**2).sum(axis=1).mean()) < 0.005
    sigma = np.array([s["sigma_cm"] for s in said["stands"]])
    assert 0.5 < np.sqrt((off**2).mean(axis=1) / sigma**2).mean() < 1.6
    turned = np.array([math.remainder(s["heading_deg"] - true[s["name"]]["heading_deg"], 360) for s in said["stands"]])
    assert np.sqrt((turned**2).mean()) < 0.1


@pytest.mark.ci
def test_a_marker_that_is_there_twice_is_told(made, tmp_path: Path):
    """A stand's card copied into a corner, less sharp: the command says so, and still measures the one it measured."""
    plain = json.loads(works(*measure_args(made)).stdout)
    truth = json.loads((HD / "ambush-0.truth.json").read_text())
    picture = cv2.imread(str(HD / "ambush-0.jpg"))
    assert picture is not None
    first = find_markers(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), "4x4_250", looks=1)[0]
    assert first.id in {stand["marker"] for stand in truth["stands"]}
    x, y = np.rint(first.centre_px).astype(int)
    picture[:40, :40] = cv2.GaussianBlur(picture[y - 20 : y + 20, x - 20 : x + 20], (0, 0), 0.8)
    cv2.imwrite(str(tmp_path / "twice.png"), picture)
    said = json.loads(works(*measure_args(made, picture=tmp_path / "twice.png")).stdout)
    (warning,) = said["warnings"]
    (stand,) = (stand for stand in said["stands"] if stand["marker"] == first.id)
    assert warning.startswith(f"{stand['name']} (marker {first.id}) is there twice: at ")
    read = works(*measure_args(made, picture=tmp_path / "twice.png")[:-1], "--lang", "it").stdout
    assert f"Attenzione: {stand['name']} (marcatore {first.id}) c'è due volte: a " in read
    before = next(it for it in plain["stands"] if it["marker"] == first.id)
    assert math.dist((stand["x"], stand["y"]), (before["x"], before["y"])) < 0.05


HEXES = """
[board]
kind = "hexes"
origin = [5.0, 5.0]
size_cm = 3.0
columns = 21
rows = 20
"""


@pytest.mark.ci
def test_a_sheet_nobody_measured_and_the_tape_that_mends_it(made, tmp_path):
    """These cards lie 0.83 mm farther out along each axis than the printed sheet says."""
    frame, table = tmp_path / "frame.toml", tmp_path / "table.toml"
    works("sheets", "frame", "--table", "120x100", "--out", tmp_path / "cards.pdf", "--frame-out", frame)
    assert "laid_sigma_cm = 0.05" in frame.read_text()
    truth = json.loads((HD / "ambush-0.truth.json").read_text())
    true = {stand["name"]: (stand["x"], stand["y"]) for stand in truth["stands"]}

    def measured() -> tuple[dict[str, float], np.ndarray]:
        """Return what the commands say the table is good to, and how far off its distances are, cm."""
        said = works(
            "calibrate", "table", HD / "ambush-0.jpg", "--camera", made / "camera.toml", "--frame", frame,
            "--out", table, "--json",
        )  # fmt: skip
        told = works(
            "measure", HD / "ambush-0.jpg", "--table", table, "--roster", HD / "ambush-0.roster.toml", "--json"
        )
        found = json.loads(told.stdout)
        assert found["accuracy"] == pytest.approx(json.loads(said.stdout)["accuracy"], rel=1e-6)
        seen = [stand for stand in found["stands"] if stand["seen"]]
        places = np.array([(stand["x"], stand["y"]) for stand in seen])
        really = np.array([true[stand["name"]] for stand in seen])
        first, second = np.triu_indices(len(seen), 1)
        lengths = [np.linalg.norm(at[first] - at[second], axis=1) for at in (places, really)]
        return found["accuracy"], np.asarray(lengths[0] - lengths[1])

    number, off = measured()
    assert np.abs(off).max() == pytest.approx(0.187, abs=0.02)
    assert np.abs(off).max() < number["good_to_cm"] < 0.3
    assert number["cards_sigma_cm"] > 10 * number["camera_sigma_cm"]
    frame.write_text(frame.read_text() + "[tape]\nlength_cm = 167.0\nbetween = [240, 243]\n")
    number, off = measured()
    assert np.abs(off).max() < 0.03
    assert np.abs(off).max() < number["good_to_cm"] < 0.1
    words = works("measure", HD / "ambush-0.jpg", "--table", table, "--roster", HD / "ambush-0.roster.toml").stdout
    assert "Any distance on this table is good to ±0.9" in words
    assert ", tape 0.9" in words


@pytest.mark.ci
def test_on_a_board_each_stand_has_its_hex(made, tmp_path):
    (tmp_path / "frame.toml").write_text((HD / "ambush-0.frame.toml").read_text() + HEXES)
    table = tmp_path / "table.toml"
    works("calibrate", "table", HD / "ambush-0.jpg", "--camera", made / "camera.toml", "--frame",
          tmp_path / "frame.toml", "--out", table)  # fmt: skip
    args = [*measure_args(made, table=table), "--before", HD / "ambush-0.jpg"]
    said = {stand["name"]: stand for stand in json.loads(works(*args).stdout)["stands"]}
    board = HexBoard((5.0, 5.0), 3.0, 21, 20)
    truth = {stand["name"]: stand for stand in json.loads((HD / "ambush-0.truth.json").read_text())["stands"]}
    right = 0
    for name, stand in said.items():
        places, border_cm = true_place(board, truth[name]["x"], truth[name]["y"])
        labels = ["off" if place is None else label_of(board, place) for place in places]
        if stand["cell"] is None and not stand.get("off_board"):
            assert border_cm < 0.1
            assert {one["cell"] or "off" for one in stand["between"]} & set(labels)
        else:
            assert (stand["cell"] or "off") in labels
            right += 1
    assert right >= 25
    words = works(*(arg for arg in args if arg != "--json")).stdout.splitlines()
    assert words[1].split()[-1] == "hex"
    assert next(line for line in words if line.startswith("blue-0 ")).split()[-1] in (said["blue-0"]["cell"], "line")


@pytest.mark.ci
def test_people_get_words(made):
    said = works(*measure_args(made)[:-1]).stdout
    assert said.startswith("32 of 32 stands seen; 6 of 6 cards")
    assert "blue-0" in said
    assert "heading" in said
    again = works(
        "calibrate", "table", HD / "ambush-1.jpg", HD / "ambush-1.jpg", "--camera", made / "camera.toml", "--frame",
        HD / "ambush-1.frame.toml", "--out", made / "again.toml",
    ).stdout  # fmt: skip
    assert "Used 6 of 6 cards" in again
    assert "Predicted error on the table" in again


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("it", ("Attenzione: vedo 5 cartoncini su 6", "Basette viste: 31 su 32; cartoncini",
                "verso", "Non si vedono: blue-0 (marcatore ", "Ogni distanza su questo tavolo")),
        ("es", ("Atención: veo 5 de 6 tarjetas", "Peanas vistas: 31 de 32; tarjetas: 5 de 6",
                "rumbo", "No se ven: blue-0 (marcador ", "Toda distancia en esta mesa")),
    ],
)  # fmt: skip
def test_a_measurement_is_told_in_the_language_asked_for(
    made: Path, tmp_path: Path, language: str, expected: tuple[str, ...]
) -> None:
    """The words, the warnings and the marks before decimals; what programs read is English in any language."""
    picture = cv2.imread(str(HD / "ambush-0.jpg"))
    assert picture is not None
    found = find_markers(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), "4x4_250", looks=1)
    truth = json.loads((HD / "ambush-0.truth.json").read_text())
    wiped = {stand["marker"] for stand in truth["stands"] if stand["name"] == "blue-0"} | {240}
    for marker in (marker for marker in found if marker.id in wiped):
        x, y = np.rint(marker.centre_px).astype(int)
        picture[y - 30 : y + 30, x - 30 : x + 30] = 128
    cv2.imwrite(str(tmp_path / "some.png"), picture)
    arguments = measure_args(made, picture=tmp_path / "some.png")
    said = works(*arguments[:-1], "--lang", language).stdout
    for line in expected:
        assert line in said
    assert " 0," in said
    assert " 0." not in said
    assert works(*arguments, "--lang", language).stdout == works(*arguments, "--lang", "en").stdout


def test_pictures_may_be_files_folders_and_patterns(tmp_path):
    for name in ("shot-10.jpg", "shot-9.jpg", "note.txt"):
        (tmp_path / name).write_text("x")
    assert [file.name for file in expand([str(tmp_path)])] == ["shot-9.jpg", "shot-10.jpg"]
    pattern = str(tmp_path / "shot-1*.jpg")
    assert [f.name for f in expand([pattern, str(tmp_path)])] == ["shot-10.jpg", "shot-9.jpg"]
    with pytest.raises(BadInput, match="no picture has a name like this"):
        expand([str(tmp_path / "*.png")])
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadInput, match="no pictures in this folder"):
        expand([str(tmp_path / "empty")])
    (tmp_path / "empty" / "IMG_1.heic").touch()
    with pytest.raises(BadInput, match="export them as JPEG"):
        expand([str(tmp_path / "empty")])


@pytest.mark.ci
def test_an_iphones_pictures_beside_others_are_named(tmp_path, capsys):
    for name in ("IMG_10.jpg", "IMG_2.HEIC", "IMG_9.heif", "IMG_11.HEIC", "IMG_12.HEIC"):
        (tmp_path / name).touch()
    assert [file.name for file in expand([str(tmp_path)])] == ["IMG_10.jpg"]
    told = capsys.readouterr().err
    assert "are left out: IMG_2.HEIC, IMG_9.heif, IMG_11.HEIC, ...; export them as JPEG" in told


def test_rejected_pictures_are_named_with_the_reason(made, tmp_path):
    (tmp_path / "broken.jpg").write_bytes((HD / "charuco-01.jpg").read_bytes()[:9000])
    pictures = [HD / f"charuco-{k:02}.jpg" for k in range(0, 18, 2)]
    said = works(
        "calibrate",
        "camera",
        *pictures,
        tmp_path / "broken.jpg",
        HD / "ambush-0.jpg",
        *BOARD,
        "--out",
        tmp_path / "c.toml",
    ).stdout
    assert "Used 9 of 11 pictures." in said
    assert "broken.jpg: the picture is cut short" in said
    assert "ambush-0.jpg: " in said


# The wall: what people give that cannot be used. Each one clear line, exit status 2, no traceback.


def cut(folder: Path) -> Path:
    file = folder / "cut.jpg"
    file.write_bytes((HD / "ambush-0.jpg").read_bytes()[:40000])
    return file


def empty(folder: Path) -> Path:
    (folder / "empty.jpg").touch()
    return folder / "empty.jpg"


def words_only(folder: Path) -> Path:
    (folder / "words.jpg").write_text("not a picture")
    return folder / "words.jpg"


def no_frame(folder: Path) -> Path:
    picture = cv2.imread(str(HD / "ambush-0.jpg"))
    picture[:160] = picture[-160:] = 90
    cv2.imwrite(str(folder / "blind.png"), picture)
    return folder / "blind.png"


def smaller(folder: Path) -> Path:
    cv2.imwrite(str(folder / "small.png"), np.zeros((480, 640), np.uint8))
    return folder / "small.png"


@pytest.mark.parametrize(
    ("picture", "words"),
    [
        (cut, "cut.jpg: the picture is cut short; copy it anew"),
        (empty, "empty.jpg: the file is empty; take the picture anew"),
        (words_only, "words.jpg: this is no picture that can be read"),
        (lambda folder: folder / "none.jpg", "none.jpg: no such picture"),
        (lambda folder: folder, "this is a folder; name one picture in it"),
        (no_frame, "blind.png: I see no card (expected 240, 241, 242, 243, 244, 245)"),
        (smaller, "small.png: the picture is 640 x 480 px, but the table was calibrated at 1920 x 1080 px"),
    ],
    ids=["truncated", "empty", "no picture", "missing", "a folder", "no cards", "another size"],
)
def test_a_bad_picture(made, tmp_path, picture: Callable[[Path], Path], words: str):
    assert words in fails(*measure_args(made, picture=picture(tmp_path)))


def test_a_wrong_table(made, tmp_path):
    line = fails(*measure_args(made, table=made / "camera.toml"))
    assert 'camera.toml: kind: expected "table"' in line
    assert line.endswith('got "camera": this is a camera.toml')
    (tmp_path / "t.toml").write_text((made / "table.toml").read_text().replace("fx = ", "fx = -", 1))
    assert "t.toml: lens.fx: expected more than 0, got -132" in fails(*measure_args(made, table=tmp_path / "t.toml"))
    assert "none.toml: no such file" in fails(*measure_args(made, table=tmp_path / "none.toml"))
    assert "other bytes (a picture?)" in fails(*measure_args(made, table=HD / "ambush-0.jpg"))
    assert "kind: expected" in fails(*measure_args(made, table=HD / "ambush-0.frame.toml"))


def test_a_roster_with_a_marker_twice(made, tmp_path):
    roster = (HD / "ambush-0.roster.toml").read_text().replace("marker = 1\n", "marker = 0\n", 1)
    (tmp_path / "roster.toml").write_text(roster)
    line = fails(*measure_args(made, roster=tmp_path / "roster.toml"))
    assert "roster.toml" in line
    assert "marker" in line


def test_a_roster_with_a_frame_marker(made, tmp_path):
    roster = (HD / "ambush-0.roster.toml").read_text().replace("marker = 1\n", "marker = 240\n", 1)
    (tmp_path / "roster.toml").write_text(roster)
    assert "marker 240 is on the roster (red-1) and also on the frame" in fails(
        *measure_args(made, roster=tmp_path / "roster.toml")
    )


def calibrate_table(made: Path, out: Path, *more: object, **other: object) -> list[object]:
    given = {
        "picture": HD / "ambush-0.jpg",
        "camera": made / "camera.toml",
        "frame": HD / "ambush-0.frame.toml",
    } | other
    return [
        "calibrate", "table", given["picture"], "--camera", given["camera"], "--frame", given["frame"],
        "--out", out, *more,
    ]  # fmt: skip


@pytest.mark.ci
def test_a_bad_table_calibration(made, tmp_path):
    out = tmp_path / "table.toml"
    assert "cut short" in fails(*calibrate_table(made, out, picture=cut(tmp_path)))
    assert "I see 0 of 6 cards" in fails(*calibrate_table(made, out, picture=no_frame(tmp_path)))
    assert "640 x 480 px, but" in fails(*calibrate_table(made, out, picture=smaller(tmp_path)))
    assert 'expected "camera"' in fails(*calibrate_table(made, out, camera=made / "table.toml"))
    assert "ambush-0.roster.toml: stand: expected" in fails(
        *calibrate_table(made, out, frame=HD / "ambush-0.roster.toml")
    )
    assert "no two cards are about that far apart" in fails(*calibrate_table(made, out, "--survey", 1.2))
    assert "write it like 240,243" in fails(*calibrate_table(made, out, "--survey", 128, "--survey-between", "240"))
    assert "belong to --survey LENGTH_CM" in fails(*calibrate_table(made, out, "--survey-between", "240,243"))
    (tmp_path / "f.toml").write_text((HD / "ambush-0.frame.toml").read_text().replace("4x4_250", "4x5_250"))
    assert "no marker dictionary is called '4x5_250'" in fails(*calibrate_table(made, out, frame=tmp_path / "f.toml"))
    assert not out.exists()


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ([HD / "charuco-00.jpg", *BOARD], "and 6 is the least"),
        ([HD / "ambush-0.jpg", *BOARD], "seen in none of 1 pictures"),
        ([HD / "nothing-*.jpg", *BOARD], "no picture has a name like this"),
        ([HD / "charuco-00.jpg", HD / "charuco-99.jpg", *BOARD], "charuco-99.jpg: no such picture"),
        ([HD / "charuco-00.jpg", "--squares", "11", *BOARD[2:]], "write it like 11x8"),
        (
            [HD / "charuco-00.jpg", "--squares", "11x8", "--square-cm", "1.8", "--marker-cm", "2.4"],
            "do not go into squares of",
        ),
        ([HD / "charuco-00.jpg", *BOARD, "--dictionary", "4x4_2500"], "no marker dictionary is called '4x4_2500'"),
        ([*BOARD], "Missing argument"),
    ],
    ids=["one picture", "no board", "no file", "a missing one", "squares", "sizes", "dictionary", "no pictures"],
)
def test_a_bad_camera_calibration(tmp_path, args: list[object], words: str):
    assert words in fails("calibrate", "camera", *args, "--out", tmp_path / "c.toml")
    assert not (tmp_path / "c.toml").exists()


def test_what_cannot_be_written_is_said(made, tmp_path):
    assert "cannot be written" in fails(*calibrate_table(made, tmp_path / "none" / "table.toml"))
