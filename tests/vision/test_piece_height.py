"""The height of one piece by a height map: its own and not its neighbour's, or why the pictures do not tell."""

from dataclasses import replace

import numpy as np
import pytest
import shapely

from table.errors import BadInput
from vision.terrain.height_map import Heights, heights_bytes, heights_from
from vision.terrain.piece_height import PieceHeight, piece_height
from vision.terrain.plane_sweep import CELL_CM

WIDE_CM, DEEP_CM = 40.0, 30.0
SHAPE = round(DEEP_CM / CELL_CM), round(WIDE_CM / CELL_CM)
STEP, UPPER, KNOLL, FENCE, BARE = (
    shapely.box(4, 4, 16, 18), shapely.box(6, 6, 12, 12), shapely.Point(28, 12).buffer(8), shapely.box(2, 24, 20, 26),
    shapely.box(30, 22, 38, 28),
)  # fmt: skip


def places() -> tuple[np.ndarray, np.ndarray]:
    rows, columns = np.indices(SHAPE) + 0.5
    return columns * CELL_CM, DEEP_CM - rows * CELL_CM


def on(shape: shapely.Polygon) -> np.ndarray:
    return shapely.contains_xy(shape, *places())


@pytest.fixture(scope="module")
def found() -> Heights:
    """A step of 2.5 cm with one of 4.5 on it, a knoll of 3, a fence, and a patch of which nothing is told."""
    x, y = places()
    away = np.hypot(x - 28, y - 12) / 8
    heights = np.random.default_rng(1).normal(0, 0.02, SHAPE) + np.where(on(STEP), 2.5, 0.0) + on(UPPER) * 2.0
    heights += np.where(away < 1, 3 * np.cos(np.pi / 2 * np.minimum(away, 1)) ** 2, 0) + on(FENCE) * 1.0
    bare = on(BARE)
    return Heights(
        heights.astype(np.float32), ~bare, np.zeros(SHAPE, np.bool_), (0.0, 0.0, WIDE_CM, DEEP_CM), 0.03
    )  # fmt: skip


def corners(shape: shapely.Polygon) -> list[tuple[float, float]]:
    return list(shape.exterior.coords[:-1])


@pytest.mark.parametrize(
    ("shape", "top", "height_cm"),
    [
        (STEP, None, 2.5), (STEP, "level", 2.5), (UPPER, None, 4.5), (UPPER.buffer(0.7), "level", 4.5),
        (KNOLL, None, 3.0), (KNOLL, "slope", 3.0), (shapely.box(22, 21, 29, 29), None, 0.0),
    ],
)  # fmt: skip
def test_a_piece_is_as_high_as_its_own_top(found: Heights, shape: shapely.Polygon, top, height_cm: float) -> None:
    told = piece_height(found, corners(shape), top)
    assert isinstance(told, PieceHeight)
    assert told.height_cm == pytest.approx(height_cm, abs=0.1)
    assert abs(told.height_cm - height_cm) < 3 * told.sigma_cm < 0.8


def test_where_the_pictures_do_not_tell_it_says_why(found: Heights) -> None:
    assert piece_height(found, corners(FENCE)) == "narrow"
    assert piece_height(found, corners(BARE)) == "untold"
    assert piece_height(found, [(60, 10), (80, 10), (80, 30)]) == "untold"  # that is beside the table
    covered = replace(found, hidden=on(STEP))
    assert piece_height(covered, corners(STEP)) == "untold"


def test_a_trench_is_as_deep_as_its_floor(found: Heights) -> None:
    sunk = replace(found, heights_cm=np.where(on(STEP), -1.5, found.heights_cm).astype(np.float32))
    told = piece_height(sunk, corners(STEP), "trench")
    assert told == PieceHeight(pytest.approx(1.5, abs=0.05), pytest.approx(0.05, abs=0.04))
    flat = piece_height(found, corners(shapely.box(22, 21, 29, 29)), "trench")
    assert isinstance(flat, PieceHeight)
    assert flat.height_cm < 0.1


def test_heights_are_read_back_from_a_small_file(found: Heights) -> None:
    data = heights_bytes(found)
    assert len(data) < 2 * found.heights_cm.size  # two bytes a cell at the most
    again = heights_from(data, "heights.npz")
    assert np.abs(again.heights_cm - found.heights_cm).max() <= 0.0006
    assert (again.told == found.told).all()
    assert (again.hidden == found.hidden).all()
    assert (again.rectangle_cm, again.sigma_cm) == (found.rectangle_cm, found.sigma_cm)


def test_a_file_that_is_none_is_told_by_its_name(found: Heights) -> None:
    data = heights_bytes(found)
    for wrong in (b"", b"no heights", data[:-40], data[: len(data) // 2]):
        with pytest.raises(BadInput, match=r"heights\.npz: these are no heights"):
            heights_from(wrong, "heights.npz")
