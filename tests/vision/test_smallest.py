"""How small a marker can be seen is worked out from camera and sizes: no smaller than any is."""

from dataclasses import replace

import numpy as np
import pytest

from table.mount import Mount
from table.roster import Entry, Roster
from vision.camera import Camera, Lens
from vision.sizes import least_side_px
from vision.square import square_corners
from vision.table_view import TableView


def roster_of(*sizes_cm: float) -> Roster:
    return Roster(
        tuple(
            Entry(k, f"s{k}", "us", "soldier", 2.0, 1.6, Mount(height_cm=0.3, size_cm=size))
            for k, size in enumerate(sizes_cm)
        )
    )


def doubled(camera: Camera) -> Camera:
    lens = Lens((3840, 2160), np.diag([2.0, 2, 1]) @ camera.lens.matrix, camera.lens.distortion)
    return replace(camera, lens=lens)


def test_it_is_the_smallest_stands(camera, frame):
    view = TableView(camera, frame)
    least = least_side_px(view, roster_of(2.5, 2.0, 3.0))
    assert least < least_side_px(view, roster_of(2.5))
    assert least == least_side_px(view, roster_of(2.0))
    for x in np.linspace(0, frame.width_cm, 9):
        for y in np.linspace(0, frame.depth_cm, 9):
            seen = camera.project(square_corners(x, y, 0.3, 7 * x + y, 2.0))
            assert np.linalg.norm(seen - np.roll(seen, 1, axis=0), axis=1).min() > least


def test_twice_the_pixels_show_it_twice_as_large(camera, frame):
    once, twice = (least_side_px(TableView(it, frame), roster_of(3.0)) for it in (camera, doubled(camera)))
    assert twice == pytest.approx(2 * once, rel=0.01)


def test_it_is_never_less_than_what_can_be_read(camera, frame):
    assert least_side_px(TableView(camera, frame), roster_of(0.5)) == 13.0


def test_a_frame_without_stands_counts_its_own(camera, frame):
    assert least_side_px(TableView(camera, frame), Roster(())) > 30
    assert least_side_px(TableView(camera, replace(frame, markers=())), Roster(())) == 13.0
