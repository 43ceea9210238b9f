"""A lens that cannot be is refused: one that pictures made up, and one in a file."""

import re
from dataclasses import replace

import numpy as np
import pytest

from calibration.lens_sense import absurdity
from calibration.profile import CameraProfile, format_camera, parse_camera
from table.errors import BadFile
from vision.camera import Lens

SIZE = (1920, 1080)


def lens(fx: float = 1340.0, fy: float | None = None, cx: float = 965.0, cy: float = 545.0, bend=(), fisheye=False):
    matrix = np.array([[fx, 0, cx], [0, fx if fy is None else fy, cy], [0, 0, 1]])
    return Lens(SIZE, matrix, np.array(bend, dtype=np.float64), fisheye)


@pytest.mark.parametrize(
    "good",
    [
        lens(),
        lens(750.0, bend=(0.0, 0.0, 0.0, 0.0), fisheye=True),  # sees 168 degrees from corner to corner
        lens(20_000.0),  # a long telephoto lens
        lens(cx=-400.0),  # a part cut out of a picture
        lens(fy=980.0),  # pixels of old television
        lens(bend=(-0.11, 0.06, 0.0006, -0.0004, -0.012)),
    ],
)
def test_a_lens_that_can_be(good: Lens) -> None:
    assert absurdity(good) is None


@pytest.mark.parametrize(
    ("bad", "key", "got"),
    [
        (lens(1e9), "fx", "1e+09 px"),
        (lens(192_000.0), "fx", "192000 px"),
        (lens(20.0), "fx", "20 px"),
        (lens(fy=500.0), "fy", "500 px"),
        (lens(cx=-1e5), "cx", "-100000 px"),
        (lens(cy=3246.5), "cy", "3246.5 px"),
        (lens(bend=(-0.9, 0.0, 0.0, 0.0)), "distortion", "one that folds it at its edges"),
    ],
)
def test_a_lens_that_cannot_be_is_told_and_its_file_refused(bad: Lens, key: str, got: str) -> None:
    absurd = absurdity(bad)
    assert absurd is not None
    assert (absurd.key, absurd.got) == (key, got)
    size = 4 + bad.distortion.size
    profile = CameraProfile(bad, np.eye(size), 0.1, 9, 0.9)
    with pytest.raises(BadFile, match=re.escape(f"c.toml: lens.{key}: expected {absurd.expected}")) as caught:
        parse_camera(format_camera(profile), "c.toml")
    assert "learn the lens again" in str(caught.value)
    whole = replace(profile, lens=lens(), covariance=np.eye(4))
    assert parse_camera(format_camera(whole)).lens.matrix[0, 0] == 1340.0
