"""A picture for people of how markers at rest scatter: each one's ring and way, so many times as large."""

import math
from collections.abc import Mapping

import cv2
import numpy as np

from vision.arrays import Picture
from vision.camera_check.resting import MarkerScatter, Resting
from vision.marker_drawing import FOUND, MISSED, Colour

_WAY, _BLACK = (255, 160, 60), (0, 0, 0)  # BGR
_LARGE_PX = 1400  # lines and letters grow with larger pictures
_SHARE = 1.0  # of a marker's side: so large is the ring of the usual marker
_FINE, _SHIFT = 16, 4  # OpenCV draws on sixteenths of a px
_FONT, _LETTERS = cv2.FONT_HERSHEY_SIMPLEX, 0.5


def draw_scatter(picture: Picture, resting: Resting, names: Mapping[int, str]) -> Picture:
    """Return a BGR picture (H, W, 3) with a ring round each marker at rest, one sigma of its scatter within a second.

    A blue line is where its mean went from second to second, the camera's own shake taken out. What is left out has
    its outline in orange, and why. Words at the top say how many times as large as it is all that is drawn.
    """
    drawn = picture.copy()
    scale = max(1.0, max(picture.shape[:2]) / _LARGE_PX)
    times = magnified(resting)
    for marker in resting.markers:
        name = names.get(marker.id, str(marker.id))
        if marker.fate == "rested" and marker.within_px is not None:
            _outline(drawn, marker, FOUND, scale)
            _scatter(drawn, marker, marker.within_px, times, scale)
            _say(drawn, name, marker, FOUND, scale)
        else:
            _outline(drawn, marker, MISSED, scale)
            _say(drawn, f"{name} {marker.fate}", marker, MISSED, scale)
    legend = f"{times} times as large", "rings: scatter from picture to picture", "lines: way from second to second"
    for row, words in enumerate(legend, start=1):
        _write(drawn, words, (round(8 * scale), round(20 * row * scale)), FOUND, scale)
    return drawn


def magnified(resting: Resting) -> int:
    """Return how many times as large scatter is drawn: 1, 2 or 5 with zeros, so that the usual ring is to be seen."""
    shares = [m.side_px / m.within_px for m in resting.rested if m.within_px]
    if not shares:
        return 1
    wanted = max(_SHARE / 2 * float(np.median(shares)), 1.0)
    power = 10 ** math.floor(math.log10(wanted))
    return int(power * max(step for step in (1, 2, 5) if step * power <= wanted))


def _scatter(drawn: Picture, marker: MarkerScatter, within_px: float, times: int, scale: float) -> None:
    centre = marker.corners_px.mean(axis=0)
    way = centre + times * (marker.places_px - np.median(marker.places_px, axis=0))
    points = np.rint(way * _FINE).astype(np.int32)
    at = (round(float(centre[0]) * _FINE), round(float(centre[1]) * _FINE))
    for shade, thick in ((_BLACK, 3), (FOUND, 1)):
        radius = round(times * within_px * _FINE)
        cv2.circle(drawn, at, radius, shade, round(thick * scale), cv2.LINE_AA, _SHIFT)
    for shade, thick in ((_BLACK, 3), (_WAY, 1)):
        cv2.polylines(drawn, [points], False, shade, round(thick * scale), cv2.LINE_AA, _SHIFT)


def _outline(drawn: Picture, marker: MarkerScatter, colour: Colour, scale: float) -> None:
    points = np.rint(marker.corners_px * _FINE).astype(np.int32)
    for shade, thick in ((_BLACK, 3), (colour, 1)):
        cv2.polylines(drawn, [points], True, shade, round(thick * scale), cv2.LINE_AA, _SHIFT)


def _say(drawn: Picture, words: str, marker: MarkerScatter, colour: Colour, scale: float) -> None:
    wide = cv2.getTextSize(words, _FONT, _LETTERS * scale, 1)[0][0]
    x, low = float(marker.corners_px[:, 0].mean()), float(marker.corners_px[:, 1].max())
    _write(drawn, words, (round(x - wide / 2), round(low + 16 * scale)), colour, scale)


def _write(drawn: Picture, words: str, at: tuple[int, int], colour: Colour, scale: float) -> None:
    for shade, thick in ((_BLACK, 4), (colour, 1)):
        cv2.putText(drawn, words, at, _FONT, _LETTERS * scale, shade, round(thick * scale), cv2.LINE_AA)
