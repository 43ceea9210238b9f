"""Photometric alignment: laying a marker's known black-and-white pattern onto the picture, far finer than a pixel."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.fit import FAR_PX, OUTLIER, Aligned, Fit
from vision.homography import areas

__all__ = ["Aligned", "align", "align_coarsely", "joined", "light_by_level", "linear_light"]

Floats = NDArray[np.float64]
Light = NDArray[np.float32]

GAMMA = 2.2  # how most cameras code light; in gamma-coded grey edges sit askew (0.03 mm at 1080p)
COARSE_PX = 40.0  # the largest side that is aligned coarsely as it is
_MOST_HIDDEN = 0.5  # of a marker: more cannot be covered, or what is left tells too little
_WORTH = 0.7  # an agreement below this: no marker at all, or hardly any of it
_UNEVEN = 0.05  # of the contrast: light that differs by more from place to place is a shadow's edge, or glare
_AGAIN = 3  # rounds on the rest of a marker that is partly covered
_AT_ONCE = 64  # markers: what fits into a core's own memory


def light_by_level(gamma: float = GAMMA) -> Light:
    """Return the light, 0 to 1, of each of the 256 grey levels."""
    return ((np.arange(256) / 255.0) ** gamma).astype(np.float32)


_LIGHT = light_by_level()
_WORKERS = ThreadPoolExecutor(2, "alignment")  # numpy lets go of the interpreter's lock while it counts


def linear_light(grey: NDArray[np.uint8]) -> Light:
    """Return a grey picture (H, W) as light, 0 to 1."""
    return np.asarray(cv2.LUT(grey, _LIGHT), dtype=np.float32)


def align(
    light: Light, corners_px: Floats, bits: Floats, rounds: int = 4, samples: int = 24, again: bool = True
) -> Aligned:
    """Move each marker's corners until its pattern fits the picture best.

    ``light`` (H, W), ``corners_px`` (M, 4, 2) to start from (within 2 px), ``bits`` (M, n, n) 0 or 1 with the black
    border. Gauss-Newton on the corners, blur, a contrast that may bend and a darkness that may slope across the
    marker, on ``samples`` x ``samples`` points, those weighted down that fit badly; where something covers whole
    modules, on the rest; where a shadow's edge or glare lies on it, with light that differs from place to place
    (not so with ``again`` False, which is quicker).
    """
    parts = _portions(len(bits))
    if len(parts) == 1:
        return _aligned(light, corners_px, bits, rounds, samples, again)
    return joined(
        list(_WORKERS.map(lambda part: _aligned(light, corners_px[part], bits[part], rounds, samples, again), parts))
    )


def _portions(count: int) -> list[slice]:
    return [slice(start, start + _AT_ONCE) for start in range(0, max(count, 1), _AT_ONCE)]


def _aligned(light: Light, corners_px: Floats, bits: Floats, rounds: int, samples: int, again: bool) -> Aligned:
    state = Fit(corners_px, bits, samples)
    for left in reversed(range(rounds)):
        # At first edges that do not fit are those not yet in place, not something that covers them.
        state.outlier = OUTLIER * (1 + left)
        state.look(light)
        state.step()
    found = state.result()
    if again:
        odd = (state.unevenness() > _UNEVEN) | state.unlike().any(axis=(1, 2))
        some = np.flatnonzero(odd & (found.hidden < _MOST_HIDDEN) & (found.agreement > _WORTH))
        if len(some):
            _refine(found, some, state, light)
    return found


def _refine(found: Aligned, some: NDArray[np.intp], state: Fit, light: Light) -> None:
    """Align some markers anew with light that differs by place, then without the modules that something covers.

    What fits better so and is not far away is taken over. Agreement and ``hidden`` stay those in plain light: a grey
    finger looks like a shadow.
    """
    uneven = Fit(state.corners[some], state.bits[some], state.samples, local=True)
    uneven.log_blur = state.log_blur[some]
    for _ in range(_AGAIN):
        uneven.look(light)
        uneven.step()
    fresh = uneven.result()
    found.wrong[some] = fresh.wrong  # a shadow makes no module wrong
    # How badly it fits in plain light tells how far it may still be pulled: the covariance stays.
    _put_better(found, some, fresh, ("corners_px", "bare_agreement", "contrast", "blur_px"))
    unlike = uneven.unlike()
    covered = np.flatnonzero(unlike.any(axis=(1, 2)))
    if not len(covered):
        return
    bare = Fit(uneven.corners[covered], uneven.bits[covered], state.samples, local=True)
    bare.log_blur, unlike = uneven.log_blur[covered], unlike[covered]
    for _ in range(_AGAIN):
        bare.cover(unlike)
        bare.look(light)
        bare.step()
        unlike = bare.unlike()
    names = ("corners_px", "covariance_px", "bare_agreement", "contrast", "blur_px")
    _put_better(found, some[covered], bare.result(), names)


def _put_better(found: Aligned, some: NDArray[np.intp], fresh: Aligned, names: tuple[str, ...]) -> None:
    near = np.abs(fresh.corners_px - found.corners_px[some]).max(axis=(1, 2)) < FAR_PX
    better = near & (fresh.bare_agreement > found.bare_agreement[some])
    for name in names:
        getattr(found, name)[some[better]] = getattr(fresh, name)[better]


def align_coarsely(light: Light, corners_px: Floats, bits: Floats, rounds: int = 3, samples: int = 16) -> Aligned:
    """Do the same from further away and quicker: a large marker in a picture made so small that it is 20 to 40 px."""
    corners = np.array(corners_px, dtype=np.float64)
    halvings = np.ceil(np.log2(np.sqrt(np.abs(areas(corners))) / COARSE_PX)).clip(0, 5).astype(int)
    parts, order = [], []
    for halving in np.unique(halvings):
        which, factor = np.flatnonzero(halvings == halving), 2**halving
        height, width = (side // factor * factor for side in light.shape)
        small = light if factor == 1 else _shrunk(light[:height, :width], factor)
        # The first pixel's centre is (0, 0), so its corner is half a pixel off, in either picture.
        found = align(small, (corners[which] + 0.5) / factor - 0.5, bits[which], rounds, samples, again=False)
        parts.append(
            Aligned(
                (found.corners_px + 0.5) * factor - 0.5, found.covariance_px * factor**2, found.agreement,
                found.bare_agreement, found.contrast, found.blur_px * factor, found.hidden, found.wrong,
            )
        )  # fmt: skip
        order.append(which)
    back = np.argsort(np.concatenate(order))
    whole = joined(parts)
    return Aligned(**{field.name: getattr(whole, field.name)[back] for field in fields(Aligned)})


def joined(parts: list[Aligned]) -> Aligned:
    """Return several lots of markers as one."""
    if len(parts) == 1:
        return parts[0]
    return Aligned(
        **{field.name: np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Aligned)}
    )


def _shrunk(light: Light, factor: int) -> Light:
    size = (light.shape[1] // factor, light.shape[0] // factor)
    return np.asarray(cv2.resize(light, size, interpolation=cv2.INTER_AREA), dtype=np.float32)
