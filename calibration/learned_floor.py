"""A camera's noise floor and tone, learned from the markers of the board that its lens was learned from."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.board_markers import BoardMarkers
from calibration.board_problem import surface_cm
from calibration.bundle import Bundle
from calibration.charuco import BoardView
from calibration.corner_noise import extra_px
from vision.arrays import Floats, Indices
from vision.camera import Camera
from vision.noise_floor import UNKNOWN, NoiseFloor
from vision.rows import Rows
from vision.spread import slopes
from vision.square import bend_px
from vision.tone import USUAL, Tone

_FEWEST_LOOKS = 3  # at one marker: what it is printed off by is taken out, which leaves nothing of fewer
_FEWEST = 20  # looks in all
_ORDINARY = 1.5  # a view that is off by more than so many times the usual one was moved, or not sharp
_MIDDLE = np.tile(np.eye(2), 4) / 4  # (2, 8): a marker's middle from its corners
_SHAPE = np.eye(8) - np.tile(_MIDDLE, (4, 1))
_LEFT = 4 / 3  # a corner's variance by that of what is left of it when the middle is taken out


@dataclass(frozen=True, eq=False)
class Looks(Rows):
    """L looks at markers: which (L,), in which views (L,), how far off (L, 8) px, and how far they claim to be.

    ``px_a_cm`` (L, 4, 2, 2) is how the corners follow what is printed.
    """

    ids: Indices
    views: Indices
    off_px: Floats
    covariance_px: Floats
    px_a_cm: Floats


def learned_floor(bundle: Bundle, views: Sequence[BoardView], corners_cm: Floats) -> NoiseFloor:
    """Return what the board's markers are off by in these views beyond their own sigmas; UNKNOWN if too few are seen.

    The lens has been fitted to the board's inner corners, so markers are off by what is wrong with it, too. What one
    is off by on the paper is the same in all views, and does not count.
    """
    left = looks_at(bundle, views, corners_cm)
    if left is None or len(left.ids) < _FEWEST:
        return UNKNOWN
    off, covariance = left.off_px, left.covariance_px
    together = extra_px([off @ _MIDDLE.T], [_MIDDLE @ covariance @ _MIDDLE.T], 0.0)
    shape, spread = off @ _SHAPE.T, _SHAPE @ covariance @ _SHAPE.T
    blocks = np.stack([spread[:, 2 * k : 2 * k + 2, 2 * k : 2 * k + 2] for k in range(4)], axis=1)
    single = extra_px([np.sqrt(_LEFT) * shape.reshape(-1, 2)], [_LEFT * blocks.reshape(-1, 2, 2)], 0.0)
    return NoiseFloor(round(float(np.sqrt(max(together**2 - single**2 / 4, 0.0))), 4), round(single, 4))


def learned_tone(views: Sequence[BoardView]) -> Tone:
    """Return the tone of most of the pictures that show markers."""
    gammas = [view.markers.tone.gamma for view in views if view.markers is not None and len(view.markers.ids)]
    return Tone(float(np.median(gammas))) if gammas else USUAL


def looks_at(bundle: Bundle, views: Sequence[BoardView], corners_cm: Floats) -> Looks | None:
    """Return what the board's markers are off by in views of the usual quality, less their print; None if none is seen.

    The bundle is of these views, and took the board's inner corners alone.
    """
    looks = [
        _looks(bundle, k, view.markers, corners_cm)
        for k, view in enumerate(views)
        if view.markers is not None and len(view.markers.ids)
    ]
    if not looks:
        return None
    every = Looks.joined(looks)
    left = _less_print(every)
    if not len(left.ids):
        return None
    shown = np.unique(left.views)
    rms = np.array([np.sqrt((left.off_px[left.views == view] ** 2).mean()) for view in shown])
    ordinary = shown[rms <= _ORDINARY * np.median(rms)]
    return _less_print(every.of(np.flatnonzero(np.isin(every.views, ordinary))))


def in_sigmas(looks: Looks, floor: NoiseFloor) -> Floats:
    """Return how far the markers' middles (L, 2) are off in the sigmas they have with a noise floor."""
    spread = _MIDDLE @ (looks.covariance_px + floor.covariance_px) @ _MIDDLE.T
    return np.asarray(looks.off_px @ _MIDDLE.T / np.sqrt(np.diagonal(spread, axis1=1, axis2=2)))


def _looks(bundle: Bundle, view: int, seen: BoardMarkers, corners_cm: Floats) -> Looks:
    turn, _ = cv2.Rodrigues(bundle.poses[view, :3])
    camera = Camera(bundle.lens, np.asarray(turn), bundle.poses[view, 3:])
    tips = surface_cm(corners_cm, bundle.bow_cm, seen.places_cm.reshape(-1, 2))
    count, slope = len(seen.ids), slopes(camera, tips)
    off = seen.corners_px - bend_px(camera, tips.reshape(count, 4, 3)) - slope.seen_px.reshape(count, 4, 2)
    by_print = slope.by_point[:, :, :2].reshape(count, 4, 2, 2)
    return Looks(seen.ids, np.full(count, view), off.reshape(count, 8), seen.covariance_px, by_print)


def _less_print(looks: Looks) -> Looks:
    """Return the looks less what each marker's print explains, of those seen often enough to tell."""
    kept = []
    for number in np.unique(looks.ids):
        own = looks.of(np.flatnonzero(looks.ids == number))
        count = len(own.ids)
        if count < _FEWEST_LOOKS:
            continue
        by_print = np.zeros((count, 8, 8))
        for k in range(4):
            by_print[:, 2 * k : 2 * k + 2, 2 * k : 2 * k + 2] = own.px_a_cm[:, k]
        printed = np.linalg.lstsq(by_print.reshape(-1, 8), own.off_px.ravel(), rcond=None)[0]
        left = (own.off_px - by_print @ printed) * np.sqrt(count / (count - 1))
        kept.append(replace(own, off_px=left))
    return Looks.joined(kept) if kept else looks.of(slice(0, 0))
