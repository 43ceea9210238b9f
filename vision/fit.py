"""One marker after another laid onto the picture: where they are taken to be, and how well that fits."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from scipy.ndimage import label

from vision.arrays import Bools, Floats, Grey, Indices, Light
from vision.compiled import HELPERS, in_parts
from vision.homography import through
from vision.kernels import alignment, pattern_fit
from vision.kernels.normal import CONTRAST, UNKNOWNS
from vision.rows import Rows

OUTLIER = 3.0  # residuals beyond this many of their own spreads count little: something lies on the marker
# Modules: how far away plain white and black are asked how light it is; so many cells a side are fine enough for that.
NEARBY, _CELLS = 0.65, 20
# Beyond noise: what no model covers (tone curve, JPEG, uneven light), as found against exact pictures.
_SIDE_SHARE, _COMMON_PX = 0.0002, 0.004
_PULL_PX, _ORDINARY = 0.25, 0.07
_PULL_MODULES = 0.2  # times the share that is covered: the edge of what covers it passes for a marker's
_DIM = 0.25  # of the contrast: a module lit with less may be covered by something grey
# Markers that a thread takes at once, at most; samples that are worth waking one for; lots, so that all end together.
_LOT, _SAMPLES_A_LOT, _LOTS = 8, 2304, 2 * (HELPERS + 1)
_ANYWHERE = 1e3  # modules², of whatever noise
_TOGETHER = np.tile(np.eye(2), (4, 4))  # all four corners one way
# Neighbours, the diagonal ones too, of one marker, not of the next.
_WITHIN_ONE = np.stack([np.zeros((3, 3)), np.ones((3, 3)), np.zeros((3, 3))])
# A displacement a + b r + c d + e r d, told by its values at the corners TL, TR, BR, BL.
_CORNERS_BY_SHAPE = np.array([[1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 1], [1, 0, 1, 0]], dtype=np.float64)


@dataclass(frozen=True, eq=False)
class Aligned(Rows):
    """M markers after alignment: corners (M, 4, 2) px, their covariance (M, 8, 8) px², and how well each fits.

    ``agreement`` (M,) is the correlation of pattern and picture, of the whole or of the modules inside, whichever is
    less: 1 is a perfect fit; ``bare_agreement`` (M,) is that of what nothing covers. ``contrast`` (M,) is white less
    black in linear light, ``blur_px`` (M,), ``hidden`` (M,) the share of it that something covers, ``wrong`` (M,) how
    many modules are not as they should be though nothing that lies across the marker's edge covers them; ``untold``
    (M, n + 2, n + 2) are those, the margin's among them, that do not tell which marker it is.
    """

    corners_px: Floats
    covariance_px: Floats
    agreement: Floats
    bare_agreement: Floats
    contrast: Floats
    blur_px: Floats
    hidden: Floats
    wrong: Floats
    untold: Bools


class Fit:
    """Where M markers (M, n, n) are taken to be (M, 4, 2) px, and how the picture differs from what they should show.

    ``local`` lets light differ from place to place on a marker. ``blur_px`` (M,) is what to start from.
    """

    def __init__(
        self, corners_px: Floats, bits: Floats, samples: int, local: bool = False, blur_px: Floats | None = None
    ) -> None:
        count, n = bits.shape[:2]
        self.corners = np.array(corners_px, dtype=np.float64, order="C")
        self.bits, self.samples, self.local = bits, samples, local
        self.log_blur = np.log(np.full(count, alignment.USUAL_BLUR_PX) if blur_px is None else blur_px)
        self.off = np.zeros((count, n + 2, n + 2))  # light: how far each module, the margin's too, is from its shade
        self._lit = np.full_like(self.off, np.inf)
        self._light = np.full((count, UNKNOWNS - CONTRAST), np.nan)
        self._homes, self._by_shape = np.empty((count, 3, 3)), np.empty((count, 8, 8))
        self._told = np.zeros((count, pattern_fit.TOLD))

    def run(self, grey: Grey, by_level: Light, outliers: list[float], hide: bool = False, ask: float = np.inf) -> None:
        """Improve everything as often as there are ``outliers``: from how many spreads on a residual counts little.

        ``hide`` leaves out modules that are unlike, ``ask`` finds out where light is uneven by more, of the contrast.
        """
        near = nearby(self.bits.shape[1], self.samples)
        patterns, far = printed(self.bits), np.array(outliers)

        def part(some: slice) -> None:
            alignment.fit(
                grey, by_level, patterns[some], self.samples, near, far, self.local, hide, ask, self.corners[some],
                self.log_blur[some], self._light[some], self._homes[some], self._by_shape[some], self._told[some],
                self.off[some], self._lit[some],
            )  # fmt: skip

        count = len(self.bits)
        in_parts(part, count, max(1, min(_LOT, max(_SAMPLES_A_LOT // self.samples**2, count // _LOTS))))

    def without(self, some: Indices) -> "Fit":
        """Return a fit of some markers that starts here and does not look at their modules that are unlike."""
        other = Fit(self.corners[some], self.bits[some], self.samples, self.local, np.exp(self.log_blur[some]))
        other.off, other._told = self.off[some], self._told[some]
        return other

    def agreement(self) -> Floats:
        """Return how well each marker (M,) fitted when last looked at."""
        return self._told[:, pattern_fit.AGREEMENT].copy()

    def unevenness(self) -> Floats:
        """Return by how much light differs from place to place on each marker (M,), of its contrast, if asked."""
        return self._told[:, pattern_fit.UNEVENNESS]

    def result(self, closely: bool = True) -> Aligned:
        """Return where each is now, and how well it fitted when last looked at.

        Without ``closely``, which takes a while, the covariance says only that it may be anywhere.
        """
        told = self._told
        agreement, bare = self.agreement(), told[:, pattern_fit.BARE_AGREEMENT].copy()
        gain, blur_px, hidden = told[:, pattern_fit.GAIN].copy(), np.exp(self.log_blur), self._hidden()
        spread = self._covariance(hidden) if closely else np.eye(8) * (told[:, pattern_fit.SIDE] ** 2)[:, None, None]
        wrong = self.wrong() if closely else np.zeros(len(told))
        return Aligned(self.corners.copy(), spread, agreement, bare, gain, blur_px, hidden, wrong, self.untold())

    def _covariance(self, hidden: Floats) -> Floats:
        n, told = self.bits.shape[1], self._told
        sides, bare = told[:, pattern_fit.SIDE], told[:, pattern_fit.BARE_AGREEMENT]
        # Samples closer than a pixel share their noise.
        margin = np.array([alignment.margin_seen(px) for px in (sides / n).tolist()])
        shared = np.maximum(1.0, (self.samples * n / (n + 2 * margin) / sides) ** 2)
        # What is no marker may end with equations that say nothing: it may be anywhere then.
        said = np.asarray(np.isfinite(self._by_shape).all(axis=(1, 2)))
        by_shape = np.where(said[:, None, None], self._by_shape, _ANYWHERE * np.eye(8))
        by_shape = by_shape * (told[:, pattern_fit.VARIANCE] * shared)[:, None, None]
        to_px = corners_by_shape(self._homes, n)
        noise = to_px @ by_shape @ to_px.transpose(0, 2, 1)
        # A shadow or a scratch pulls all corners one way; how badly the pattern fits tells how far.
        unlike = np.sqrt(np.clip(1.0 - bare**2, 0.0, 1.0))
        common = _COMMON_PX + _PULL_PX * np.maximum(0.0, unlike - _ORDINARY)
        covered = np.maximum(hidden, self.unlike().mean(axis=(1, 2)))  # the margin counts: its edge is a marker's, too
        common += _PULL_MODULES * covered * sides / n
        covariance = noise + np.eye(8) * (_SIDE_SHARE * sides[:, None, None]) ** 2
        # Of a plain marker, noise alone explains how far it seems turned.
        turned = (common - _COMMON_PX)[:, None, None] ** 2
        covariance = covariance + _TOGETHER * common[:, None, None] ** 2 + self._turned(sides) * turned
        return np.asarray(covariance)

    def _turned(self, sides: Floats) -> Floats:
        """Return (M, 8, 8): the corners' covariance when the marker is turned so that each moves by about 1."""
        arms = self.corners - self.corners.mean(axis=1, keepdims=True)
        turn = np.stack([-arms[..., 1], arms[..., 0]], axis=2).reshape(-1, 8) / (sides[:, None] * np.sqrt(0.5))
        return np.asarray(turn[:, :, None] * turn[:, None, :])

    def unlike(self) -> Bools:
        """Return which modules (M, n + 2, n + 2), the margin's among them, have not the shade they should."""
        contrast = np.abs(self._told[:, pattern_fit.GAIN])
        return np.asarray(np.abs(self.off) > pattern_fit.UNLIKE * contrast[:, None, None])

    def untold(self) -> Bools:
        """Return which modules (M, n + 2, n + 2) tell no shade: they are unlike, or lit so little that any would do."""
        dim = self._lit < _DIM * np.abs(self._told[:, pattern_fit.GAIN])[:, None, None]
        return np.asarray(self.unlike() | dim)

    def wrong(self) -> Floats:
        """Return how many modules of each marker are unlike and in no patch that reaches its black border or beyond.

        A finger, a figure or a shadow comes from outside; another print's modules do not.
        """
        wrong = np.zeros(len(self.corners))
        unlike = self.unlike()
        some = np.flatnonzero(unlike[:, 2:-2, 2:-2].any(axis=(1, 2)))
        if len(some):
            patches, _ = label(unlike[some], _WITHIN_ONE)
            inside = np.zeros(unlike.shape[1:], dtype=bool)
            inside[2:-2, 2:-2] = True
            from_outside = np.unique(patches[:, ~inside])
            wrong[some] = (unlike[some] & inside & ~np.isin(patches, from_outside)).sum(axis=(1, 2))
        return wrong

    def _hidden(self) -> Floats:
        """Return what share of each marker is covered, by how many of its modules have not their shade.

        A dark thing is not seen on black, nor a bright one on white: the worse off of the two tells.
        """
        off, white = self.unlike()[:, 1:-1, 1:-1], self.bits > 0.5
        shares = [(off & some).sum(axis=(1, 2)) / np.maximum(some.sum(axis=(1, 2)), 1) for some in (white, ~white)]
        return np.asarray(np.maximum(*shares))


