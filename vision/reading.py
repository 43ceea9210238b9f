"""Reading a marker's id: which printed pattern looks most like what lies within four corners."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.alignment import LIGHT
from vision.kernels.reading import best_readings, sampled
from vision.rows import Rows

Floats = NDArray[np.float64]
Light = NDArray[np.float32]

LIKENESS = 0.6  # a square that looks less than this like any marker is none
AT_ONCE = 2000  # squares read together: a chequered cloth has tens of thousands

_PER_MODULE = 2  # samples along a module
_MARGIN = 0.5  # modules of white margin that are read
_INSIDE = 0.5  # likeness of the modules inside that is worth a closer look
_ATTEMPT = 0.0  # a likeness below which no other blur helps
_PLAIN = 0.93  # a likeness that other blurs need not be tried for
_FINE = 8  # what a module is drawn with, for blurring
_WORTH_A_THREAD = 64  # squares
_WORKERS = ThreadPoolExecutor(1, "reading")


@dataclass(frozen=True, eq=False)
class Readings(Rows):
    """The R best readings of M squares: ids and turns (M, R), likeness (M, R), ``blur`` (M,) modules.

    At turn t the square's first corner is the marker's corner t. The next best are of other ids.
    """

    ids: NDArray[np.intp]
    turns: NDArray[np.intp]
    likeness: Light
    blur: Light


@dataclass(frozen=True)
class Patience:
    """How much trouble a reader takes: blurs in modules, how many ids it tells, how many it looks at closely.

    ``framed`` is the likeness that margin and border must have by themselves: with less there is no black frame in a
    white one.
    """

    # The usual blur first: a small marker's modules are 2.5 px wide and blurred by 0.8, so no one threshold parts them.
    blurs: tuple[float, ...] = (0.4, 0.2, 0.65, 1.0)
    readings: int = 2
    closest: int = 4
    framed: float = 0.5


QUICK = Patience()
PATIENT = Patience((0.7, 0.4, 1.0, 1.3), 6, 8, 0.4)


class Reader:
    """Reads the markers of one dictionary."""

    def __init__(self, bits: NDArray[np.uint8], patience: Patience = QUICK) -> None:
        self._patience = patience
        self.modules = bits.shape[1]
        size = round((self.modules + 2 * _MARGIN) * _PER_MODULE)
        self._at = -_MARGIN + (np.arange(size) + 0.5) / _PER_MODULE
        self._first = int((self._at < 1).sum())  # samples before those inside
        within = slice(self._first, size - self._first)
        turned = np.stack([np.rot90(bits, t, axes=(1, 2)) for t in range(4)], axis=1)
        turned = turned.reshape(-1, *bits.shape[1:]).astype(np.float32)
        self._whole, self._inside = [], []
        for blur in patience.blurs:
            across = self._softly(blur)
            printed = np.pad(turned, ((0, 0), (1, 1), (1, 1)), constant_values=1.0)
            shades = np.asarray(across @ printed @ across.T, dtype=np.float32).reshape(len(turned), -1)
            self._whole.append(_standard(shades))
            inside = shades.reshape(-1, size, size)[:, within, within]
            self._inside.append(_standard(inside.reshape(len(turned), -1)))
            if blur == patience.blurs[0]:
                self._border: Light = shades.mean(axis=0).reshape(size, size)

    def _softly(self, blur: float) -> Light:
        """Return what share of each module, margin included, a sample sees through that blur: (samples, n + 2)."""
        fine = (np.arange((self.modules + 2) * _FINE) + 0.5) / _FINE - 1
        bell = np.exp(-0.5 * ((self._at[:, None] - fine) / blur) ** 2)
        bell /= bell.sum(axis=1, keepdims=True)
        return np.asarray(bell.reshape(len(self._at), -1, _FINE).sum(axis=2), dtype=np.float32)

    def read(self, grey: NDArray[np.uint8], quads_px: Floats) -> Readings:
        """Return how quads (M, 4, 2) px of a grey picture (H, W) read, whichever corner they start at."""
        count = len(quads_px)
        at_once = min(AT_ONCE, max(_WORTH_A_THREAD, -(-count // 2)))
        lots = [quads_px[k : k + at_once] for k in range(0, max(count, 1), at_once)]
        # Kernels and matrix products let go of the interpreter's lock.
        later = [_WORKERS.submit(self._read, grey, lot) for lot in lots[1::2]]
        parts: list[Readings] = []
        for k, lot in enumerate(lots):
            parts.append(later[k // 2].result() if k % 2 else self._read(grey, lot))
        return Readings.joined(parts)

    def _read(self, grey: NDArray[np.uint8], quads_px: Floats) -> Readings:
        count, size, how = len(quads_px), len(self._at), self._patience
        out = Readings(
            np.zeros((count, how.readings), np.intp), np.zeros((count, how.readings), np.intp),
            np.zeros((count, how.readings), np.float32), np.full(count, how.blurs[0], np.float32),
        )  # fmt: skip
        whole, framed = np.empty((count, size * size), np.float32), np.empty(count, np.float32)
        # A plain dark square agrees with any border, so the modules inside must agree by themselves.
        inside = np.empty((count, (size - 2 * self._first) ** 2), np.float32)
        sampled(grey, LIGHT, quads_px, self.modules, self._at, self._first, self._border, whole, inside, framed)
        alike = np.flatnonzero(framed > how.framed)
        for blur, sharp_inside, sharp_whole in zip(how.blurs, self._inside, self._whole, strict=True):
            if not len(alike):
                break
            least = _INSIDE if blur == how.blurs[0] else -1.0
            best_readings(
                inside[alike] @ sharp_inside.T, alike, whole, sharp_whole, how.closest, least, blur, out.ids,
                out.turns, out.likeness, out.blur,
            )  # fmt: skip
            like = out.likeness[alike, 0]
            alike = alike[(like < _PLAIN) & (like > _ATTEMPT)]
        return out


def turned(quads_px: Floats, turns: NDArray[np.intp]) -> Floats:
    """Return quads (M, 4, 2) with the marker's own first corner first."""
    return np.take_along_axis(quads_px, (np.arange(4) - turns[:, None])[..., None] % 4, axis=1)


def _standard(rows: Light) -> Light:
    even = rows - rows.mean(axis=1, keepdims=True)
    return np.asarray(even / (np.linalg.norm(even, axis=1, keepdims=True) + 1e-6), dtype=np.float32)
