"""`vedette sheets`: what can be printed, and what is said when it cannot."""

import shutil
import subprocess
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from calibration.sheets.frame import frame_of
from cli.main import main
from table.frame import HexBoard
from table.hex_board import centre_of, corners_of, hexes_of
from table.hexes import Hex
from table.notation.frame_file import parse_frame
from table.notation.roster_file import parse_roster

DPI = 600
needs_poppler = pytest.mark.skipif(
    shutil.which("pdftoppm") is None, reason="poppler's pdftoppm is not installed: the sheets are not measured"
)


def run(*args: object) -> Result:
    return CliRunner().invoke(main, ["sheets", *map(str, args)])


def test_frame_writes_the_frame_toml_that_fits(tmp_path: Path):
    pdf, toml = tmp_path / "frame.pdf", tmp_path / "frame.toml"
    result = run("frame", "--out", pdf, "--frame-out", toml, "--table", "160x100")
    assert result.exit_code == 0, result.stderr
    assert pdf.read_bytes().startswith(b"%PDF")
    assert parse_frame(toml.read_text(encoding="utf-8")) == frame_of(160, 100, range(240, 246))
    again = run("frame", "--out", pdf, "--frame-out", toml, "--table", "160x100")
    assert (again.exit_code, "there already" in again.stderr) == (2, True)
    assert run("frame", "--out", pdf, "--frame-out", toml, "--table", "120x100", "--force").exit_code == 0


