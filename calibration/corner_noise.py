"""How far corners are off beyond their own sigmas: found out for each view from what a fit leaves."""

from collections.abc import Sequence

import numpy as np

from calibration.normal_equations import OUTLIER
from vision.arrays import Floats

_MOST_EXTRA_PX = 3.0
_ORDINARY = 1.5  # a view whose corners are off by more than so many times the usual is weighed by itself


def found_extra(residuals: Sequence[Floats], noise: Sequence[Floats], shared: int) -> Floats:
    """Return (V,) px that make each view's residuals (N, 2) what their covariances say; the common value where a view
    is ordinary. ``shared`` numbers were fitted to all views, and six to each."""
    rows = sum(part.size for part in residuals)
    lost = [6 + shared * part.size / rows for part in residuals]
    own = np.array(
        [extra_px([part], [spread], less) for part, spread, less in zip(residuals, noise, lost, strict=True)]
    )
    said = np.array([np.trace(spread, axis1=1, axis2=2).mean() / 2 for spread in noise])
    found = np.sqrt(said + own**2)
    plain = found <= _ORDINARY * np.median(found)
    ordinary = np.flatnonzero(plain).tolist()
    common = extra_px([residuals[k] for k in ordinary], [noise[k] for k in ordinary], sum(np.array(lost)[plain]))
    return np.where(plain, common, own)


def extra_px(residuals: Sequence[Floats], noise: Sequence[Floats], lost: float) -> float:
    """Return the sigma px to add to each corner's so that the residuals are as large as expected.

    ``residuals`` are (N, 2) px, ``noise`` their covariances (N, 2, 2); ``lost`` numbers were fitted to them.
    """
    off = np.concatenate(residuals)
    # Along a covariance's own axes what is added adds to both variances.
    own, axes = np.linalg.eigh(np.concatenate(noise))
    squares = (off[:, None, :] @ axes)[:, 0] ** 2
    freedom = max(off.size - lost, 0.1 * off.size)

    def too_much(extra: float) -> float:
        misfits = (squares / (own + max(extra, 1e-9) ** 2)).sum(axis=1)
        # Beyond some sigmas a corner is an outlier, and no measure of the others.
        return float(np.minimum(misfits, 2 * OUTLIER**2).sum()) - freedom

    if too_much(0.0) <= 0:
        return 0.0
    if too_much(_MOST_EXTRA_PX) >= 0:
        return _MOST_EXTRA_PX
    from scipy.optimize import brentq  # noqa: PLC0415  (20 MB that no evening needs)

    return float(brentq(too_much, 0.0, _MOST_EXTRA_PX, xtol=1e-5))
