"""One marker after another laid onto the picture: where they are taken to be, and how the picture differs."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import label, maximum_filter

from vision.homography import areas, proper, square_to_quads, through
from vision.least_squares import BLUR, CONTRAST, CORNERS_BY_SHAPE, DARKNESS, UNKNOWNS, Moments
from vision.soft_pattern import SoftPattern

Floats = NDArray[np.float64]
Light = NDArray[np.float32]

MARGIN = 0.6  # modules of white margin that are looked at
_BLUR_PX, BLUR_SPREAD = 0.8, 0.35  # what the blur usually is, and the spread of its logarithm
OUTLIER = 3.0  # residuals beyond this many of their own spreads count little: something lies on the marker
PLAIN = 0.02  # of the contrast: most of a large marker is flat, and its edges are no outliers
FAR_PX = 1.5  # the most a corner moves in one round
FALL, HAZE = 0.15, 0.01  # of the contrast: how far light usually falls off across a marker, and black brightens
_NEARBY = 0.65  # modules: how far away plain white and black are asked how light it is
_FLAT, _FEW = 0.85, 0.03  # the pattern's share of white from which it is plain; how little of it says nothing
_FULL = 0.98  # light: no level tells more
_SHADOW, _GLARE = 0.6, 0.15  # of the contrast: what light may take from white, and add
_REACH = 0.35  # modules: what covers one reaches so far into the next
_UNLIKE = 0.15  # of the contrast: modules further from their shade than this are covered
# Beyond noise: what no model covers (tone curve, JPEG, uneven light), as found against exact pictures.
_SIDE_SHARE, _COMMON_PX = 0.0003, 0.004
_PULL_PX, _ORDINARY = 0.45, 0.07
_PULL_MODULES = 0.3  # times the share that is covered: the edge of what covers it passes for a marker's
_TOGETHER = np.tile(np.eye(2), (4, 4))  # all four corners one way
# Neighbours, the diagonal ones too, of one marker, not of the next.
_WITHIN_ONE = np.stack([np.zeros((3, 3)), np.ones((3, 3)), np.zeros((3, 3))])
# What the light's shapes are in a marker's middle.
MIDDLE = np.array([1, 1 / 2, 1 / 2, 1 / 4, 1 / 4, 1 / 4])


@dataclass(frozen=True, eq=False)
class Aligned:
    """M markers after alignment: corners (M, 4, 2) px, their covariance (M, 8, 8) px², and how well each fits.

    ``agreement`` (M,) is the correlation of pattern and picture, of the whole or of the modules inside, whichever is
    less: 1 is a perfect fit; ``bare_agreement`` (M,) is that of what nothing covers. ``contrast`` (M,) is white less
    black in linear light, ``blur_px`` (M,), ``hidden`` (M,) the share of it that something covers, ``wrong`` (M,) how
    many modules are not as they should be though nothing that lies across the marker's edge covers them.
    """

    corners_px: Floats
    covariance_px: Floats
    agreement: Floats
    bare_agreement: Floats
    contrast: Floats
    blur_px: Floats
    hidden: Floats
    wrong: Floats


class Fit:
    """Where M markers are taken to be, and how the picture differs from what it should show then."""

    def __init__(self, corners_px: Floats, bits: Floats, samples: int, local: bool = False) -> None:
        self.corners = np.array(corners_px, dtype=np.float64)
        count, self.n = bits.shape[0], bits.shape[1]
        self.samples = samples
        at = -MARGIN + (np.arange(samples) + 0.5) * (self.n + 2 * MARGIN) / samples
        self.at = at
        self.share = at / self.n
        self.within = (at > 1) & (at < self.n - 1)
        self._cell = np.floor(at).astype(np.intp) + 1
        cells = self._cell == np.arange(self.n + 2)[:, None]
        self._cells = (cells / np.maximum(cells.sum(axis=1, keepdims=True), 1)).astype(np.float32)
        self.bits = bits
        self.pattern = SoftPattern(bits, at)
        self.moments = Moments(self.share)
        self.log_blur = np.full(count, np.log(_BLUR_PX))
        self.light: Floats | None = None  # contrast, its slopes and bends; darkness, its slopes
        self.outlier = OUTLIER
        self.local = local  # whether light may differ from place to place on the marker
        apart = (at[:, None] - at[None, :]) / _NEARBY
        near = np.exp(-0.5 * apart**2)
        self._near = (near / near.sum(axis=1, keepdims=True)).astype(np.float32)
        self.bare: Light | None = None  # 1 where nothing covers the marker, 0 where something does

    def look(self, picture: Light) -> None:
        """Compare pattern and picture: the residuals and the normal equations."""
        self.home = square_to_quads(self.corners, self.n)
        x, y = self._warp()
        shape = (len(self.corners), self.samples, self.samples)
        seen = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        self.seen: Light = np.asarray(seen, dtype=np.float32).reshape(shape)
        self.sides = np.sqrt(np.abs(areas(self.corners))) + 1e-6
        blur = np.exp(self.log_blur) * self.n / self.sides
        self.shade, by_u, by_v, by_blur = self.pattern.blurred(blur)
        if self.light is None:
            self.light = _plain_light(self.shade, self.seen)
        contrast, darkness = self._bowl(self.light[:, :6]), self._plane(self.light[:, 6:])
        gain = self.light[:, :6] @ MIDDLE
        self.contrast = gain
        if self.local:
            white, black = self._unevenly(self.seen - darkness - contrast * self.shade)
            contrast += white - black
            darkness += black
            share = contrast / (gain[:, None, None] + 1e-6).astype(np.float32)
            by_u, by_v, by_blur = by_u * share, by_v * share, by_blur * share
            self.even = (self.seen - darkness) / np.maximum(contrast, 1e-3)
        contrast *= self.shade
        contrast += darkness
        self.residual = self.seen - contrast
        some = np.abs(self.residual.reshape(len(gain), -1)[:, ::3])
        middle = np.partition(some, some.shape[1] // 2, axis=1)[:, some.shape[1] // 2]
        self.spread = 1.4826 * middle + 1e-4 + PLAIN * np.abs(gain)
        trust = self.residual / (self.outlier * self.spread).astype(np.float32)[:, None, None]
        np.square(trust, out=trust)
        trust += 1.0
        np.square(trust, out=trust)
        self.trust: Light = np.reciprocal(trust, out=trust)
        # Paper that is cut off at the brightest level says only that the light is brighter still.
        self.trust *= (self.seen < _FULL) | (self.residual > 0)
        if self.bare is not None:
            self.trust *= self.bare
        normal, pull = self.moments.normal(by_u, by_v, by_blur, self.shade, self.trust, self.residual)
        scale = np.ones((len(gain), UNKNOWNS))
        scale[:, :BLUR] = -gain[:, None]
        scale[:, BLUR] = gain * blur  # by the blur's logarithm
        normal *= scale[:, :, None] * scale[:, None, :]
        pull *= scale
        normal += np.eye(UNKNOWNS) * 1e-9
        variance = self.spread**2
        normal[:, BLUR, BLUR] += variance / BLUR_SPREAD**2
        pull[:, BLUR] += variance / BLUR_SPREAD**2 * (np.log(_BLUR_PX) - self.log_blur)
        for first, last, usual in ((CONTRAST, DARKNESS, FALL), (DARKNESS, UNKNOWNS, HAZE)):
            sloping = variance / (usual**2 * (gain**2 + 1e-8))
            for k in range(first + 1, last):
                normal[:, k, k] += sloping
                pull[:, k] -= sloping * self.light[:, k - CONTRAST]
        self.normal, self.pull = normal, pull

    def _unevenly(self, off: Light) -> tuple[Light, Light]:
        """Return how far plain white and plain black nearby are ``off``: shadows, glare.

        Edges are left out, so where the pattern lies is not touched; what differs too much is no light, but a thing.
        """
        most = self.contrast.astype(np.float32)[:, None, None]
        parts = []
        for plain, low, high in ((self.shade > _FLAT, -_SHADOW, _GLARE), (self.shade < 1 - _FLAT, -_GLARE, _GLARE)):
            flat = plain.astype(np.float32)
            near = self._near @ (flat * off) @ self._near.T
            near /= self._near @ flat @ self._near.T + _FEW
            parts.append(np.clip(near, low * most, high * most))
        return parts[0], parts[1]

    def unevenness(self) -> Floats:
        """Return by how much light differs from place to place on each marker (M,), of its contrast."""
        white, black = self._unevenly(self.residual)
        most = np.maximum(np.abs(white).max(axis=(1, 2)), np.abs(black).max(axis=(1, 2)))
        return np.asarray(most / np.maximum(self.contrast, 1e-3), dtype=np.float64)

    def step(self) -> None:
        """Improve everything once by what the last look showed."""
        change = np.linalg.solve(self.normal, self.pull[..., None])[..., 0]
        most = FAR_PX * (self.n / self.sides)[:, None, None]
        self.off = np.stack([change[:, :4], change[:, 4:8]], axis=1) @ CORNERS_BY_SHAPE.T  # modules, u and v by corner
        off = np.clip(self.off, -most, most).transpose(0, 2, 1)
        n = float(self.n)
        moved = through(self.home, np.array([[0, 0], [n, 0], [n, n], [0, n]]) + off)
        # What is no marker may drive its corners together: it stays where it was, and will agree with nothing.
        whole = proper(moved) & np.isfinite(moved).all(axis=(1, 2))
        self.corners = np.where(whole[:, None, None], moved, self.corners)
        self.log_blur = np.clip(self.log_blur + np.clip(change[:, BLUR], -0.3, 0.3), np.log(0.3), np.log(4.0))
        assert self.light is not None
        self.light = self.light + change[:, CONTRAST:]

    def result(self) -> Aligned:
        """Return where it is now, and how well it fitted when last looked at."""
        variance = (self.trust * self.residual**2).sum(axis=(1, 2)) / (self.trust.sum(axis=(1, 2)) + 1e-9)
        # Samples closer than a pixel share their noise.
        shared = np.maximum(1.0, (self.samples * self.n / (self.n + 2 * MARGIN) / self.sides) ** 2)
        by_shape = np.linalg.inv(self.normal)[:, :8, :8] * (variance * shared)[:, None, None]
        to_px = corners_by_shape(self.home, self.n)
        noise = to_px @ by_shape @ to_px.transpose(0, 2, 1)
        within = np.ix_(np.arange(len(self.corners)), self.within, self.within)
        agreement = np.minimum(_correlation(self.shade, self.seen), _correlation(self.shade[within], self.seen[within]))
        bare = agreement.copy()
        if self.local:
            bare = _correlation(self.shade, np.clip(self.even, -1, 2), self.bare)
        # A shadow or a scratch pulls all corners one way; how badly the pattern fits tells how far.
        unlike = np.sqrt(np.clip(1.0 - bare**2, 0.0, 1.0))
        hidden = self._hidden()
        common = _COMMON_PX + _PULL_PX * np.maximum(0.0, unlike - _ORDINARY)
        covered = np.maximum(hidden, self.unlike().mean(axis=(1, 2)))  # the margin counts: its edge is a marker's, too
        common += _PULL_MODULES * covered * self.sides / self.n
        covariance = noise + np.eye(8) * (_SIDE_SHARE * self.sides[:, None, None]) ** 2
        covariance = covariance + (_TOGETHER + self._turned()) * common[:, None, None] ** 2
        return Aligned(
            self.corners, covariance, agreement, bare, self.contrast, np.exp(self.log_blur), hidden, self.wrong()
        )

    def _turned(self) -> Floats:
        """Return (M, 8, 8): the corners' covariance when the marker is turned so that each moves by about 1."""
        arms = self.corners - self.corners.mean(axis=1, keepdims=True)
        turn = np.stack([-arms[..., 1], arms[..., 0]], axis=2).reshape(-1, 8) / (self.sides[:, None] * np.sqrt(0.5))
        return np.asarray(turn[:, :, None] * turn[:, None, :])

    def unlike(self) -> NDArray[np.bool_]:
        """Return which modules (M, n + 2, n + 2), the margin's among them, have not the shade they should."""
        off = np.abs(self._cells @ self.residual @ self._cells.T)
        return np.asarray(off > _UNLIKE * np.abs(self.contrast)[:, None, None])

    def wrong(self) -> Floats:
        """Return how many modules of each marker are unlike and in no patch that reaches its black border or beyond.

        A finger, a figure or a shadow comes from outside; another print's modules do not.
        """
        unlike = self.unlike()
        patches, _ = label(unlike, _WITHIN_ONE)
        inside = np.zeros(unlike.shape[1:], dtype=bool)
        inside[2:-2, 2:-2] = True
        from_outside = np.unique(patches[:, ~inside])
        alone = unlike & inside & ~np.isin(patches, from_outside)
        return np.asarray(alone.sum(axis=(1, 2)), dtype=np.float64)

    def cover(self, unlike: NDArray[np.bool_]) -> None:
        """Look no more at those modules."""
        wide = 2 * round(_REACH * self.samples / (self.n + 2 * MARGIN)) + 1
        there = unlike[:, self._cell[:, None], self._cell[None, :]].astype(np.uint8)
        self.bare = 1 - maximum_filter(there, size=(1, wide, wide)).astype(np.float32)

    def _hidden(self) -> Floats:
        """Return what share of each marker is covered, by how many of its modules have not their shade.

        A dark thing is not seen on black, nor a bright one on white: the worse off of the two tells.
        """
        off, white = self.unlike()[:, 1:-1, 1:-1], self.bits > 0.5
        shares = [(off & some).sum(axis=(1, 2)) / np.maximum(some.sum(axis=(1, 2)), 1) for some in (white, ~white)]
        return np.asarray(np.maximum(*shares))

    def _plane(self, value: Floats) -> Light:
        """Return value + slopes over the grid: (M, 3) to (M, S, S)."""
        value, share = value.astype(np.float32), self.share.astype(np.float32)
        along = value[:, :1] + value[:, 1:2] * share
        return np.asarray(along[:, None, :] + (value[:, 2:3] * share)[:, :, None], dtype=np.float32)

    def _bowl(self, value: Floats) -> Light:
        """Return value, slopes and bends over the grid: (M, 6) to (M, S, S)."""
        value, share = value.astype(np.float32), self.share.astype(np.float32)
        flat = self._plane(value[:, :3])
        flat += (value[:, 4:5] * share**2)[:, None, :]
        flat += (value[:, 5:6] * share**2)[:, :, None]
        flat += value[:, 3][:, None, None] * np.outer(share, share)
        return flat

    def _warp(self) -> tuple[Light, Light]:
        """Return where the samples lie: x and y (M S, S) px."""
        home, at = self.home, self.at
        # Far from the origin single precision is not enough: the marker's own corner is.
        origin = np.floor(self.corners.mean(axis=1))
        parts = []
        for row in (0, 1, 2):
            terms = home[:, row] if row == 2 else home[:, row] - origin[:, row : row + 1] * home[:, 2]
            along = (terms[:, 1:2] * at + terms[:, 2:3]).astype(np.float32)
            parts.append(along[:, :, None] + (terms[:, 0:1] * at).astype(np.float32)[:, None, :])
        np.reciprocal(parts[2], out=parts[2])
        for row in (0, 1):
            parts[row] *= parts[2]
            parts[row] += origin[:, row].astype(np.float32)[:, None, None]
        return parts[0].reshape(-1, self.samples), parts[1].reshape(-1, self.samples)