def printed(bits: Floats) -> Light:
    """Return patterns (M, n, n) with one module of white margin (M, n + 2, n + 2)."""
    whole = np.ones((len(bits), bits.shape[1] + 2, bits.shape[2] + 2), np.float32)
    whole[:, 1:-1, 1:-1] = bits
    return whole


@lru_cache(maxsize=64)
def nearby(n: int, samples: int) -> Light:
    """Return what is near each cell of some of so many samples a side (C, C), by their distance in modules."""
    each, margin = max(samples // _CELLS, 1), alignment.MOST_MARGIN
    at = -margin + (np.arange(samples) + 0.5) * (n + 2 * margin) / samples
    cells = at[: samples // each * each].reshape(-1, each).mean(axis=1)
    near = np.exp(-0.5 * ((cells[:, None] - cells[None, :]) / NEARBY) ** 2)
    return np.asarray(near / near.sum(axis=1, keepdims=True), np.float32)


def corners_by_shape(home: Floats, n: int) -> Floats:
    """Return (M, 8, 8): how the corners, px, follow the displacement's shapes along u (4) and v (4), modules."""
    corners = np.array([[0.0, 0], [n, 0], [n, n], [0, n]])
    depth = corners @ home[:, 2, :2].transpose(1, 0) + home[:, 2, 2]  # (4, M)
    place = through(home, corners)
    to_px = np.zeros((len(home), 4, 2, 8))
    for axis in (0, 1):
        for along in (0, 1):
            slope = (home[:, axis, along][:, None] - place[..., axis] * home[:, 2, along][:, None]) / depth.T
            to_px[:, :, axis, 4 * along : 4 * along + 4] = slope[..., None] * _CORNERS_BY_SHAPE
    return to_px.reshape(len(home), 8, 8)
