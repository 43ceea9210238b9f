"""Cards laid or printed otherwise than frame.toml says are told in words."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.card_placement import check_measures, laying_warnings
from simulation.synthetic.fittings import default_camera, default_frame
from table.errors import BadInput
from vision.markers import MarkerSeen
from vision.square import frame_corners

FRAME = default_frame(120, 100)
CAMERA = default_camera(FRAME)


def look(share: float = 1.0, turned: int | None = None) -> dict[int, MarkerSeen]:
    seen = {}
    for marker in FRAME.markers:
        corners = frame_corners(replace(marker, size_cm=marker.size_cm * share))
        if marker.id == turned:
            corners = np.roll(corners, 1, axis=0)
        seen[marker.id] = MarkerSeen(marker.id, CAMERA.project(corners), 1.0)
    return seen


def test_cards_that_lie_well_are_not_spoken_of() -> None:
    assert laying_warnings(CAMERA, FRAME.markers, look(), 0.02) == []


def test_a_turned_card_is_named() -> None:
    (words,) = laying_warnings(CAMERA, FRAME.markers, look(turned=241), 0.02)
    assert "241" in words
    assert "turned by" in words


@pytest.mark.parametrize("share", [0.97, 1.02])
def test_cards_printed_to_fit_the_page_are_told_by_their_size(share: float) -> None:
    (words,) = laying_warnings(CAMERA, FRAME.markers, look(share), 0.02)
    assert f"{50 * share:.1f} mm" in words


def test_cards_far_off_are_told() -> None:
    (words,) = laying_warnings(CAMERA, FRAME.markers, look(), 0.8)
    assert "8 mm" in words


def test_a_lens_of_another_camera_is_suspected_when_places_and_sizes_fit_badly() -> None:
    (words,) = laying_warnings(CAMERA, FRAME.markers, look(), 0.2, 0.02)
    assert "is camera.toml of this very camera" in words
    assert laying_warnings(CAMERA, FRAME.markers, look(), 0.2, 0.001) == []


def test_a_height_in_mm_is_told() -> None:
    high = [replace(marker, height_cm=20.0) for marker in FRAME.markers]
    words = laying_warnings(CAMERA, high, look(), 0.02)
    assert any("240" in line and "20 cm above the table: is height_cm in cm, not in mm?" in line for line in words)


@pytest.mark.parametrize("share", [0.1, 10.0])
def test_sizes_and_places_in_different_units_are_refused(share: float) -> None:
    check_measures(FRAME.markers, look())
    with pytest.raises(BadInput, match="the cards look about"):
        check_measures([replace(marker, size_cm=marker.size_cm * share) for marker in FRAME.markers], look())
