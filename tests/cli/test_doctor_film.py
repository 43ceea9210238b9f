"""`doctor --film`: who rested, by how much each scattered, px and mm; drawn, and as JSON; what is no film is said."""

import json
import re

import cv2
import drawn
import numpy as np
import pytest
from click.testing import CliRunner

from calibration.profile import format_table
from cli.main import main
from simulation.synthetic.fittings import default_camera, default_frame
from table.mount import Mount
from table.notation.roster_file import format_roster
from table.roster import Entry, Roster
from vision.dictionary import dictionary, patterns
from vision.picture import read_picture
from vision.sources.film_folder import Moment, TimesList
from vision.table_view import TableView

BITS = patterns(dictionary("4x4_250")).astype(np.float64)
SIZE_PX, SIDE_PX, FRAMES, FRAME_S = (420, 300), 36, 26, 0.1
PLACES = np.array([[70 + 140 * (k % 3), 80 + 140 * (k // 3)] for k in range(6)], np.float64)
JITTER_PX, MOVER = 0.05, 4


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    """A film of six markers that jitter by a known amount; one of them is pushed."""
    folder = tmp_path_factory.mktemp("film")
    dice = np.random.default_rng(12)
    with TimesList(folder) as times:
        for k in range(FRAMES):
            light = np.full(SIZE_PX[::-1], 0.2, np.float32)
            for marker, place in enumerate(PLACES):
                at = place + dice.normal(0, JITTER_PX, 2) + [9.0 * (marker == MOVER and k > 12), 0]
                drawn.lay(light, BITS[marker], drawn.marker_corners(at, SIDE_PX, 11 + 17 * marker, 0, 0), 1.0)
            grey = 255 * cv2.GaussianBlur(light, (0, 0), 0.7) ** (1 / 2.2) + dice.normal(0, 1, light.shape)
            file = folder / f"picture-{k}.png"
            cv2.imwrite(str(file), np.clip(np.rint(grey), 0, 255).astype(np.uint8))
            times.add(Moment(file, k * FRAME_S, k))
    return folder


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """A table that is seen at 10 px a cm, with a roster of two of the markers."""
    folder = tmp_path_factory.mktemp("table")
    frame = default_frame(40.0, 28.0)
    camera = default_camera(frame, SIZE_PX)
    (folder / "table.toml").write_text(format_table(TableView(camera, frame)))
    entries = tuple(Entry(k, f"stand {k}", "us", "soldier", 2, 2, Mount(size_cm=2.0)) for k in (0, MOVER))
    (folder / "roster.toml").write_text(format_roster(Roster(entries)))
    centre = camera.project([[19.5, 14, 0], [20.5, 14, 0]])
    return folder, 10 / float(np.linalg.norm(centre[1] - centre[0]))


def doctor(*words):
    return CliRunner().invoke(main, ["doctor", *map(str, words)])


@pytest.mark.ci
def test_who_rested_is_told_and_by_how_much_it_scattered(film):
    result = doctor("--film", film, "--marker-cm", 2)
    assert result.exit_code == 0, result.output
    said = result.stdout
    assert re.search(r"film +.*: 420 x 300 px, 26 in 2.5 s", said)
    assert re.search(r"pictures +10.0 a second", said)
    assert re.search(r"markers +moved, left out: 4\n", said)
    scatter = re.search(r"5 at rest scatter by (\S+) px; Vedette allows for (\S+)\n +(\S+) times what", said)
    assert float(scatter[1]) == pytest.approx(JITTER_PX, rel=0.2)
    assert float(scatter[3]) == pytest.approx(float(scatter[1]) / float(scatter[2]), rel=0.2)
    expected = float(re.search(r"expect +±(\S+) mm from picture to picture, for a marker of 2 cm\n", said)[1])
    assert expected == pytest.approx(1.96 * JITTER_PX * 20 / SIDE_PX, rel=0.2)
    rows = [line.split() for line in said.splitlines() if re.match(r"\d ", line)]
    assert [(row[0], row[1]) for row in rows] == [(str(k), "moved" if k == MOVER else "rested") for k in range(6)]


@pytest.mark.ci
def test_a_table_gives_mm_and_a_roster_names(film, table):
    folder, mm_per_px = table
    result = doctor("--film", film, "--table", folder / "table.toml", "--roster", folder / "roster.toml", "--json")
    assert result.exit_code == 0, result.output
    report = json.loads(result.stdout)
    markers = {marker["id"]: marker for marker in report["markers"]}
    assert (markers[0]["name"], markers[4]["name"], markers[1]["name"]) == ("stand 0", "stand 4", None)
    assert markers[1]["scatter_mm"] is None
    total_px = np.hypot(markers[0]["within_px"], markers[0]["between_px"] or 0)
    assert markers[0]["scatter_mm"] == pytest.approx(total_px * mm_per_px, rel=0.1)
    assert (report["timing"]["frames"], report["timing"]["missing"], report["gamma"]) == (FRAMES, 0, 2.2)
    assert {finding["state"] for finding in report["findings"]} <= {"good", "note", "wrong"}
    words = doctor("--film", film, "--table", folder / "table.toml", "--roster", folder / "roster.toml")
    assert "± mm" in words.stdout
    assert re.search(r"\nstand 0 +rested +26 .*\d\.\d{3}\n", words.stdout)


@pytest.mark.ci
def test_it_is_drawn_over_the_last_picture(film, tmp_path):
    out = tmp_path / "drawn.png"
    result = doctor("--film", film, "--out", out)
    assert result.exit_code == 0, result.output
    assert f"Drawn into {out}." in result.stdout
    picture, last = read_picture(out), read_picture(film / f"picture-{FRAMES - 1}.png")
    changed = (picture != last).any(axis=2)
    assert changed[40:120, 30:110].any()
    assert not changed[130:160, 130:150].any()
    assert doctor("--film", film, "--out", tmp_path / "drawn.txt").exit_code == 2


def test_a_film_of_pictures_without_times_needs_a_rate(film, tmp_path):
    for k in range(4):
        (tmp_path / f"{k}.png").write_bytes((film / f"picture-{k}.png").read_bytes())
    result = doctor("--film", tmp_path)
    assert result.exit_code == 2
    assert "say their rate, for example --rate 30" in result.stderr
    told = doctor("--film", tmp_path, "--rate", 25)
    assert "25.0 a second" in told.stdout
    cv2.imwrite(str(tmp_path / "9.png"), np.zeros((20, 20), np.uint8))
    other = doctor("--film", tmp_path, "--rate", 25)
    assert "not of the same size" in other.stderr


@pytest.mark.ci
def test_a_film_without_markers_still_tells_of_the_camera(film):
    said = doctor("--film", film, "--dictionary", "6x6_250").stdout
    assert "none seen: tone, edges and ± cannot be told" in said
    assert re.search(r"noise +1\.\d grey levels", said)


@pytest.mark.ci
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--film", "sim:"], "not a camera"),
        (["--film", "missing.mp4"], "no such file"),
        (["--out", "x.png"], "belong to --film"),
        (["--film", "a.mp4", "--camera", "0"], "one at a time"),
        (["--film", "a.mp4", "--dictionary", "9x9"], "no marker dictionary"),
        (["--camera", "987", "--dictionary", "9x9"], "no marker dictionary"),
    ],
)
def test_what_cannot_be_is_one_line_and_status_2(words, said):
    result = doctor(*words)
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.ci
def test_a_table_of_another_size_is_said(film, tmp_path):
    frame = default_frame(40.0, 28.0)
    (tmp_path / "table.toml").write_text(format_table(TableView(default_camera(frame, (640, 480)), frame)))
    result = doctor("--film", film, "--table", tmp_path / "table.toml")
    assert result.exit_code == 2
    assert "420 x 300 px, but" in result.stderr
