"""The printed sheets, rasterised as a printer would and measured."""

import io
import shutil
import subprocess
from pathlib import Path

import cv2
import numpy as np
import pypdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from calibration.sheets.charuco import charuco_sheet
from calibration.sheets.check import NAME, check_crosses, check_sheet
from calibration.sheets.frame import PLACES, cards_of_frame, cards_of_places, frame_of, frame_sheet, places_of
from calibration.sheets.paper import ENGLISH, Sheet, printable
from calibration.sheets.pattern import modules, outlines
from calibration.sheets.stands import Card, cards_of_ids, cards_of_roster, stand_sheet
from table.errors import BadInput
from table.frame import Frame, FrameMarker
from table.mount import Mount
from table.roster import Entry, Roster

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


@pytest.mark.ci
@needs_poppler
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_stand_markers_are_exact_and_readable(tmp_path: Path, paper: str):
    cards = [*cards_of_ids(range(12), 15.0), Card(100, 20.0, "100 us-tank"), Card(249, 25.0, "249")]
    picture = raster(stand_sheet(cards, DICTIONARY, paper), tmp_path)
    height_mm, width_mm = np.array(picture.shape) / PX_PER_MM
    assert (width_mm, height_mm) == pytest.approx({"A4": (210, 297), "Letter": (215.9, 279.4)}[paper], abs=0.1)
    assert bar_mm(picture) == pytest.approx(200, abs=0.05)
    markers = found(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
    assert sorted(markers) == sorted(card.marker for card in cards)
    for card in cards:
        assert sides_mm(picture, markers[card.marker] * 2) == pytest.approx((card.size_mm, card.size_mm), abs=0.05)


@pytest.mark.ci
@needs_poppler
def test_bar_mm_corrects_the_sizes(tmp_path: Path):
    """A printer that makes 198.6 mm of 200 gets a larger sheet: 15 mm on its paper."""
    picture = raster(stand_sheet(cards_of_ids([7], 15.0), DICTIONARY, bar_mm=198.6), tmp_path)
    assert bar_mm(picture) * 198.6 / 200 == pytest.approx(200, abs=0.05)
    (corners,) = found(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)).values()
    assert sides_mm(picture, corners * 2)[0] == pytest.approx(15.0 * 200 / 198.6, abs=0.04)


@pytest.mark.ci
@needs_poppler
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_frame_markers_are_exact_and_their_cards_fit_the_frame(tmp_path: Path, paper: str):
    ids = range(240, 246)
    picture = raster(frame_sheet(cards_of_places(ids, 5.0), DICTIONARY, paper), tmp_path)
    assert bar_mm(picture) == pytest.approx(200, abs=0.05)
    markers = found(cv2.resize(picture, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA))
    assert sorted(markers) == list(ids)
    for corners in markers.values():
        assert sides_mm(picture, corners * 4) == pytest.approx((50, 50), abs=0.05)
    # The cut line, grey, is the card's edge: half a card from the marker's centre, as frame.toml says.
    left, top = markers[240].min(axis=0) * 4
    row = picture[int(top + 25 * PX_PER_MM), : int(left - 5 * PX_PER_MM)]
    (grey,) = np.nonzero(row < 230)
    cut_mm = (left + 1 - grey.mean()) / PX_PER_MM
    assert -frame_of(120, 100, ids).markers[0].x * 10 == pytest.approx(25 + cut_mm, abs=0.2)


