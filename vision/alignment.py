"""Photometric alignment: laying a marker's known black-and-white pattern onto the picture, far finer than a pixel."""

from collections.abc import Sequence

import numpy as np

from vision.arrays import Floats, Grey, Indices, Light
from vision.fit import OUTLIER, Aligned, Fit
from vision.homography import areas
from vision.kernels.alignment import FAR_PX

__all__ = ["LIGHT", "Aligned", "align", "align_closely", "align_coarsely", "light_by_level"]


GAMMA = 2.2  # how most cameras code light; in gamma-coded grey edges sit askew (0.03 mm at 1080p)
COARSE_PX = 40.0  # the largest side that is aligned coarsely as it is
# Samples a side for markers of some size in px: about one a pixel, or sharp edges fall between them.
FINENESS = ((24, 0.0, 18.0), (32, 18.0, 24.0), (40, 24.0, 40.0), (64, 40.0, 60.0), (96, 60.0, np.inf))
_BETWEEN = 40  # samples a side on the way from a screening to many more
_MOST_HIDDEN = 0.5  # of a marker: more cannot be covered, or what is left tells too little
_WORTH = 0.7  # an agreement below this: no marker at all, or hardly any of it
_UNEVEN = 0.05  # of the contrast: light that differs by more from place to place is a shadow's edge, or glare
_AGAIN = 3  # rounds on the rest of a marker that is partly covered


def light_by_level(gamma: float = GAMMA) -> Light:
    """Return the light, 0 to 1, of each of the 256 grey levels."""
    return ((np.arange(256) / 255.0) ** gamma).astype(np.float32)


LIGHT = light_by_level()


def align(
    grey: Grey,
    corners_px: Floats,
    bits: Floats,
    rounds: int = 4,
    samples: int = 24,
    again: bool = True,
    blur_px: Floats | None = None,
) -> Aligned:
    """Move each marker's corners until its pattern fits the picture best.

    ``grey`` (H, W), ``corners_px`` (M, 4, 2) to start from (within 2 px), ``bits`` (M, n, n) 0 or 1 with the black
    border. Gauss-Newton on the corners, blur (from ``blur_px`` (M,) on), a contrast that may bend and a darkness that
    may slope across the marker, in the light of ``samples`` x ``samples`` points, those weighted
    down that fit badly; where something covers whole modules, on the rest; where a shadow's edge or glare lies on it,
    with light that differs from place to place (not so with ``again`` False, which is quicker and tells
    no covariance).
    """
    grey = np.ascontiguousarray(grey if min(grey.shape) > 1 else np.pad(grey, 1, mode="edge"))
    state = Fit(corners_px, bits, samples, blur_px=blur_px)
    # At first edges that do not fit are those not yet in place, not something that covers them.
    state.run(grey, LIGHT, [OUTLIER * left for left in range(rounds, 0, -1)], ask=_UNEVEN if again else np.inf)
    found = state.result(closely=again)
    if again:
        odd = (state.unevenness() > _UNEVEN) | state.unlike().any(axis=(1, 2))
        some = np.flatnonzero(odd & (found.hidden < _MOST_HIDDEN) & (found.agreement > _WORTH))
        if len(some):
            _refine(found, some, state, grey)
    return found


def align_closely(grey: Grey, found: Aligned, bits: Floats, some: Indices) -> None:
    """Align ``some`` of the markers ``found`` anew, each as finely as its size in the picture is worth."""
    sides = np.sqrt(np.abs(areas(found.corners_px[some])))
    for samples, least_px, most_px in FINENESS:
        of_size = some[(sides >= least_px) & (sides < most_px)]
        if len(of_size):
            start = found.of(of_size)
            if samples > _BETWEEN:  # in 16 samples a large one was off by many of these
                start = align(grey, start.corners_px, bits[of_size], 3, _BETWEEN, again=False, blur_px=start.blur_px)
            close = align(grey, start.corners_px, bits[of_size], 2, samples, blur_px=start.blur_px)
            found.put(of_size, close)


def _refine(found: Aligned, some: Indices, state: Fit, grey: Grey) -> None:
    """Align some markers anew with light that differs by place, then without the modules that something covers.

    What fits better so and is not far away is taken over. Agreement and ``hidden`` stay those in plain light: a grey
    finger looks like a shadow.
    """
    uneven = Fit(state.corners[some], state.bits[some], state.samples, local=True, blur_px=found.blur_px[some])
    uneven.run(grey, LIGHT, [OUTLIER] * _AGAIN)
    fresh = uneven.result(closely=False)
    found.wrong[some], found.untold[some] = uneven.wrong(), fresh.untold  # a shadow makes no module wrong
    # How badly it fits in plain light tells how far it may still be pulled: the covariance stays.
    _put_better(found, some, fresh, ("corners_px", "bare_agreement", "contrast", "blur_px"))
    covered = np.flatnonzero(uneven.unlike().any(axis=(1, 2)))
    if len(covered):
        bare = uneven.without(covered)
        bare.run(grey, LIGHT, [OUTLIER] * _AGAIN, hide=True)
        names = ("corners_px", "covariance_px", "bare_agreement", "contrast", "blur_px")
        _put_better(found, some[covered], bare.result(), names)


def _put_better(found: Aligned, some: Indices, fresh: Aligned, names: tuple[str, ...]) -> None:
    near = np.abs(fresh.corners_px - found.corners_px[some]).max(axis=(1, 2)) < FAR_PX
    better = near & (fresh.bare_agreement > found.bare_agreement[some])
    for name in names:
        getattr(found, name)[some[better]] = getattr(fresh, name)[better]


def align_coarsely(
    levels: Sequence[Grey], corners_px: Floats, bits: Floats, rounds: int = 3, samples: int = 16
) -> Aligned:
    """Do the same from further away and quicker: large markers in a picture made so small that they are 20 to 40 px.

    ``levels[k]`` is the picture at 1 / 2**k of its size.
    """
    sides = np.sqrt(np.abs(areas(corners_px)))
    halvings = np.ceil(np.log2(sides / COARSE_PX)).clip(0, len(levels) - 1).astype(int)
    found = []
    for halving in range(halvings.max() + 1):
        which = np.flatnonzero(halvings == halving)
        # The first pixel's centre is (0, 0), so its corner is half a pixel off, in any level.
        start = (corners_px[which] + 0.5) / 2**halving - 0.5
        some = align(levels[halving], start, bits[which], rounds, samples, again=False)
        some.corners_px[:] = (some.corners_px + 0.5) * 2**halving - 0.5
        some.covariance_px[:] *= 4**halving
        some.blur_px[:] *= 2**halving
        found.append(some)
    return Aligned.joined(found).of(np.argsort(np.argsort(halvings, kind="stable"), kind="stable"))
