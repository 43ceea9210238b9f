"""Why a square that reads as a marker is not taken for it: the first of few reasons, and what to do about it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from vision.alignment import GAMMA, LIGHT, Aligned
from vision.arrays import Bools, Floats, Grey
from vision.homography import areas, proper, square_to_quads
from vision.kernels.sampling import seen_at
from vision.search.acceptance import MOST_TAPER
from vision.search.covered_corners import skew

_LEAST_MODULE_PX = 1.8  # smaller modules are read by good luck only
_PER_MODULE = 3  # samples along a module
_LEAST_CONTRAST = 20.0  # grey levels: a camera's noise and its JPEG's steps are no longer much less
_GLARE, _FULL = 1.1, 0.98  # of its white, and of full light: black that is so light shines
_OFF = 0.5  # of the contrast: a module further from its shade has the other one
_MANY_OFF, _MANY_IN_MARGIN = 0.04, 0.12  # shares of a marker's modules that are worth a word
_SOFT = 0.45  # modules: blurred by more, hardly one has its shade
_ASKEW = 0.08  # sides: so far off a parallelogram a marker is seen slantwise, or bent
_BORDER_OFF, _INSIDE_OFF = 0, 0.25  # modules, and a share of those inside, that may be off
_FITS_PARTLY, _PARTLY_OFF, _READS_SOFTLY = 0.82, 0.22, 0.95  # an agreement, a share of all modules, a likeness
_LONG = 2.0  # longest side by shortest


@dataclass(frozen=True)
class Reason:
    """Why a marker is not taken, and what to do: a word, a colon and more, with ``values`` in the template's places."""

    template: str
    values: Mapping[str, float] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template.format(**self.values)


def least_px(modules: int) -> float:
    """Return the shortest side that is surely read, of markers of so many modules, border included."""
    return _LEAST_MODULE_PX * modules


def too_small(side_px: float, modules: int) -> Reason:
    """Return the reason for a marker whose side is too short."""
    return Reason(
        "too small: {side:.0f} px a side; {least:.0f} px are the least: print larger or move the camera nearer",
        {"side": side_px, "least": least_px(modules)},
    )


def reason(grey: Grey, found: Aligned, pattern: Floats) -> Reason:
    """Return why one reading (a row of ``found``) of a pattern (n, n) in a grey picture (H, W) does not hold."""
    return next(_reasons(grey, found, pattern))


def _reasons(grey: Grey, found: Aligned, pattern: Floats) -> Iterator[Reason]:
    """Give all reasons there are, the one that should be mended first of all first."""
    corners, n = found.corners_px[0], len(pattern)
    side = float(np.sqrt(np.abs(areas(corners[None])[0])))
    if (corners < -0.5).any() or (corners > np.array(grey.shape[::-1]) - 0.5).any():
        yield Reason("cut by the picture's edge: turn the camera, or move the marker inwards")
    if side < least_px(n):
        yield too_small(side, n)
    blur = float(found.blur_px[0]) * n / side
    if blur > _SOFT:
        yield Reason(
            "blurred: by {blur:.1f} modules: focus the camera, hold it still, clean the lens, or print larger",
            {"blur": blur},
        )
    shades = _shades(grey, corners, pattern)
    white, black = (255 * max(light, 0.0) ** (1 / GAMMA) for light in (shades.white, shades.black))
    if white - black < _LEAST_CONTRAST:
        yield Reason(
            "too little contrast: black has {black:.0f} of 255 grey levels, white {white:.0f}: more light, or a "
            "longer exposure; a shorter one where all is white",
            {"black": black, "white": white},
        )
    if (shades.seen[~shades.printed] > min(_GLARE * shades.white, _FULL)).any():
        yield Reason("glare: some of its black is lighter than its paper: move the lamp, or print on matt paper")
    covered = max(float(shades.off[~shades.margin].mean()), float(found.hidden[0]))
    dark = float(shades.off[shades.margin].mean())
    marred = [
        (_MANY_OFF, covered, Reason(
            "covered: not all of it is as it was printed: take away what lies on it or casts a shadow on it")),
        (_MANY_IN_MARGIN, dark, Reason(
            "margin cut: {dark:.0f} % of its white margin is dark: leave white all round it, a module wide",
            {"dark": 100 * dark})),
    ]  # fmt: skip
    # A margin that is cut draws the corners to itself, so that some of the marker seems covered, too.
    for many, share, said in reversed(marred) if dark > 2 * covered else marred:
        if share > many:
            yield said
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1) + 1e-9
    tapers = np.abs(np.log(sides[:2] / sides[2:])).max() > np.log(MOST_TAPER)
    if tapers or sides.max() > _LONG * sides.min() or skew(corners[None])[0] > _ASKEW:
        yield Reason("seen slantwise: hold the camera more from above, or lay the marker flat")
    fit = max(float(found.agreement[0]), 0.0)
    yield Reason("fits poorly: by {fit:.2f} of 1: more even light, a cleaner or larger print", {"fit": fit})


