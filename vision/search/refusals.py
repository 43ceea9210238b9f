"""Why a square that reads as a marker is not taken for it: the first of few reasons, and what to do about it."""

import numpy as np

from vision.alignment import LIGHT, Aligned
from vision.arrays import Floats, Grey
from vision.homography import areas, square_to_quads
from vision.kernels.sampling import seen_at
from vision.search.acceptance import AGREEMENT_WANTED, LEAST_MODULE_WANTED, MOST_BLUR, MOST_TAPER
from vision.search.covered_corners import skew
from vision.search.pyramid import LEAST_PX

TOO_SMALL, NOT_SEEN = "too small", "not seen at all"
_PER_MODULE = 3  # samples along a module
_LEAST_CONTRAST = 0.02  # of full light: noise is as much
_GLARE = 0.9  # of full light, where there should be black
_OFF = 0.5  # of the contrast: a module further from its shade has the other one
_MANY_GLARING, _MANY_OFF, _MANY_IN_MARGIN = 0.05, 0.04, 0.12  # shares of a marker's modules that are worth a word
_SOFT = 0.65  # modules: blurred by more, a marker fits no longer as it should
_ASKEW = 0.08  # sides: so far off a parallelogram a marker is seen slantwise, or bent
_LONG = 2.0  # longest side by shortest


def least_px(modules: int) -> float:
    """Return the shortest side that is looked for, of markers of so many modules, border included."""
    return max(LEAST_PX, LEAST_MODULE_WANTED * modules)


def too_small(side_px: float, modules: int) -> str:
    """Return the sentence for a marker whose side is too short."""
    least = least_px(modules)
    return f"{TOO_SMALL}: {side_px:.0f} px a side; {least:.0f} px are the least: print it larger or move the camera nearer"


def reason(grey: Grey, found: Aligned, pattern: Floats) -> str:
    """Return why one reading (a row of ``found``) of a pattern (n, n) in a grey picture (H, W) does not hold."""
    corners, n = found.corners_px[0], len(pattern)
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1) + 1e-9
    side = float(np.sqrt(np.abs(areas(corners[None])[0])))
    if (corners < -0.5).any() or (corners > np.array(grey.shape[::-1]) - 0.5).any():
        return "cut by the picture's edge: turn the camera, or move the marker inwards"
    if side < least_px(n) - 0.5:
        return too_small(side, n)
    blur = float(found.blur_px[0]) * n / side
    blurred = f"blurred: {blur:.1f} of its modules wide: focus the camera, hold it still, clean the lens, or print it larger"
    if blur >= MOST_BLUR:
        return blurred
    seen = _modules(grey, corners, n)
    margin = np.ones((n + 2, n + 2), bool)
    margin[1:-1, 1:-1] = False
    printed = np.pad(pattern, 1, constant_values=1) > 0.5
    black = float(np.median(seen[~printed]))
    white = float(np.median(seen[printed & ~margin])) if (printed & ~margin).any() else float(np.median(seen[margin]))
    if white - black < _LEAST_CONTRAST:
        return (
            f"too little contrast: white is lighter than black by {100 * max(white - black, 0):.0f} % of full light: "
            "give more light, or expose longer or, where all is white, less long"
        )
    glaring = (seen[~printed] > _GLARE).mean()
    if glaring > _MANY_GLARING:
        return f"glare: on {100 * glaring:.0f} % of its black: move the lamp, or print on matt paper"
    off = np.where(printed, white - seen, seen - black) > _OFF * (white - black)
    covered = max(float(off[~margin].mean()), float(found.hidden[0]))
    if covered > _MANY_OFF:
        return f"covered: {100 * covered:.0f} % of it is not as printed: take away what lies or casts a shadow on it"
    dark = off[margin].mean()
    if dark > _MANY_IN_MARGIN:
        return f"margin cut: {100 * dark:.0f} % of its white margin is dark: leave it white for a module's width all round"
    tapers = np.abs(np.log(sides[:2] / sides[2:])).max() > np.log(MOST_TAPER)
    if tapers or sides.max() > _LONG * sides.min() or skew(corners[None])[0] > _ASKEW:
        return "seen slantwise: hold the camera more from above, or lay the marker flat"
    if blur > _SOFT:
        return blurred
    return (
        f"fits poorly: likeness {max(found.agreement[0], 0):.2f}, {AGREEMENT_WANTED:.2f} are needed: more even light, "
        "a cleaner or larger print"
    )


def _modules(grey: Grey, corners: Floats, n: int) -> Floats:
    """Return the light of each module, the margin's among them (n + 2, n + 2), away from its edges."""
    inside = (np.arange(_PER_MODULE) + 0.5) / _PER_MODULE * 0.6 + 0.2
    at = (np.arange(-1, n + 1)[:, None] + inside).ravel()
    # The margin is often no wider than half a module.
    at[:_PER_MODULE], at[-_PER_MODULE:] = -0.5 + 0.25 * inside, n + 0.25 + 0.25 * inside
    seen = np.empty((len(at), len(at)), np.float32)
    seen_at(grey, LIGHT, square_to_quads(corners[None], n)[0], at, seen)
    return np.asarray(seen.reshape(n + 2, _PER_MODULE, n + 2, _PER_MODULE).mean(axis=(1, 3)), np.float64)