def test_markers_of_a_roster(tmp_path: Path):
    roster = tmp_path / "roster.toml"
    stand = '[[stand]]\nmarker = {0}\nname = "ł-{0}"\nside = "us"\nkind = "soldier"\nwidth_cm = 2\ndepth_cm = 2\n'
    stand += "mount = {{size_cm = {1}}}\n"
    roster.write_text("".join(stand.format(*of) for of in [(3, 1.5), (5, 2.0)]), encoding="utf-8")
    result = run("markers", "--roster", roster, "--out", tmp_path / "out.pdf")
    assert result.exit_code == 0, result.stderr
    assert "2 markers of roster.toml on 1 page of A4" in result.stdout


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["markers"], "either --ids or --roster"),
        (["markers", "--ids", "0-x"], "write ids like"),
        (["markers", "--ids", "9-3"], "backwards"),
        (["markers", "--ids", "1,1"], "twice"),
        (["markers", "--ids", "1", "--dictionary", "nonsense"], "no marker dictionary is called 'nonsense'"),
        (["charuco", "--squares", "11"], "write it like 11x8"),
        (["frame", "--frame-out", "x.toml"], "needs --table"),
        (["frame", "--frame", "x.toml", "--table", "9x9"], "leave out --table"),
        (["frame", "--frame", "x.toml"], "no such file"),
        (["markers", "--roster", "x.toml"], "no such file"),
        (["check", "--paper", "A5"], "A5"),
        (["hexes", "--hexes", "13"], "write it like 13x9"),
        (["hexes", "--across-cm", "90"], "0.5 to 20 cm"),
        (["hexes", "--frame", "x.toml"], "no such file"),
        (["check", "--out", "no/such/folder/x.pdf"], "cannot be written"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line_and_2(tmp_path: Path, args: list[str], words: str):
    result = run(args[0], "--out", tmp_path / "x.pdf", *args[1:])
    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    assert words in line
    assert not (tmp_path / "x.pdf").exists()


FRAME = """
width_cm = 90
depth_cm = 60
dictionary = "5x5_100"
[[marker]]
id = 7
x = -4.25
y = 30.0
size_cm = 4.0
heading_deg = 0.0
[[marker]]
id = 9
x = 94.0
y = 30.0
size_cm = 6.5
[banners]
ids = [3]
size_cm = 3.0
"""


@pytest.mark.ci
@needs_poppler
def test_markers_of_a_frame_file_are_its_own(tmp_path: Path):
    file, pdf = tmp_path / "mine.toml", tmp_path / "sheet.pdf"
    file.write_text(FRAME, encoding="utf-8")
    result = run("frame", "--frame", file, "--out", pdf)
    assert result.exit_code == 0, result.stderr
    assert "3 markers of mine.toml" in result.stdout
    subprocess.run(["pdftoppm", "-gray", "-r", str(DPI), "-singlefile", pdf, tmp_path / "page"], check=True)
    picture = cv2.imread(str(tmp_path / "page.pgm"), cv2.IMREAD_GRAYSCALE)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100)
    small = cv2.resize(picture, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(small)
    sizes = {
        int(number): float(np.linalg.norm(c[0, 0] - c[0, 1])) * 25.4 / 150
        for number, c in zip(np.ravel(ids), corners, strict=True)
    }
    assert sizes == pytest.approx({7: 40, 9: 65, 3: 30}, abs=0.4)
    words = subprocess.run(["pdftotext", pdf, "-"], capture_output=True, text=True, check=True).stdout
    assert "this edge to the right" in words
    assert "centre at -4.25, 30.00 cm" in words
    assert "banner" in words


@pytest.mark.ci
def test_a_hex_map_with_its_frame(tmp_path: Path):
    pdf, toml = tmp_path / "map.pdf", tmp_path / "frame.toml"
    result = run("hexes", "--out", pdf, "--hexes", "13x9", "--across-cm", 5.5, "--frame-out", toml, "--margin-cm", 2)
    assert result.exit_code == 0, result.stderr
    assert "13 x 9 hexes of 5.5 cm on 9 pages of A4 lying" in result.stdout
    frame = parse_frame(toml.read_text(encoding="utf-8"))
    board = frame.board
    assert isinstance(board, HexBoard)
    assert (board.columns, board.rows, board.pointy) == (13, 9, True)
    assert centre_of(board, Hex(1, 0))[0] - centre_of(board, Hex(0, 0))[0] == pytest.approx(5.5)
    corners = np.array([corner for here in hexes_of(board) for corner in corners_of(board, here)])
    beside = [*corners.min(axis=0), *(np.array([frame.width_cm, frame.depth_cm]) - corners.max(axis=0))]
    assert beside == pytest.approx([2.0] * 4, abs=0.006)
    same = run("hexes", "--out", pdf, "--frame", toml)
    assert "13 x 9 hexes of 5.5 cm on 9 pages of A4 lying" in same.stdout, same.stderr
    assert "leave out --flat" in run("hexes", "--out", pdf, "--frame", toml, "--flat").stderr
    cards = run("frame", "--frame", toml, "--out", tmp_path / "cards.pdf")
    assert "8 markers of frame.toml" in cards.stdout, cards.stderr
    again = run("hexes", "--out", pdf, "--frame-out", toml)
    assert (again.exit_code, "there already" in again.stderr) == (2, True)


def words_of(pdf: Path) -> str:
    return subprocess.run(["pdftotext", "-layout", pdf, "-"], capture_output=True, text=True, check=True).stdout


@pytest.mark.ci
@needs_poppler
@pytest.mark.parametrize(
    ("game", "language", "labels", "rows"),
    [
        ("rommel", "en", ("32  GE24", "AIR 4-12", "TANK A 8-7"), ("German mechanised infantry", "8-7, striped 4-5")),
        ("rommel", "it", ("32  GE24", "AIR 4-12"), ("Caccia tedesco", "Artiglieria da campo del Commonwealth")),
        ("ancients", "en", ("17  R18", "MI", "MC"), ("Light infantry with slings", "R18-R25", "R35-R40")),
        ("ancients", "es", ("17  R18", "MC"), ("alcance: 3", "Imprime al 100 %")),
    ],
)
def test_a_marker_of_a_box_says_which_counter_it_is_of(
    game: str, language: str, labels: tuple[str, ...], rows: tuple[str, ...], tmp_path: Path
):
    """No label is cut, and what it stands for is in a table on the one page."""
    pdf = tmp_path / "box.pdf"
    result = run("box", "--game", game, "--lang", language, "--out", pdf)
    assert "on 1 page of A4" in result.stdout, result.stderr
    words = " ".join(words_of(pdf).split())
    assert [text for text in (*labels, *rows) if " ".join(text.split()) not in words] == []
    if language != "en":
        assert "infantry" not in words
        assert "Print at" not in words


@pytest.mark.ci
@pytest.mark.parametrize(("game", "count"), [("ancients", 93), ("rommel", 86), ("ambush", 17), ("yankee", 24)])
def test_the_box_of_a_game_and_its_roster(game: str, count: int, tmp_path: Path):
    pdf, toml = tmp_path / "box.pdf", tmp_path / "roster.toml"
    result = run("box", "--game", game, "--out", pdf, "--roster-out", toml)
    assert result.exit_code == 0, result.stderr
    assert pdf.read_bytes().startswith(b"%PDF")
    entries = parse_roster(toml.read_text(encoding="utf-8")).entries
    assert [entry.marker for entry in entries] == list(range(count))
    assert len({entry.side for entry in entries}) == 2
    again = run("box", "--game", game, "--out", pdf, "--roster-out", toml)
    assert (again.exit_code, "there already" in again.stderr) == (2, True)


@pytest.mark.ci
@needs_poppler
def test_rommels_map_is_printed_with_its_ground(tmp_path: Path):
    pdf, plain = tmp_path / "map.pdf", tmp_path / "plain.pdf"
    result = run("hexes", "--out", pdf, "--map", "practice")
    assert "20 x 12 hexes of 4.3 cm" in result.stdout, result.stderr
    assert "El Hamra" in words_of(pdf)
    run("hexes", "--out", plain, "--hexes", "20x12", "--across-cm", "4.3")
    assert "El Hamra" not in words_of(plain)
    match = tmp_path / "match.toml"
    match.write_text('game = "ancients"\n')
    assert "these have one: Rommel" in run("hexes", "--out", pdf, "--map", match, "--force").stderr
    small = run("hexes", "--out", tmp_path / "small.pdf", "--map", "practice", "--hexes", "5x5")
    assert (small.exit_code, "practice" in small.stderr) == (2, True)