def plausible(grey: Grey, found: Aligned, likeness: float, pattern: Floats) -> bool:
    """Whether one reading (a row of ``found``) of a pattern (n, n), refused though it is, is a marker and no clutter.

    Clutter has not the black border all round, and half of the modules inside are wrong. Where a marker's border is
    covered it must fit well all the same; where blur lets no module have its shade, it must read without a doubt.
    """
    corners, n = found.corners_px[0], len(pattern)
    if not np.isfinite(corners).all() or not proper(corners[None])[0]:
        return False
    side = float(np.sqrt(np.abs(areas(corners[None])[0])))
    off = _shades(grey, corners, pattern).off[1:-1, 1:-1]
    inside = off[1:-1, 1:-1].sum()
    framed = off.sum() - inside <= _BORDER_OFF and inside <= _INSIDE_OFF * (n - 2) ** 2
    partly = found.agreement[0] >= _FITS_PARTLY and off.sum() <= _PARTLY_OFF * n**2
    soft = found.blur_px[0] * n > _SOFT * side
    return side >= least_px(n) and bool(framed or (likeness >= _READS_SOFTLY if soft else partly))


class _Shades(NamedTuple):
    """The light of a marker's modules, the margin's among them, which should be white, and which are the margin."""

    seen: Floats
    printed: Bools
    margin: Bools
    black: float
    white: float

    @property
    def off(self) -> Bools:
        """Return which modules (n + 2, n + 2) have the other shade than they should."""
        off = np.where(self.printed, self.white - self.seen, self.seen - self.black)
        return np.asarray(off > _OFF * (self.white - self.black))


def _shades(grey: Grey, corners: Floats, pattern: Floats) -> _Shades:
    n = len(pattern)
    seen = _modules(grey, corners, n)
    margin = np.ones((n + 2, n + 2), np.bool_)
    margin[1:-1, 1:-1] = False
    printed = np.pad(pattern, 1, constant_values=1) > 0.5
    return _Shades(
        seen, printed, margin, float(np.median(seen[~printed])), float(np.median(seen[printed & ~margin]))
    )  # fmt: skip


def _modules(grey: Grey, corners: Floats, n: int) -> Floats:
    """Return the light of each module, the margin's among them (n + 2, n + 2), away from its edges."""
    inside = (np.arange(_PER_MODULE) + 0.5) / _PER_MODULE * 0.6 + 0.2
    at = (np.arange(-1, n + 1)[:, None] + inside).ravel()
    # The margin is often no wider than half a module.
    at[:_PER_MODULE], at[-_PER_MODULE:] = -0.5 + 0.25 * inside, n + 0.25 + 0.25 * inside
    seen = np.empty((len(at), len(at)), np.float32)
    seen_at(grey, LIGHT, square_to_quads(corners[None], n)[0], at, seen)
    return np.asarray(seen.reshape(n + 2, _PER_MODULE, n + 2, _PER_MODULE).mean(axis=(1, 3)), np.float64)
