"""A picture for people with the markers that are seen in it: found ones green, those that are not taken orange."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.markers import MarkerSeen
from vision.missing import Missing
from vision.picture import in_colour

Colour = tuple[int, int, int]

# BGR; beside each stands its id, and beside what is not taken the reason, so no colour need be told.
FOUND, MISSED = (80, 200, 0), (0, 140, 255)
_BLACK = (0, 0, 0)
_FINE, _SHIFT = 16, 4  # OpenCV draws on sixteenths of a px
_ROUND, _CUT_PX = 1.8, 240  # of a marker's sides from its middle are shown; of the picture that shows them
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


def cut_out(picture: Picture, corners_px: Floats, *, sure: bool) -> Picture:
    """Return the part of a grey or BGR picture round a marker, made larger (H, W, 3), with its outline in it.

    Unless it is ``sure`` that the marker is there, only its corners are drawn.
    """
    side = max(float(np.linalg.norm(np.roll(corners_px, -1, axis=0) - corners_px, axis=1).mean()), 1.0)
    half, scale = _ROUND * side, _CUT_PX / (2 * _ROUND * side)
    first = corners_px.mean(axis=0) - half
    # A px's middle is its place: what lies at ``first`` comes to the middle of the first px.
    moved = np.array([[scale, 0.0, -scale * first[0]], [0.0, scale, -scale * first[1]]])
    how = cv2.INTER_CUBIC if scale > 1 else cv2.INTER_LINEAR
    part = cv2.warpAffine(picture, moved, (_CUT_PX, _CUT_PX), flags=how, borderMode=cv2.BORDER_CONSTANT)
    drawn = in_colour(np.asarray(part, np.uint8))
    corners = scale * (corners_px - first)
    far = 1.0 if sure else 0.25
    ends = [corners + far * (np.roll(corners, way, axis=0) - corners) for way in (1, -1)]
    lines = [
        np.rint(np.array([a, b]) * _FINE).astype(np.int32) for end in ends for a, b in zip(corners, end, strict=True)
    ]
    for shade, width in ((_BLACK, 5), (MISSED, 2)):
        cv2.polylines(drawn, lines, False, shade, width, cv2.LINE_AA, _SHIFT)
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