@pytest.mark.ci
@needs_poppler
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_charuco_board_is_opencvs(tmp_path: Path, paper: str):
    full = raster(charuco_sheet((11, 8), 24, 18, DICTIONARY, paper), tmp_path)
    assert bar_mm(full) == pytest.approx(200, abs=0.05)
    picture = cv2.resize(full, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    board = cv2.aruco.CharucoBoard((11, 8), 24.0, 18.0, DICTIONARY)
    corners, ids, _, marker_ids = cv2.aruco.CharucoDetector(board).detectBoard(picture)
    assert len(ids) == 10 * 7
    assert len(marker_ids) == 44
    wanted = board.getChessboardCorners()[np.ravel(ids), :2]
    seen_mm = corners.reshape(-1, 2) * 25.4 / 150
    offset = (seen_mm - wanted).mean(axis=0)
    assert np.abs(seen_mm - wanted - offset).max() < 0.05


@pytest.mark.ci
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


def centre_mm(picture: Grey, x_mm: float, y_mm: float) -> tuple[float, float]:
    """Where the cross near (x_mm, y_mm) is: the middles of its arms, 3 mm from the centre, where no tick is."""
    off = int(3 * PX_PER_MM)
    column, row = round(x_mm * PX_PER_MM), round(y_mm * PX_PER_MM)
    reach = int(1.5 * PX_PER_MM)
    across = edges_mm(picture[row + off, column - reach : column + reach])
    down = edges_mm(picture[row - reach : row + reach, column + off])
    return (column - reach) / PX_PER_MM + sum(across) / 2, (row - reach) / PX_PER_MM + sum(down) / 2


def bottom_mm(sheet: Sheet) -> float:
    """How far down the page the nearest row of crosses is, before the printer changed it."""
    return sheet.area.top + sheet.area.height - 21.5


@pytest.mark.ci
@needs_poppler
@pytest.mark.parametrize(("paper", "bar"), [("A4", 200.0), ("Letter", 200.0), ("A4", 198.6)])
def test_check_crosses_are_where_their_names_say(tmp_path: Path, paper: str, bar: float):
    sheet = check_sheet(paper, bar)
    picture = raster(sheet, tmp_path)
    printed = bar / 200  # what the printer makes of a millimetre
    assert bar_mm(picture) * printed == pytest.approx(200, abs=0.05)
    upright = picture[:, int(7.6 * PX_PER_MM) : int(8.4 * PX_PER_MM)].min(axis=1)
    first, last = edges_mm(upright[: int((bottom_mm(sheet) + 5) * PX_PER_MM)])
    assert (last - first) * printed == pytest.approx(200, abs=0.05)
    bottom = bottom_mm(sheet)
    places = {
        name: centre_mm(picture, (33 + 10 * x) / printed, (bottom - 10 * y) / printed)
        for name, (x, y) in check_crosses().items()
    }
    assert len(places) == 20
    for name, (x, y) in check_crosses().items():
        moved = (np.array(places[name]) - places["A1"]) * printed
        assert moved == pytest.approx([10 * x, -10 * y], abs=0.05)
    assert np.hypot(*np.subtract(places["D5"], places["A1"])) * printed == pytest.approx(250, abs=0.05)


@needs_poppler
def test_the_check_sheet_says_its_name_to_a_camera(tmp_path: Path):
    picture = raster(check_sheet(), tmp_path, dpi=200)
    words, _, _ = cv2.QRCodeDetector().detectAndDecode(picture[: len(picture) // 8, picture.shape[1] // 2 :])
    assert words == NAME


@pytest.mark.ci
@needs_poppler
def test_markers_of_a_roster_have_their_own_sizes_and_places_to_spare(tmp_path: Path):
    """Sizes from 10 to 30 mm: all right, none closer to its cut line than a module, the front edge thick."""
    sizes = {10 + k: 1.0 + 0.25 * k for k in range(9)}
    entries = tuple(
        Entry(marker, f"stand-{marker}", "us", "soldier", 2, 2, Mount(size_cm=size)) for marker, size in sizes.items()
    )
    picture = raster(stand_sheet(cards_of_roster(Roster(entries)), DICTIONARY), tmp_path)
    markers = found(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
    assert sorted(markers) == sorted(sizes)
    for marker, size_cm in sizes.items():
        corners = markers[marker] * 2
        assert sides_mm(picture, corners) == pytest.approx((10 * size_cm, 10 * size_cm), abs=0.05)
        quiet_px = int(max(10 * size_cm / 6, 2.0) * PX_PER_MM) - 12
        (left, top), (right, bottom) = corners.min(axis=0).astype(int), corners.max(axis=0).astype(int)
        around = picture[top - quiet_px : bottom + quiet_px, left - quiet_px : right + quiet_px].copy()
        around[quiet_px - 3 : -quiet_px + 3, quiet_px - 3 : -quiet_px + 3] = 255
        assert around.min() == 255
        middle = (left + right) // 2
        front, back = picture[top - quiet_px - 40 : top - quiet_px, middle], picture[bottom + quiet_px :, middle][:40]
        assert (front < 230).sum() > 2 * (back < 230).sum() > 0


def test_a_long_name_stands_on_two_lines():
    names = ("Jensen", "GE6 German mechanised infantry")
    entries = tuple(Entry(k, name, "us", "soldier", 2, 2, Mount(size_cm=1.2)) for k, name in enumerate(names))
    labels = [(card.label, card.below) for card in cards_of_roster(Roster(entries))]
    assert labels == [("0 Jensen", ""), ("1 GE6 German", "mechanised infantry")]


@pytest.mark.parametrize(
    ("heading_deg", "words"),
    [(90, "away from you"), (-90, "towards you"), (180, "left"), (-180, "left"), (360, "right"), (37, "to 37°")],
)
def test_the_card_says_which_way_it_lies(heading_deg: float, words: str):
    frame = Frame(90, 60, (FrameMarker(1, 0, 0, 5.0, heading_deg=heading_deg),))
    assert words in cards_of_frame(frame)[0].above


@pytest.mark.ci
def test_what_the_bar_measured_can_be_typed_in_on_every_page():
    """A real field of a PDF form: a viewer finds it, keeps what is typed, and shows it."""
    sheet = stand_sheet(cards_of_ids(range(120), 15.0), DICTIONARY)
    reader = pypdf.PdfReader(io.BytesIO(sheet.to_bytes()))
    assert len(reader.pages) == sheet.pages == 2
    assert {name: field["/FT"] for name, field in reader.get_fields().items()} == {
        "bar_mm_page_1": "/Tx", "bar_mm_page_2": "/Tx"
    }  # fmt: skip
    writer = pypdf.PdfWriter()
    writer.append(reader)
    writer.update_page_form_field_values(writer.pages[0], {"bar_mm_page_1": "198.6"})
    filled = io.BytesIO()
    writer.write(filled)
    assert pypdf.PdfReader(filled).get_form_text_fields()["bar_mm_page_1"] == "198.6"
    page = reader.pages[0]
    left, bottom, right, top = (float(value) * 25.4 / 72 for value in page["/Annots"][0].get_object()["/Rect"])
    assert (right - left, top - bottom) == pytest.approx((20.0, 3.6), abs=0.05)
    assert right < 205
    assert bottom > 5


@pytest.mark.ci
@given(st.text(max_size=40))
def test_any_name_can_be_printed(name: str):
    printable(name).encode("latin-1")
    stand_sheet([Card(1, 15.0, name)], DICTIONARY).to_bytes()


def test_letters_with_marks_keep_their_letter():
    assert printable("Łódź, Čapek, Jørgen, Größe, 漢") == "Lódz, Capek, Jørgen, Größe, ?"


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("bar", [198.6, 201.4])
def test_the_usual_board_fits_whatever_the_bar_measured(paper: str, bar: float):
    assert charuco_sheet((11, 8), 24, 18, DICTIONARY, paper, bar).pages == 1


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
    (lambda: cards_of_places(range(240, 245), 5.0), "4, 6 or 8"),
    (lambda: frame_sheet(cards_of_places(range(240, 246), 30.0), DICTIONARY), "cannot be printed on A4"),
    (lambda: frame_sheet([], DICTIONARY), "no card"),
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


@pytest.mark.ci
def test_what_the_refusal_advises_fits():
    charuco_sheet((14, 9), 20.4, 15, DICTIONARY)
    charuco_sheet((11, 8), 24, 18, DICTIONARY)


def test_the_foot_names_no_option_of_a_command() -> None:
    """The page makes the same sheets, where there is a field to type it into."""
    assert "--" not in f"{ENGLISH.first} {ENGLISH.second}"
