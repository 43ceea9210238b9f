"""Reading a marker's id: which printed pattern looks most like what lies within four corners."""

from dataclasses import dataclass, fields

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.alignment import light_by_level
from vision.homography import square_to_quads, through

Floats = NDArray[np.float64]
Light = NDArray[np.float32]

LIKENESS = 0.6  # a square that looks less than this like any marker is none
CLOSEST = 4  # readings of a square that are looked at closely
AT_ONCE = 2000  # squares read together: a chequered cloth has tens of thousands

_PER_MODULE = 2  # samples along a module
_MARGIN = 0.5  # modules of white margin that are read
_BLURS = (
    0.4,
    0.2,
    0.65,
    1.0,
)  # modules, the usual one first: a small marker's are 2.5 px wide and blurred by 0.8, so no one threshold parts them
_INSIDE = 0.5  # likeness of the modules inside that is worth a closer look
_PLAIN = 0.93  # a likeness that other blurs need not be tried for
_FINE = 8  # what a module is drawn with, for blurring
_LIGHT = light_by_level()


@dataclass(frozen=True, eq=False)
class Readings:
    """The best and the next best reading of M squares: ids and turns (M, 2), likeness (M, 2), ``blur`` (M,) modules.

    At turn t the square's first corner is the marker's corner t. The next best is of another id.
    """

    ids: NDArray[np.intp]
    turns: NDArray[np.intp]
    likeness: Light
    blur: Light


class Reader:
    """Reads the markers of one dictionary."""

    def __init__(self, bits: NDArray[np.uint8]) -> None:
        self.modules = bits.shape[1]
        size = round((self.modules + 2 * _MARGIN) * _PER_MODULE)
        self._at = -_MARGIN + (np.arange(size) + 0.5) / _PER_MODULE
        within = (self._at > 1) & (self._at < self.modules - 1)
        self._inner = (within[None, :] & within[:, None]).ravel()
        turned = np.stack([np.rot90(bits, t, axes=(1, 2)) for t in range(4)], axis=1)
        turned = turned.reshape(-1, *bits.shape[1:]).astype(np.float32)
        self._whole, self._inside = [], []
        for blur in _BLURS:
            across = self._softly(blur)
            printed = np.pad(turned, ((0, 0), (1, 1), (1, 1)), constant_values=1.0)
            shades = np.asarray(across @ printed @ across.T, dtype=np.float32).reshape(len(turned), -1)
            self._whole.append(_standard(shades))
            self._inside.append(_standard(shades[:, self._inner]))

    def _softly(self, blur: float) -> Light:
        """Return what share of each module, margin included, a sample sees through that blur: (samples, n + 2)."""
        fine = (np.arange((self.modules + 2) * _FINE) + 0.5) / _FINE - 1
        bell = np.exp(-0.5 * ((self._at[:, None] - fine) / blur) ** 2)
        bell /= bell.sum(axis=1, keepdims=True)
        return np.asarray(bell.reshape(len(self._at), -1, _FINE).sum(axis=2), dtype=np.float32)

    def read(self, grey: NDArray[np.uint8], quads_px: Floats) -> Readings:
        """Return how quads (M, 4, 2) px of a grey picture (H, W) read, whichever corner they start at."""
        parts = [self._read(grey, quads_px[k : k + AT_ONCE]) for k in range(0, max(len(quads_px), 1), AT_ONCE)]
        if len(parts) == 1:
            return parts[0]
        return Readings(**{f.name: np.concatenate([getattr(part, f.name) for part in parts]) for f in fields(Readings)})

    def _read(self, grey: NDArray[np.uint8], quads_px: Floats) -> Readings:
        count = len(quads_px)
        out = Readings(
            np.zeros((count, 2), np.intp), np.zeros((count, 2), np.intp), np.zeros((count, 2), np.float32),
            np.full(count, _BLURS[0], np.float32),
        )  # fmt: skip
        rows = self._samples(grey, quads_px)
        # A plain dark square agrees with any border, so the modules inside must agree by themselves.
        inner = _standard(rows[:, self._inner])
        whole = _standard(rows)
        alike = np.arange(count)
        for blur, sharp_inside, sharp_whole in zip(_BLURS, self._inside, self._whole, strict=True):
            if not len(alike):
                break
            like = inner[alike] @ sharp_inside.T
            if blur == _BLURS[0]:
                some = like.max(axis=1) > _INSIDE
                alike, like = alike[some], like[some]
            if len(alike):
                self._better(out, alike, like, whole[alike], sharp_whole, blur)
                alike = alike[out.likeness[alike, 0] < _PLAIN]
        return out

    def _better(
        self, out: Readings, which: NDArray[np.intp], like: Light, whole: Light, patterns: Light, blur: float
    ) -> None:
        """Put these readings in place of those less alike."""
        close, inside = _closest(like, min(CLOSEST, like.shape[1]))
        fit = np.minimum(inside, np.einsum("mk,mck->mc", whole, patterns[close]))
        order = np.argsort(-fit, axis=1)
        close, fit = np.take_along_axis(close, order, axis=1), np.take_along_axis(fit, order, axis=1)
        ids, turns = close // 4, close % 4
        other = ids != ids[:, :1]
        second = np.where(other.any(axis=1), other.argmax(axis=1), 0)
        better = fit[:, 0] > out.likeness[which, 0]
        rows, at = np.flatnonzero(better), which[better]
        pick = np.stack([np.zeros(len(rows), np.intp), second[rows]], axis=1)
        out.ids[at], out.turns[at] = ids[rows[:, None], pick], turns[rows[:, None], pick]
        likeness = fit[rows[:, None], pick]
        likeness[:, 1] = np.where(other[rows].any(axis=1), likeness[:, 1], np.minimum(likeness[:, 1], fit[rows, -1]))
        out.likeness[at] = likeness
        out.blur[at] = blur

    def _samples(self, grey: NDArray[np.uint8], quads_px: Floats) -> Light:
        home = square_to_quads(quads_px, self.modules)
        u, v = np.meshgrid(self._at, self._at)
        place = through(home, np.column_stack([u.ravel(), v.ravel()])).astype(np.float32)
        seen = cv2.remap(grey, place[..., 0], place[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(_LIGHT[np.asarray(seen)], dtype=np.float32)


def _closest(like: Light, many: int) -> tuple[NDArray[np.intp], Light]:
    """Return the columns of each row's highest values, and these; the highest go from ``like``."""
    rows = np.arange(len(like))
    columns, values = [], []
    for _ in range(many):
        columns.append(like.argmax(axis=1))
        values.append(like[rows, columns[-1]])
        like[rows, columns[-1]] = -2.0
    return np.stack(columns, axis=1), np.stack(values, axis=1)


def turned(quads_px: Floats, turns: NDArray[np.intp]) -> Floats:
    """Return quads (M, 4, 2) with the marker's own first corner first."""
    return np.take_along_axis(quads_px, (np.arange(4) - turns[:, None])[..., None] % 4, axis=1)


def _standard(rows: Light) -> Light:
    even = rows - rows.mean(axis=1, keepdims=True)
    return np.asarray(even / (np.linalg.norm(even, axis=1, keepdims=True) + 1e-6), dtype=np.float32)
