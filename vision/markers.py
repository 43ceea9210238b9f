"""Finding markers in a picture: OpenCV proposes squares, every square is read and aligned, the best reading wins."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.alignment import Aligned, align, align_coarsely, linear_light
from vision.dictionary import dictionary as by_name
from vision.dictionary import patterns
from vision.homography import areas, proper
from vision.reading import Guesses, Reader

Floats = NDArray[np.float64]
Fits = Callable[[int, Floats], bool]

AGREEMENT_WANTED, AGREEMENT_OTHER = 0.88, 0.90  # of a marker we wait for a poorer look is enough
RUNNER_UP = 0.75  # the best reading's misfit must be less than this share of the next one's
LEAST_AREA_PX = 36.0
SHARES = (1.13, 0.76)  # a small outline may be drawn too small by blur; or it is the white margin's
LEAST_MODULE_PX = 1.25
MOST_TAPER = 1.7  # opposite sides of a marker differ by less, however oblique it is seen
SMALL_PX = 40.0
# Samples a side for markers of some size in px: about one a pixel, or sharp edges fall between them.
FINENESS = ((24, 0.0, 20.0), (40, 20.0, 40.0), (64, 40.0, 60.0), (96, 60.0, np.inf))


@dataclass(frozen=True, eq=False)
class MarkerSeen:
    """A marker in a picture: its corners (4, 2) px in ArUco order (conventions), ``score`` 0 to 1 how well it fits.

    ``covariance_px`` (8, 8) px² is of the corners: x and y of each in turn.
    """

    id: int
    corners_px: Floats
    score: float
    covariance_px: Floats = field(default_factory=lambda: np.eye(8) * 0.1**2)

    @property
    def centre_px(self) -> Floats:
        """Where the diagonals cross: the centre also under perspective (2,)."""
        a, b, c, d = self.corners_px
        along, other, between = c - a, d - b, b - a
        share = (between[0] * other[1] - between[1] * other[0]) / (along[0] * other[1] - along[1] * other[0])
        return np.asarray(a + share * along)


def find_markers(
    grey: NDArray[np.uint8],
    dictionary: str = "4x4_250",
    wanted: Collection[int] = (),
    fits: Fits | None = None,
) -> tuple[MarkerSeen, ...]:
    """Return the markers in a grey picture (H, W), each id once, by id.

    ``wanted`` are the ids that are waited for (roster, frame, banners): of these a poorer look is enough. ``fits``
    says whether an id with such corners (4, 2) can be: whether it has its size on its own plane, say.
    """
    wanted = frozenset(wanted)
    words = _words(dictionary)
    light = linear_light(grey)
    guesses = words.reader.guesses(light, propose(grey, dictionary))
    if not len(guesses.ids):
        return ()
    first = align_coarsely(light, guesses.corners_px, words.bits[guesses.ids])
    kept = _winners(guesses, first, words.bits.shape[1], wanted, fits)
    seen: list[MarkerSeen] = []
    sides = np.sqrt(np.abs(areas(first.corners_px)))
    for samples, least_px, most_px in FINENESS:
        some = kept[(sides[kept] >= least_px) & (sides[kept] < most_px)]
        if not len(some):
            continue
        ids = guesses.ids[some]
        last = align(light, first.corners_px[some], words.bits[ids], rounds=3, samples=samples)
        seen += [
            MarkerSeen(int(number), corners, float(np.clip(score, 0, 1)), covariance)
            for number, corners, score, covariance in zip(
                ids, last.corners_px, last.agreement, last.covariance_px, strict=True
            )
            if score >= _limit(int(number), wanted)
        ]
    return tuple(sorted(seen, key=lambda marker: marker.id))


def _limit(number: int, wanted: Collection[int]) -> float:
    return AGREEMENT_WANTED if number in wanted else AGREEMENT_OTHER


def _square_enough(corners_px: Floats, modules: int) -> NDArray[np.bool_]:
    """Return which quads can be the picture of a square whose modules are large enough to be read."""
    sides = np.linalg.norm(np.roll(corners_px, -1, axis=1) - corners_px, axis=2)
    taper = np.abs(np.log(sides[:, :2] / sides[:, 2:])).max(axis=1)
    return np.asarray((sides.min(axis=1) > LEAST_MODULE_PX * modules) & (taper < np.log(MOST_TAPER)))


@dataclass(frozen=True, eq=False)
class _Words:
    bits: Floats
    reader: Reader


@lru_cache(maxsize=8)
def _words(name: str) -> _Words:
    bits = patterns(by_name(name))
    return _Words(bits.astype(np.float64), Reader(bits))


@lru_cache(maxsize=8)
def _detector(name: str) -> cv2.aruco.ArucoDetector:
    tuned = cv2.aruco.DetectorParameters()
    tuned.minMarkerPerimeterRate = 0.01
    tuned.adaptiveThreshWinSizeMin, tuned.adaptiveThreshWinSizeMax, tuned.adaptiveThreshWinSizeStep = 5, 29, 12
    tuned.adaptiveThreshConstant = 5
    tuned.minMarkerDistanceRate = 0.01  # neighbours whose margins overlap are two markers, not one
    tuned.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_NONE
    tuned.perspectiveRemovePixelPerCell = 2  # its own reading is not used: the quicker the better
    return cv2.aruco.ArucoDetector(by_name(name), tuned)


def propose(grey: NDArray[np.uint8], dictionary: str) -> Floats:
    """Return squares that may be markers (M, 4, 2) px: those OpenCV reads, and those it cannot."""
    read, _, unread = _detector(dictionary).detectMarkers(grey)
    quads = np.asarray([*read, *unread], dtype=np.float64).reshape(-1, 4, 2)
    quads = quads[proper(quads, LEAST_AREA_PX)]
    small = quads[areas(quads) < SMALL_PX**2]
    centres = small.mean(axis=1, keepdims=True)
    return np.concatenate([quads, *(centres + share * (small - centres) for share in SHARES)])


def _winners(
    guesses: Guesses, first: Aligned, modules: int, wanted: Collection[int], fits: Fits | None
) -> NDArray[np.intp]:
    """Return which guesses hold: the best at its place, by a margin, and the best of its id."""
    best: dict[int, int] = {}
    square_enough = _square_enough(first.corners_px, modules)
    agreement = np.where(first.contrast > 0, np.nan_to_num(first.agreement, nan=-1.0), -1.0)
    for place in np.unique(guesses.places):
        here = np.flatnonzero(guesses.places == place)
        here = here[np.argsort(-agreement[here])]
        top = int(here[0])
        number = int(guesses.ids[top])
        if agreement[top] < _limit(number, wanted) or not square_enough[top]:
            continue
        if len(here) > 1 and 1 - agreement[top] > RUNNER_UP * (1 - agreement[here[1]]):
            continue
        if fits is not None and not fits(number, first.corners_px[top]):
            continue
        if number not in best or agreement[top] > agreement[best[number]]:
            best[number] = top
    return np.array(sorted(best.values()), dtype=np.intp)
