"""A printed hex map: every hex of its size and in its place on some page, cut where the marks say."""

import math
import shutil
import subprocess
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.sheets.hex_map import hex_map, hex_map_sheet, map_size_cm, pages_of
from calibration.sheets.map_art import MapArt
from calibration.sheets.paper import Sheet
from table.errors import BadInput
from table.hex_board import centre_of, corners_of, hexes_of, label_of

DPI = 200
needs_poppler = pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="poppler's pdftoppm is not installed")
maps = st.builds(
    hex_map, st.integers(1, 24), st.integers(1, 16), st.floats(0.8, 4), st.booleans(), st.sampled_from(["odd", "even"])
)


@pytest.mark.ci
@given(maps, st.booleans())
def test_the_pages_cover_the_map_without_gap_or_overlap(board, landscape: bool):
    area = Sheet("A4", "map", landscape).area
    pages = pages_of(board, area)
    wide, deep = map_size_cm(board)
    assert sum(page.width * page.height for page in pages) == pytest.approx(100 * wide * deep)
    assert max(page.x + page.width for page in pages) == pytest.approx(10 * wide)
    assert max(page.y + page.height for page in pages) == pytest.approx(10 * deep)
    assert all(page.width <= area.width - 20 and page.height <= area.height - 20 for page in pages)


@given(maps)
def test_every_corner_lies_on_the_map_with_its_border(board):
    wide, deep = map_size_cm(board)
    corners = np.array([corner for here in hexes_of(board) for corner in corners_of(board, here)])
    assert corners.min() == pytest.approx(0.3)
    assert (corners[:, 0].max(), corners[:, 1].max()) == pytest.approx((wide - 0.3, deep - 0.3))


def printed(board, sheet: Sheet, folder: Path) -> tuple[np.ndarray, float, float]:
    """Print a map of one page; return it grey, with the mm from the left and the top where its near left corner is."""
    (folder / "map.pdf").write_bytes(sheet.to_bytes())
    command = ["pdftoppm", "-gray", "-r", str(DPI), "-singlefile", str(folder / "map.pdf"), str(folder / "map")]
    subprocess.run(command, check=True)
    grey = cv2.imread(str(folder / "map.pgm"), cv2.IMREAD_GRAYSCALE)
    assert grey is not None
    (page,) = pages_of(board, sheet.area)
    left = sheet.area.left + (sheet.area.width - page.width) / 2
    foot = sheet.area.top + (sheet.area.height + page.height) / 2
    return grey, left, foot


@needs_poppler
@pytest.mark.parametrize(("pointy", "bar"), [(True, 200.0), (False, 198.0)])
def test_hexes_are_printed_at_their_size(tmp_path: Path, pointy: bool, bar: float):
    """On a one-page map the black lines run where the hexes' sides are, to a tenth of a mm, as the bar corrects it."""
    board = hex_map(3, 3, 2.5, pointy)
    sheet = hex_map_sheet(board, "A4", bar, labels=False)
    assert sheet.pages == 1
    grey, left, foot = printed(board, sheet, tmp_path)
    px_mm = DPI / 25.4 * 200 / bar
    dark = []
    for here in hexes_of(board):
        corners = corners_of(board, here)
        for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
            for share in (0.2, 0.5, 0.8):
                x, y = left + 10 * (ax + share * (bx - ax)), foot - 10 * (ay + share * (by - ay))
                dark.append(int(grey[round(y * px_mm - 0.5), round(x * px_mm - 0.5)]))
        x, y = centre_of(board, here)
        assert grey[round((foot - 10 * y) * px_mm), round((left + 10 * x) * px_mm)] == 255
    assert max(dark) < 200
    assert math.isclose(px_mm * 25.4, DPI * 200 / bar)


@pytest.mark.ci
def test_what_cannot_be_printed_is_refused():
    for make, words in (
        (lambda: hex_map(0, 9, 3.0), "columns and rows"),
        (lambda: hex_map(13, 9, 0.1), "0.5 to 20 cm"),
        (lambda: hex_map(13, 9, 3.0, True, "left"), "offset"),
        (lambda: hex_map_sheet(hex_map(90, 90, 3.0)), "pages of A4"),
    ):
        with pytest.raises(BadInput, match=words):
            make()


@needs_poppler
def test_the_ground_is_printed_on_its_hexes(tmp_path: Path):
    """A road's grey runs from middle to middle; mines, aircraft and rings are in their hexes, and nowhere else."""
    board = hex_map(4, 3, 2.0)
    here = {label_of(board, one): one for one in hexes_of(board)}
    roads, one = frozenset({here["A1"], here["B1"]}), frozenset
    art = MapArt(roads, one({here["D1"]}), one({here["B3"]}), one({here["D3"]}), one({here["A3"]}))
    sheet = hex_map_sheet(board, labels=False, art=art)
    grey, left, foot = printed(board, sheet, tmp_path)

    def inside(label: str) -> np.ndarray:
        """The square in a hex that its own lines do not touch."""
        x, y = centre_of(board, here[label])
        row, column = (foot - 10 * y) * DPI / 25.4, (left + 10 * x) * DPI / 25.4
        reach = int(0.6 * board.size_cm * 10 * DPI / 25.4)
        return grey[round(row) - reach : round(row) + reach, round(column) - reach : round(column) + reach]

    dark = {label: int(inside(label).min()) for label in here}
    assert {label for label, least in dark.items() if least == 255} == set(here) - {"A1", "B1", "D1", "B3", "D3", "A3"}
    middle = inside("A1").shape[0] // 2
    assert 150 < inside("A1")[middle, -5] < 220 < inside("A1")[middle, 5]  # the road leads to the right only
    assert dark["D1"] < 60
    assert dark["B3"] < 60
    assert inside("A3").mean() < inside("D3").mean() < 255  # two rings, one
