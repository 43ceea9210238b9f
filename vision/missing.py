"""Markers that are waited for and not found: where each may be, and why it is not taken; and ids seen twice."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Grey
from vision.dictionary import dictionary as by_name
from vision.dictionary import patterns
from vision.homography import areas
from vision.markers import MarkerSeen, find_markers, near_misses
from vision.search.refusals import Reason, least_px, plausible, reason, too_small

_ON = 0.5  # sides: what lies nearer to a marker is this marker, or part of it
_LIKE, _AGREES = 0.6, 0.55  # how well a square must read and fit before it is told as a marker that was missed
_LARGER = 2  # a picture so much larger shows markers that are too small to be found
_MOST_COPIES = 9


@dataclass(frozen=True, eq=False)
class Missing:
    """A marker that is not found: ``why``, a word and what to do; its corners (4, 2) px where it may be seen."""

    id: int
    why: Reason
    corners_px: Floats | None = None

    @property
    def word(self) -> str:
        """The reason alone."""
        return self.why.template.partition(":")[0]


def missing_markers(
    grey: Grey, dictionary: str, found: Sequence[MarkerSeen], waited: Collection[int]
) -> tuple[Missing, ...]:
    """Return the markers that are waited for and are not among those ``found`` in a grey picture (H, W), by id."""
    missing = set(waited).difference(marker.id for marker in found)
    if not missing:
        return ()
    bits = patterns(by_name(dictionary)).astype(np.float64)
    modules = bits.shape[1]
    taken = [marker.corners_px for marker in found]
    told: dict[int, Missing] = {}
    for small in _too_small(grey, dictionary, missing):
        side = float(np.sqrt(np.abs(areas(small.corners_px[None])[0])))
        if side < least_px(modules) and not _on_any(small.corners_px, taken):
            told[small.id] = Missing(small.id, too_small(side, modules), small.corners_px)
            taken.append(small.corners_px)
    read, aligned = near_misses(grey, dictionary, np.array(taken).reshape(-1, 4, 2))
    likely = np.isin(read.ids, list(missing)) & (read.likeness >= _LIKE) & (aligned.agreement >= _AGREES)
    for k in np.flatnonzero(likely)[np.argsort(-aligned.agreement[likely], kind="stable")]:
        marker, one = int(read.ids[k]), aligned.of(slice(k, k + 1))
        corners, pattern = one.corners_px[0], bits[marker]
        if marker in told or _on_any(corners, taken):
            continue
        if plausible(grey, one, float(read.likeness[k]), pattern):
            told[marker] = Missing(marker, reason(grey, one, pattern), corners)
            taken.append(corners)
    return tuple(told.get(marker) or Missing(marker, _NOWHERE) for marker in sorted(missing))


_NOWHERE = Reason(
    "not seen at all: nothing in the picture reads as it: look whether it is in the picture, face up, of this "
    "dictionary, sharp, with its white margin, and less than half covered"
)


def copies(grey: Grey, dictionary: str, found: Sequence[MarkerSeen]) -> tuple[MarkerSeen, ...]:
    """Return markers that have the ids of those ``found`` in a grey picture (H, W) and lie elsewhere in it."""
    ids, seen, more = {marker.id for marker in found}, list(found), list[MarkerSeen]()
    for _ in range(_MOST_COPIES):
        rest = find_markers(_without(grey, seen), dictionary, looks=1)
        fresh = [marker for marker in rest if not _on_any(marker.corners_px, [known.corners_px for known in seen])]
        if not fresh:
            break
        seen += fresh
        more += [marker for marker in fresh if marker.id in ids]
    return tuple(sorted(more, key=lambda marker: marker.id))


def _too_small(grey: Grey, dictionary: str, missing: Collection[int]) -> tuple[MarkerSeen, ...]:
    """Return what is found of the missing in the picture made larger, in px of the picture as it is."""
    larger = cv2.resize(grey, None, fx=_LARGER, fy=_LARGER, interpolation=cv2.INTER_CUBIC)
    seen = find_markers(np.asarray(larger, np.uint8), dictionary, wanted=missing, looks=1)
    return tuple(
        MarkerSeen(marker.id, (marker.corners_px + 0.5) / _LARGER - 0.5, marker.score)
        for marker in seen
        if marker.id in missing
    )


def _without(grey: Grey, seen: Sequence[MarkerSeen]) -> Grey:
    """Return the picture with white where these markers are."""
    rest = grey.copy()
    for marker in seen:
        cv2.fillConvexPoly(rest, np.rint(marker.corners_px).astype(np.int32), 255)
    return rest


def _on_any(corners_px: Floats, others: Sequence[Floats]) -> bool:
    """Whether a marker lies on another one of these."""
    if not len(others):
        return False
    known = np.array(others)
    sides = np.sqrt(np.abs(areas(known)))
    apart = np.linalg.norm(known.mean(axis=1) - corners_px.mean(axis=0), axis=1)
    return bool((apart < _ON * np.maximum(sides, np.sqrt(np.abs(areas(corners_px[None])[0])))).any())