def corners_by_shape(home: Floats, n: int) -> Floats:
    """Return (M, 8, 8): how the corners, px, follow the displacement's shapes along u (4) and v (4), modules."""
    corners = np.array([[0.0, 0], [n, 0], [n, n], [0, n]])
    depth = corners @ home[:, 2, :2].transpose(1, 0) + home[:, 2, 2]  # (4, M)
    place = through(home, corners)
    to_px = np.zeros((len(home), 4, 2, 8))
    for axis in (0, 1):
        for along in (0, 1):
            slope = (home[:, axis, along][:, None] - place[..., axis] * home[:, 2, along][:, None]) / depth.T
            to_px[:, :, axis, 4 * along : 4 * along + 4] = slope[..., None] * CORNERS_BY_SHAPE
    return to_px.reshape(len(home), 8, 8)


def _plain_light(shade: Light, seen: Light) -> Floats:
    """Return contrast and darkness that fit best, without slopes: (M, 9)."""
    low, level = shade.mean(axis=(1, 2)), seen.mean(axis=(1, 2))
    even = shade - low[:, None, None]
    gain = np.einsum("mij,mij->m", even, seen) / (np.einsum("mij,mij->m", even, even) + 1e-12)
    light = np.zeros((len(shade), 9))
    light[:, 0], light[:, 6] = gain, level - gain * low
    return light


def _correlation(one: Light, two: Light, weight: Light | None = None) -> Floats:
    one, two = one.reshape(len(one), -1), two.reshape(len(two), -1)
    if weight is None:
        one, two = one - one.mean(axis=1, keepdims=True), two - two.mean(axis=1, keepdims=True)
    else:
        weight = weight.reshape(len(one), -1)
        share = weight / (weight.sum(axis=1, keepdims=True) + 1e-6)
        one, two = (np.sqrt(weight) * (it - (share * it).sum(axis=1, keepdims=True)) for it in (one, two))
    alike = np.einsum("mk,mk->m", one, two)
    return np.asarray(
        alike / np.sqrt(np.einsum("mk,mk->m", one, one) * np.einsum("mk,mk->m", two, two) + 1e-12), np.float64
    )
