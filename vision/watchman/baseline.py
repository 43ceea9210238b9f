"""A number per marker compared with what it usually is."""

import numpy as np

from vision.arrays import Bools, Floats

FIRST = 8  # looks from which the usual is taken


class Baseline:
    """The usual value of each of M markers, in logarithms; learnt from the first looks."""

    def __init__(self, count: int) -> None:
        self._sum, self._looks = np.zeros(count), np.zeros(count)

    def compare(self, values: Floats, use: Bools) -> tuple[Floats, Bools]:
        """Return each value (M,) by what is usual, as natural logarithm, and for which markers (M,) that is known."""
        logs = np.log(np.maximum(values, 1e-6))
        learning = use & (self._looks < FIRST)
        self._sum[learning] += logs[learning]
        self._looks += learning
        known = use & (self._looks >= min(3, FIRST))
        return np.where(known, logs - self._sum / np.maximum(self._looks, 1), 0.0), known

    def usual(self) -> Floats:
        """Return what is usual (M,); 1 where nothing is known."""
        return np.asarray(np.exp(self._sum / np.maximum(self._looks, 1)))

    def forget(self) -> None:
        """Learn anew."""
        self._sum[:], self._looks[:] = 0.0, 0.0


class Lasting:
    """A condition that must hold for some looks in a row before it is believed."""

    def __init__(self, looks: int) -> None:
        self._looks, self._count = looks, 0

    def __call__(self, holds: bool) -> bool:
        """Say whether it has held long enough."""
        self._count = self._count + 1 if holds else 0
        return self._count >= self._looks
