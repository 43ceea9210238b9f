"""Who can fire at whom just now, on a whole table at once: the answer that every game's `threats` gives."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Threats:
    """``can`` (N, N): whether the row's stand can fire at the column's, in the snapshot's order, taken as measured."""

    names: tuple[str, ...]
    can: Bools

    def of(self, name: str) -> tuple[str, ...]:
        """Return whom a stand can fire at."""
        return tuple(self.names[k] for k in np.flatnonzero(self.can[self.names.index(name)]))

    def to(self, name: str) -> tuple[str, ...]:
        """Return who can fire at a stand."""
        return tuple(self.names[k] for k in np.flatnonzero(self.can[:, self.names.index(name)]))
