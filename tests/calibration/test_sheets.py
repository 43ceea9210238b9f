"""The printed sheets, rasterised as a printer would and measured."""

import shutil
import subprocess
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from calibration.sheets.charuco import charuco_sheet
from calibration.sheets.check import check_sheet
from calibration.sheets.frame import PLACES, frame_of, frame_sheet, places_of
from calibration.sheets.paper import Sheet
from calibration.sheets.pattern import modules, outlines
from calibration.sheets.stands import Card, cards_of_ids, stand_sheet
from cli.main import main
from table.errors import BadInput
from table.notation.frame_file import parse_frame

DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
DPI = 600
PX_PER_MM = DPI / 25.4
Grey = NDArray[np.uint8]

needs_poppler = pytest.mark.skipif(
    shutil.which("pdftoppm") is None, reason="poppler's pdftoppm is not installed: the sheets are not measured"
)


def raster(sheet: Sheet, folder: Path, dpi: int = DPI, page: int = 1) -> Grey:
    pdf, stem = folder / "sheet.pdf", folder / f"page-{page}"
    pdf.write_bytes(sheet.to_bytes())
    command = ["pdftoppm", "-gray", "-r", str(dpi), "-f", str(page), "-singlefile", str(pdf), str(stem)]
    subprocess.run(command, check=True)
    picture = cv2.imread(f"{stem}.pgm", cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    return picture.astype(np.uint8)


def edges_mm(profile: NDArray[np.uint8]) -> tuple[float, float]:
    """First and last border between white and black on a line of pixels, by area, in mm."""
    dark = 1.0 - profile.astype(float) / 255
    (inked,) = np.nonzero(dark > 0.05)
    middle = (inked[0] + inked[-1]) // 2
    first = middle - dark[inked[0] : middle].sum()
    last = middle + dark[middle : inked[-1] + 1].sum()
    return float(first / PX_PER_MM), float(last / PX_PER_MM)


def bar_mm(picture: Grey) -> float:
    """The length of the widest black line in the foot; on a lying page words stand right of 207 mm."""
    foot = picture[-int(20 * PX_PER_MM) :, : int(207 * PX_PER_MM) if len(picture) < len(picture.T) else None]
    first, last = edges_mm(foot[int(np.argmax((foot < 128).sum(axis=1)))])
    return last - first


def found(picture: Grey) -> dict[int, NDArray[np.float64]]:
    parameters = cv2.aruco.DetectorParameters()
    parameters.minMarkerPerimeterRate = 0.01
    corners, ids, _ = cv2.aruco.ArucoDetector(DICTIONARY, parameters).detectMarkers(picture)
    return {int(i): c.reshape(4, 2) for i, c in zip(np.ravel(ids), corners, strict=True)}


def sides_mm(picture: Grey, corners: NDArray[np.float64]) -> tuple[float, float]:
    """Width and height of a marker's black square, measured through its border modules."""
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    reach, module = 0.9 * (right - left) / 6, (right - left) / 6
    row, column = int(top + module / 2), int(left + module / 2)
    across = edges_mm(picture[row, int(left - reach) : int(right + reach)])
    down = edges_mm(picture[int(top - reach) : int(bottom + reach), column])
    return across[1] - across[0], down[1] - down[0]


@needs_poppler
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_stand_markers_are_exact_and_readable(tmp_path: Path, paper: str):
    cards = [*cards_of_ids(range(12), 15.0), Card(100, 20.0, "100 us-tank"), Card(249, 25.0, "249")]
    picture = raster(stand_sheet(cards, DICTIONARY, paper), tmp_path)
    height_mm, width_mm = np.array(picture.shape) / PX_PER_MM
    assert (width_mm, height_mm) == pytest.approx({"A4": (210, 297), "Letter": (215.9, 279.4)}[paper], abs=0.1)
    assert bar_mm(picture) == pytest.approx(200, abs=0.1)
    markers = found(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
    assert sorted(markers) == sorted(card.marker for card in cards)
    for card in cards:
        assert sides_mm(picture, markers[card.marker] * 2) == pytest.approx((card.size_mm, card.size_mm), abs=0.1)


@needs_poppler
def test_bar_mm_corrects_the_sizes(tmp_path: Path):
    """A printer that makes 198.6 mm of 200 gets a larger sheet: 15 mm on its paper."""
    picture = raster(stand_sheet(cards_of_ids([7], 15.0), DICTIONARY, bar_mm=198.6), tmp_path)
    assert bar_mm(picture) * 198.6 / 200 == pytest.approx(200, abs=0.1)
    (corners,) = found(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)).values()
    assert sides_mm(picture, corners * 2)[0] == pytest.approx(15.0 * 200 / 198.6, abs=0.04)


@needs_poppler
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_frame_markers_are_exact_and_their_cards_fit_the_frame(tmp_path: Path, paper: str):
    ids = range(240, 246)
    picture = raster(frame_sheet(ids, DICTIONARY, paper=paper), tmp_path)
    assert bar_mm(picture) == pytest.approx(200, abs=0.1)
    markers = found(cv2.resize(picture, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA))
    assert sorted(markers) == list(ids)
    for corners in markers.values():
        assert sides_mm(picture, corners * 4) == pytest.approx((50, 50), abs=0.1)
    # The cut line, grey, is the card's edge: half a card from the marker's centre, as frame.toml says.
    left, top = markers[240].min(axis=0) * 4
    row = picture[int(top + 25 * PX_PER_MM), : int(left - 5 * PX_PER_MM)]
    (grey,) = np.nonzero(row < 230)
    cut_mm = (left + 1 - grey.mean()) / PX_PER_MM
    assert -frame_of(120, 100, ids).markers[0].x * 10 == pytest.approx(25 + cut_mm, abs=0.2)


@needs_poppler
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_charuco_board_is_opencvs(tmp_path: Path, paper: str):
    full = raster(charuco_sheet((11, 8), 24, 18, DICTIONARY, paper), tmp_path)
    assert bar_mm(full) == pytest.approx(200, abs=0.1)
    picture = cv2.resize(full, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    board = cv2.aruco.CharucoBoard((11, 8), 24.0, 18.0, DICTIONARY)
    corners, ids, _, marker_ids = cv2.aruco.CharucoDetector(board).detectBoard(picture)
    assert len(ids) == 10 * 7
    assert len(marker_ids) == 44
    wanted = board.getChessboardCorners()[np.ravel(ids), :2]
    seen_mm = corners.reshape(-1, 2) * 25.4 / 150
    offset = (seen_mm - wanted).mean(axis=0)
    assert np.abs(seen_mm - wanted - offset).max() < 0.05


@needs_poppler
def test_the_charuco_board_is_opencvs_module_by_module(tmp_path: Path):
    """Six squares by five, markers two thirds: every module against OpenCV's own picture of the board."""
    picture = raster(charuco_sheet((6, 5), 30, 20, DICTIONARY), tmp_path, dpi=254)
    own = cv2.aruco.CharucoBoard((6, 5), 30.0, 20.0, DICTIONARY).generateImage((1800, 1500))
    rows, columns = np.nonzero(picture[:-200] < 128)
    drawn = picture[rows.min() : rows.min() + 1500, columns.min() : columns.min() + 1800]
    differing = np.abs(drawn.astype(int) - own.astype(int)) > 128
    eroded = cv2.erode(differing.astype(np.uint8), np.ones((4, 4), np.uint8))
    assert eroded.sum() == 0


@needs_poppler
def test_check_crosses_are_where_their_labels_say(tmp_path: Path):
    picture = raster(check_sheet(), tmp_path)
    assert bar_mm(picture) == pytest.approx(200, abs=0.1)
    upright = picture[:, int(9 * PX_PER_MM) : int(11 * PX_PER_MM)].min(axis=1)
    first, last = edges_mm(upright[: int(275 * PX_PER_MM)])
    assert last - first == pytest.approx(200, abs=0.1)
    # Centres of the crosses' upright arms along one row of them.
    row = picture[int((5 + 276 - 8 - 50 + 3) * PX_PER_MM)]
    (dark,) = np.nonzero(row[int(15 * PX_PER_MM) : int(200 * PX_PER_MM)] < 128)
    arms = [run.mean() / PX_PER_MM for run in np.split(dark, np.nonzero(np.diff(dark) > 5)[0] + 1)]
    assert np.diff(arms) == pytest.approx([50, 50, 50], abs=0.05)


def test_print_scaling_is_off():
    assert b"/PrintScaling /None" in check_sheet().to_bytes()


@given(marker=st.integers(0, 249))
def test_outlines_enclose_exactly_the_black_modules(marker: int):
    black = modules(DICTIONARY, marker)
    picture = np.zeros((60, 60), np.uint8)
    rings = [np.array(ring, np.int32) * 10 for ring in outlines(black)]
    cv2.fillPoly(picture, rings, 255)
    inside = picture[5::10, 5::10] > 0
    assert (inside == black).all()
    # No edge is drawn twice: borders of modules of one colour are not in any ring.
    length = sum(float(np.abs(np.diff(np.vstack([ring, ring[:1]]), axis=0)).sum()) for ring in rings) / 10
    padded = np.pad(black, 1).astype(int)
    assert length == np.abs(np.diff(padded, axis=0)).sum() + np.abs(np.diff(padded, axis=1)).sum()


@pytest.mark.parametrize("count", [4, 6, 8])
def test_frame_cards_touch_the_play_area_from_outside(count: int):
    frame = frame_of(120, 100, range(240, 240 + count))
    for marker, place in zip(frame.markers, places_of(count), strict=True):
        across, away = PLACES[place]
        assert marker.x == {0: -3.75, 1: 60, 2: 123.75}[across]
        assert marker.y == {0: -3.75, 1: 50, 2: 103.75}[away]
        assert marker.heading_deg == 90


REFUSALS = [
    (lambda: charuco_sheet((14, 9), 24, 18, DICTIONARY), "make the squares 20.4 mm or less, or take 11x8"),
    (lambda: charuco_sheet((11, 8), 24, 24, DICTIONARY), "must be smaller"),
    (lambda: charuco_sheet((1, 8), 24, 18, DICTIONARY), "2 to 100"),
    (lambda: charuco_sheet((30, 30), 5, 4, DICTIONARY), "needs 450 markers"),
    (lambda: frame_sheet(range(240, 245), DICTIONARY), "4, 6 or 8"),
    (lambda: frame_sheet(range(240, 246), DICTIONARY, 30), "cannot be printed on A4"),
    (lambda: frame_of(10, 100, range(240, 246)), "does not suit"),
    (lambda: stand_sheet([], DICTIONARY), "no marker"),
    (lambda: stand_sheet(cards_of_ids([250], 15), DICTIONARY), "ids 0 to 249"),
    (lambda: stand_sheet(cards_of_ids([1], 200), DICTIONARY), "200 mm wide"),
    (lambda: stand_sheet(cards_of_ids([1], float("nan")), DICTIONARY), "nan mm wide"),
    (lambda: check_sheet(bar_mm=180), "print at 100 %"),
]  # fmt: skip


@pytest.mark.parametrize(("make", "words"), REFUSALS, ids=[words for _, words in REFUSALS])
def test_what_cannot_be_printed_is_refused_with_what_can(make, words: str):
    with pytest.raises(BadInput, match=words.replace("(", r"\(")):
        make()


def test_what_the_refusal_advises_fits():
    charuco_sheet((14, 9), 20.4, 15, DICTIONARY)
    charuco_sheet((11, 8), 24, 18, DICTIONARY)


# The command line.


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
        (["check", "--paper", "A5"], "A5"),
        (["check", "--out", "no/such/folder/x.pdf"], "cannot be written"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line_and_2(tmp_path: Path, args: list[str], words: str):
    result = run(args[0], "--out", tmp_path / "x.pdf", *args[1:])
    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    assert words in line
    assert not (tmp_path / "x.pdf").exists()
