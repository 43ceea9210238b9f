"""Markers in a picture: which ids, where their corners are, how surely."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.alignment import Aligned, align, estimate_blur_px, linear_light
from vision.decoding import read
from vision.dictionary import patterns
from vision.proposals import propose

Floats = NDArray[np.float64]

FIRST_BLUR_PX = 0.8
WANTED_SCORE, STRANGER_SCORE = 0.80, 0.90
"""The least correlation with its pattern for an id that is expected, and for one that is not."""
WANTED_INNER, STRANGER_INNER = 0.70, 0.88
"""The same over the id's own modules: a black square agrees with any marker's border, not with its inside."""


@dataclass(frozen=True, eq=False)
class MarkerSeen:
    """A marker in a picture: ``corners_px`` (4, 2) in ArUco's order, the correlation with its pattern (0 to 1).

    ``sigma_px`` is one standard deviation of its centre per axis, ``turn_sigma_rad`` of its direction in the picture.
    """

    id: int
    corners_px: Floats
    score: float
    sigma_px: float
    turn_sigma_rad: float

    @property
    def centre_px(self) -> Floats:
        """The crossing of the diagonals (2,): where the marker's middle is seen, under perspective too."""
        a, b, c, d = self.corners_px
        sides = np.array([[c[0] - a[0], b[0] - d[0]], [c[1] - a[1], b[1] - d[1]]])
        share = np.linalg.solve(sides, b - a)[0]
        return np.asarray(a + share * (c - a))


def find_markers(
    grey: NDArray[np.uint8], dictionary: cv2.aruco.Dictionary, wanted: Iterable[int] | None = None, gamma: float = 2.2
) -> tuple[MarkerSeen, ...]:
    """Find markers in a grey picture (H, W), each id once, by id.

    ``wanted`` are the ids on roster and frame: they are read more readily than strangers, which must be plain to see.
    None expects them all alike. ``gamma`` is the camera's tone curve.
    """
    light = linear_light(grey, gamma)
    quads = propose(grey, dictionary)
    modules = _modules(dictionary)
    every = np.arange(len(modules))
    expected = every if wanted is None else np.array(sorted(i for i in set(wanted) if i < len(every)), dtype=np.intp)
    found = _best(light, quads, modules, expected, WANTED_SCORE, WANTED_INNER, FIRST_BLUR_PX)
    if wanted is not None:
        taken = [marker.centre_px for marker in found.values()]
        left = quads[[not _near(quad, taken) for quad in quads]] if len(quads) else quads
        strangers = np.setdiff1d(every, expected)
        found |= _best(light, left, modules, strangers, STRANGER_SCORE, STRANGER_INNER, FIRST_BLUR_PX)
    if not found:
        return ()
    return _refined(light, found, modules)


@cache
def _modules(dictionary: cv2.aruco.Dictionary) -> Floats:
    return np.asarray(patterns(dictionary), dtype=np.float64)


def _best(
    light: NDArray[np.float32], quads: Floats, modules: Floats, ids: NDArray[np.intp],
    least_score: float, least_inner: float, blur_px: float,
) -> dict[int, MarkerSeen]:  # fmt: skip
    """Return the best reading of each id that agrees well enough, no two at one place."""
    readings = read(light, quads, modules, ids)
    if len(readings.quad) == 0:
        return {}
    starts = readings.corners_px
    aligned = align(light, starts, modules[readings.id], blur_px)
    quality = np.minimum(aligned.score, aligned.inner_score)
    good = (aligned.score >= least_score) & (aligned.inner_score >= least_inner) & _kept_place(aligned, starts)
    found: dict[int, MarkerSeen] = {}
    places: list[Floats] = []
    for index in np.argsort(-quality):
        marker = int(readings.id[index])
        if good[index] and marker not in found and not _near(aligned.corners_px[index], places):
            found[marker] = _seen(marker, aligned, int(index))
            places.append(found[marker].centre_px)
    return found


def _refined(light: NDArray[np.float32], found: dict[int, MarkerSeen], modules: Floats) -> tuple[MarkerSeen, ...]:
    """Align once more with the picture's own blur."""
    ids = sorted(found)
    corners, printed = np.stack([found[i].corners_px for i in ids]), modules[ids]
    clearest = np.argsort([-found[i].score for i in ids])[:40]
    blur_px = estimate_blur_px(light, corners[clearest], printed[clearest])
    aligned = align(light, corners, printed, blur_px)
    kept = _kept_place(aligned, corners) & (aligned.score >= WANTED_SCORE) & (aligned.inner_score >= WANTED_INNER)
    return tuple(_seen(i, aligned, n) for n, i in enumerate(ids) if kept[n])


def _seen(marker: int, aligned: Aligned, index: int) -> MarkerSeen:
    return MarkerSeen(
        marker,
        aligned.corners_px[index],
        float(min(aligned.score[index], aligned.inner_score[index])),
        float(aligned.centre_sigma_px[index]),
        float(aligned.turn_sigma_rad[index]),
    )


def _kept_place(aligned: Aligned, starts: Floats) -> NDArray[np.bool_]:
    """Say which alignments stayed with the quad they began from: one that ran away has found something else."""
    sides = np.linalg.norm(starts - np.roll(starts, 1, axis=1), axis=2).mean(axis=1)
    moved = np.linalg.norm(aligned.corners_px - starts, axis=2).max(axis=1)
    return np.asarray(np.isfinite(moved) & (moved < 0.35 * sides))


def _near(quad: Floats, places: list[Floats]) -> bool:
    """Say whether a quad's middle lies on a marker found already."""
    if not places:
        return False
    side = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).mean()
    return bool((np.linalg.norm(np.stack(places) - quad.mean(axis=0), axis=1) < 0.5 * side).any())
