"""A marker over a standing figure's head fits a flat square; a tilted or lowered one does not, wherever it is seen."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from calibration.sheets.frame import frame_of
from simulation.synthetic.fittings import default_camera
from table.mount import Mount
from vision.falls.board_picture import misfit
from vision.falls.fates import TILTED
from vision.markers import MarkerSeen

CAMERA = default_camera(frame_of(60.0, 95.0, range(240, 246)))
HEIGHT_CM, HALF_CM = 2.56, 0.6
MOUNT = Mount(height_cm=HEIGHT_CM, size_cm=2 * HALF_CM)
places = st.tuples(st.floats(5, 55), st.floats(5, 90))


def seen(place: tuple[float, float], turned: float, tilt: float, about: float) -> MarkerSeen:
    """Return a marker turned on its disc, tilted by so many degrees about a level axis."""
    corners = np.array([(-HALF_CM, HALF_CM), (HALF_CM, HALF_CM), (HALF_CM, -HALF_CM), (-HALF_CM, -HALF_CM)])
    spin, axis = np.radians(turned), np.radians(about)
    flat = corners @ np.array([[np.cos(spin), np.sin(spin)], [-np.sin(spin), np.cos(spin)]])
    along, across = np.array([np.cos(axis), np.sin(axis)]), np.array([-np.sin(axis), np.cos(axis)])
    out = flat @ across
    level = np.outer(flat @ along, along) + np.outer(out * np.cos(np.radians(tilt)), across) + place
    up = HEIGHT_CM + out * np.sin(np.radians(tilt))
    return MarkerSeen(1, CAMERA.project(np.column_stack([level, up])), 1.0)


@given(places, st.floats(0, 360), st.floats(0, 360))
def test_one_over_a_standing_figure_fits(place: tuple[float, float], turned: float, about: float) -> None:
    assert misfit(seen(place, turned, 0.0, about), MOUNT, CAMERA) < 1e-4


@given(places, st.floats(0, 360), st.floats(0, 360), st.floats(52, 75))
def test_one_that_leans_does_not(place: tuple[float, float], turned: float, about: float, tilt: float) -> None:
    """One that leans towards the camera by twice the angle at which it is seen looks flat: 45 degrees at a corner."""
    assert misfit(seen(place, turned, tilt, about), MOUNT, CAMERA) > TILTED


@given(places, st.floats(0, 360), st.floats(0, 360), st.floats(0, 6))
def test_a_wobbly_base_is_no_fall(place: tuple[float, float], turned: float, about: float, tilt: float) -> None:
    assert misfit(seen(place, turned, tilt, about), MOUNT, CAMERA) < TILTED
