"""The fitted hexes drawn over the map they were found on, with what is left of each line."""

import math

import cv2
import numpy as np

from table.hex_board import centre_of, hexes_of, label_of
from vision.arrays import Floats, Picture
from vision.boards.hex_fit import BoardFit

_PALER = 0.55  # how much of the map is left under the drawing
_WIDEST_PX, _SHARP = 1800, 16
_FOUND, _MISSING, _OFF = (60, 120, 20), (110, 110, 110), (30, 60, 210)  # BGR
_LABEL_PX = 26  # a hex so large in the drawing is labelled
LONG = 20.0
"""What is left of a line is drawn so many times longer."""


def fit_picture(fit: BoardFit) -> Picture:
    """Return the map from above (H, W, 3): a line for each side found, a dotted one for each that was not.

    A stroke across the middle of a line shows how far the printed one lies off, ``LONG`` times as far.
    """
    laid = fit.laid
    height, width = laid.picture.shape[:2]
    scale = min(_WIDEST_PX / width, 2.0)
    size = (round(width * scale), round(height * scale))
    pale = cv2.resize(laid.picture, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    drawn = np.asarray(255 - (255 - pale.astype(np.float32)) * _PALER, np.uint8).copy()

    def at(places_cm: Floats) -> list[list[int]]:
        px = (laid.px(np.atleast_2d(places_cm)) + 0.5) * scale - 0.5
        whole: list[list[int]] = np.round(px * _SHARP).astype(int).tolist()
        return whole

    def stroke(ends_cm: Floats, colour: tuple[int, int, int], wide: int) -> None:
        (u, v), (to_u, to_v) = at(ends_cm)
        cv2.line(drawn, (u, v), (to_u, to_v), colour, wide, cv2.LINE_AA, 4)

    for ends, left in zip(fit.ends_cm, fit.left_cm, strict=True):
        if math.isfinite(left):
            stroke(ends, _FOUND, 1)
            continue
        for low, high in ((0.0, 0.2), (0.4, 0.6), (0.8, 1.0)):
            dash = np.array([ends[0] + share * (ends[1] - ends[0]) for share in (low, high)])
            stroke(dash, _MISSING, 1)
    for ends, left in zip(fit.ends_cm, fit.left_cm, strict=True):
        if not math.isfinite(left):
            continue
        middle, along = ends.mean(axis=0), ends[1] - ends[0]
        across = np.array([along[1], -along[0]]) / np.hypot(*along)
        tip = middle + LONG * left * across
        stroke(np.array([middle, tip]), _OFF, 2)
    if fit.board.size_cm * laid.px_per_cm * scale >= _LABEL_PX:
        for here in hexes_of(fit.board):
            ((x, y),) = at(np.array(centre_of(fit.board, here)))
            text = label_of(fit.board, here)
            (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 0.35, 1)
            place = (round(x / _SHARP - wide / 2), round(y / _SHARP + high / 2))
            cv2.putText(drawn, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.35, (20, 20, 20), 1, cv2.LINE_AA)
    return np.asarray(drawn)
