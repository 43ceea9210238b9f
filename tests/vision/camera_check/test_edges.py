"""An edge's width and the halo of sharpening are told as theory has them, and none is seen where there is none."""

import cv2
import drawn
import numpy as np
import pytest
from scipy.stats import norm

from vision.camera_check.edges import edge_of
from vision.dictionary import dictionary, patterns

BITS = patterns(dictionary("4x4_250")).astype(np.float64)
INK, PAPER = 40, 200


def _picture(blur_px, amount=0.0, width_px=1.0, turn_deg=7.0, side_px=70.0, ink=INK, paper=PAPER):
    """Return a marker as an ideal camera shows it, in grey levels from the start, and its corners (1, 4, 2) px."""
    shares = np.full((160, 160), drawn.WHITE, np.float32)
    corners = drawn.marker_corners(np.array([79.6, 80.3]), side_px, turn_deg, 0, 0)
    drawn.lay(shares, BITS[3], corners, 2.0)
    levels = ink + (paper - ink) * (shares - drawn.BLACK) / (drawn.WHITE - drawn.BLACK)
    levels = cv2.GaussianBlur(levels.astype(np.float32), (15, 15), blur_px)
    levels += amount * (levels - cv2.GaussianBlur(levels, (15, 15), width_px))
    return np.clip(np.rint(levels), 0, 255).astype(np.uint8), corners[None]


def _theory(blur_px, amount, width_px):
    """Return the rise, px, and the halo of a step: blurred by lens and pixel, then sharpened."""
    away = np.linspace(-6, 6, 4801)
    blur = np.hypot(blur_px, np.sqrt(1 / 12))
    step = norm.cdf(away / blur)
    step = step + amount * (step - norm.cdf(away / np.hypot(blur, width_px)))
    low = np.flatnonzero(step < 0.1)[-1]
    return away[low + np.argmax(step[low:] > 0.9)] - away[low], step.max() - 1


@pytest.mark.parametrize("turn_deg", [0, 7, 30])
@pytest.mark.parametrize("sharpening", [(0.8, 0.0, 1.0), (1.2, 0.0, 1.0), (0.8, 0.9, 1.0), (0.8, 1.5, 1.2)])
def test_rise_and_halo_are_those_of_theory(sharpening, turn_deg):
    rise_px, halo = _theory(*sharpening)
    told = edge_of(*_picture(*sharpening, turn_deg=turn_deg), 6)
    assert told.rise_px == pytest.approx(rise_px, rel=0.1)
    assert told.halo == pytest.approx(halo, abs=0.03)
    assert (told.halo < 0.01) == (sharpening[1] == 0)


def test_where_black_and_white_are_cut_off_no_halo_is_to_be_seen():
    assert edge_of(*_picture(0.8, 0.9, ink=-20, paper=280), 6).halo is None
    # Paper is not white here, but its halo is; that of the ink is seen whole.
    one_side = edge_of(*_picture(0.8, 0.9, paper=250), 6)
    assert one_side.halo == pytest.approx(_theory(0.8, 0.9, 1.0)[1], abs=0.03)


def test_what_cannot_be_told_is_not():
    assert edge_of(*_picture(0.8, side_px=30), 6) is None  # small
    assert edge_of(*_picture(0.8, ink=100, paper=110), 6) is None  # faint
    grey, corners = _picture(0.8)
    assert edge_of(grey[:110], corners, 6) is None  # cut off
    assert edge_of(grey, corners[:0], 6) is None
