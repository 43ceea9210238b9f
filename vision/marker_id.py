"""Reading a marker's id: which printed pattern looks most like what lies within four corners."""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from vision.alignment import LIGHT
from vision.arrays import Floats, Grey, Indices, Light, Picture
from vision.compiled import in_parts
from vision.kernels.pattern_match import best_readings, sampled
from vision.rows import Rows

LIKENESS = 0.6  # a square that looks less than this like any marker is none
LIKELY = 0.7  # and with less it is not looked at again for one that is missing

_AT_ONCE = 100  # squares read together: few enough that what is reckoned with each stays in a core's own memory
_PER_MODULE = 2  # samples along a module
_MARGIN = 0.5  # modules of white margin that are read
_INSIDE = 0.5  # likeness of the modules inside that is worth a closer look
_ATTEMPT = 0.0  # a likeness below which no other blur helps
_PLAIN = 0.93  # a likeness that other blurs need not be tried for
# Of all ids: are fewer sought, squares are held against these first, and so many, the likest, against all others then.
_FEW, _MOST = 0.25, 800
_FINE = 8  # what a module is drawn with, for blurring


@dataclass(frozen=True, eq=False)
class Readings(Rows):
    """The R best readings of M squares: ids and turns (M, R), likeness (M, R), ``blur`` (M,) modules.

    At turn t the square's first corner is the marker's corner t. The next best are of other ids.
    """

    ids: Indices
    turns: Indices
    likeness: Light
    blur: Light


@dataclass(frozen=True, eq=False)
class Looks(Rows):
    """The light seen within M squares, sampled and standardised: of the ``whole`` (M, S S), of what is ``inside``.

    ``framed`` (M,) is how like a black frame in a white one the rest is.
    """

    whole: Light
    inside: Light
    framed: Light


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

    def __init__(self, bits: Picture, patience: Patience = QUICK) -> None:
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

    def look(self, grey: Grey, quads_px: Floats) -> Looks:
        """Return what lies within quads (M, 4, 2) px of a grey picture (H, W), whichever corner they start at."""
        count, size = len(quads_px), len(self._at)
        # A plain dark square agrees with any border, so the modules inside must agree by themselves.
        out = Looks(
            np.empty((count, size * size), np.float32),
            np.empty((count, (size - 2 * self._first) ** 2), np.float32), np.empty(count, np.float32),
        )  # fmt: skip

        def part(some: slice) -> None:
            sampled(
                grey, LIGHT, quads_px[some], self.modules, self._at, self._first, self._border, out.whole[some],
                out.inside[some], out.framed[some],
            )  # fmt: skip

        in_parts(part, count, _AT_ONCE)
        return out

    def read(self, looks: Looks, sought: Collection[int] | None = None) -> Readings:
        """Return how M squares that were looked at read; where few ids are ``sought``, only what looks like any."""
        count, how = len(looks.framed), self._patience
        out = Readings(
            np.zeros((count, how.readings), np.intp), np.zeros((count, how.readings), np.intp),
            np.zeros((count, how.readings), np.float32), np.full(count, how.blurs[0], np.float32),
        )  # fmt: skip
        alike = np.flatnonzero(looks.framed > how.framed)
        if sought is not None and len(sought) < _FEW * len(self._inside[0]) / 4:
            columns = (4 * np.array(sorted(sought))[:, None] + np.arange(4)).ravel()
            like = np.max([(looks.inside[alike] @ inside[columns].T).max(axis=1) for inside in self._inside], axis=0)
            likest = np.argsort(-like, kind="stable")[:_MOST]
            alike = np.sort(alike[likest[like[likest] >= LIKELY]])
        in_parts(lambda some: self._read(looks, alike[some], out), len(alike), _AT_ONCE)
        return out

    def _read(self, looks: Looks, alike: Indices, out: Readings) -> None:
        how = self._patience
        for blur, sharp_inside, sharp_whole in zip(how.blurs, self._inside, self._whole, strict=True):
            if not len(alike):
                break
            least = _INSIDE if blur == how.blurs[0] else -1.0
            best_readings(
                looks.inside[alike] @ sharp_inside.T, alike, looks.whole, sharp_whole, how.closest, least, blur,
                out.ids, out.turns, out.likeness, out.blur,
            )  # fmt: skip
            like = out.likeness[alike, 0]
            alike = alike[(like < _PLAIN) & (like > _ATTEMPT)]


def turned(quads_px: Floats, turns: Indices) -> Floats:
    """Return quads (M, 4, 2) with the marker's own first corner first."""
    return np.take_along_axis(quads_px, (np.arange(4) - turns[:, None])[..., None] % 4, axis=1)


def _standard(rows: Light) -> Light:
    even = rows - rows.mean(axis=1, keepdims=True)
    return np.asarray(even / (np.linalg.norm(even, axis=1, keepdims=True) + 1e-6), dtype=np.float32)
