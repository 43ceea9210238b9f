"""Tables as dataclasses of arrays that all have a row for each marker: some rows taken, put back, laid end to end."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Self

import numpy as np
from numpy.typing import NDArray

Which = NDArray[np.intp] | slice


@dataclass(frozen=True, eq=False)
class Rows:
    """A dataclass whose fields are arrays (M, ...), a row for each of the same M things."""

    def of(self, which: Which) -> Self:
        """Return some of them."""
        return type(self)(**{field.name: getattr(self, field.name)[which] for field in fields(self)})

    def put(self, which: Which, others: Self) -> None:
        """Overwrite some of them."""
        for field in fields(self):
            getattr(self, field.name)[which] = getattr(others, field.name)

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        """Return several lots of them as one."""
        if len(parts) == 1:
            return parts[0]
        return cls(**{f.name: np.concatenate([getattr(part, f.name) for part in parts]) for f in fields(cls)})
