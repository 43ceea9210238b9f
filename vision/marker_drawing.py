"""A picture for people with the markers that are seen in it: found ones green, those that are not taken orange."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.markers import MarkerSeen
from vision.missing import Missing

Colour = tuple[int, int, int]

# BGR; beside each stands its id, and beside what is not taken the reason, so no colour need be told.
FOUND, MISSED = (80, 200, 0), (0, 140, 255)
_BLACK = (0, 0, 0)
_FINE, _SHIFT = 16, 4  # OpenCV draws on sixteenths of a px
_FONT, _LETTERS, _LARGE_PX = cv2.FONT_HERSHEY_SIMPLEX, 0.5, 1400  # letters grow with larger pictures


def draw_markers(
    picture: Picture, found: Sequence[MarkerSeen], missing: Sequence[Missing] = (), copies: Sequence[MarkerSeen] = ()
) -> Picture:
    """Return a BGR picture (H, W, 3) with outlines, ids and reasons; a line at its top names those seen nowhere."""
    drawn = picture.copy()
    scale = max(1.0, max(picture.shape[:2]) / _LARGE_PX)
    for marker in found:
        _outline(drawn, marker.corners_px, f"{marker.id}", FOUND, scale)
    for marker in copies:
        _outline(drawn, marker.corners_px, f"{marker.id} again", MISSED, scale)
    for gone in missing:
        if gone.corners_px is not None:
            _outline(drawn, gone.corners_px, f"{gone.id} {gone.word}", MISSED, scale)
    nowhere = [str(gone.id) for gone in missing if gone.corners_px is None]
    if nowhere:
        _say(drawn, f"not seen at all: {', '.join(nowhere)}", (8, round(22 * scale)), MISSED, scale)
    return drawn


def _outline(drawn: Picture, corners: Floats, words: str, colour: Colour, scale: float) -> None:
    points = [np.rint((corners) * _FINE).astype(np.int32)]
    for shade, width in ((_BLACK, 3), (colour, 1)):
        cv2.polylines(drawn, points, True, shade, round(width * scale), cv2.LINE_AA, _SHIFT)
    first = tuple(int(v) for v in points[0][0])  # the marker's own first corner: how it is turned
    cv2.circle(drawn, first, round(3 * scale * _FINE), colour, -1, cv2.LINE_AA, _SHIFT)
    x, y = corners.mean(axis=0)
    wide = cv2.getTextSize(words, _FONT, _LETTERS * scale, 1)[0][0]
    # A short word lies on the marker; a longer one below it, so that the marker stays to be seen.
    below = corners[:, 1].max() + 16 * scale if wide > np.ptp(corners[:, 0]) else y + 5 * scale
    _say(drawn, words, (round(x - wide / 2), round(below)), colour, scale)


def _say(drawn: Picture, words: str, at: tuple[int, int], colour: Colour, scale: float) -> None:
    height, width = drawn.shape[:2]
    wide = cv2.getTextSize(words, _FONT, _LETTERS * scale, 1)[0][0]
    place = max(2, min(at[0], width - wide - 2)), max(12, min(at[1], height - 4))
    for shade, thick in ((_BLACK, 4), (colour, 1)):
        cv2.putText(drawn, words, place, _FONT, _LETTERS * scale, shade, round(thick * scale), cv2.LINE_AA)
