"""A warp's net of offsets for many places at once: what each node weighs where, and warps of fitted nets."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from table.hex_warp import Warp
from vision.arrays import Floats

_STEP_CM = 1e-3
_ROUNDS = 12


@dataclass(frozen=True)
class Net:
    """Where a warp's nodes lie: over ``box`` (left, near, right, far) cm, ``across`` a row, ``along`` rows."""

    box: tuple[float, float, float, float]
    across: int
    along: int

    @property
    def knots_cm(self) -> Floats:
        """How far apart the nodes lie in x and y."""
        left, near, right, far = self.box
        return np.array([(right - left) / (self.across - 3), (far - near) / (self.along - 3)])

    @property
    def places_cm(self) -> Floats:
        """The place (K, 2) that each node stands for: a net of these places is the map without a warp."""
        x = self.box[0] + (np.arange(self.across) - 1) * self.knots_cm[0]
        y = self.box[1] + (np.arange(self.along) - 1) * self.knots_cm[1]
        return np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)

    def weights(self, places_cm: Floats) -> Floats:
        """Return what each node weighs at places (N, 2): (N, K)."""
        left, near, right, far = self.box
        x = _weights((np.clip(places_cm[:, 0], left, right) - left) / self.knots_cm[0], self.across)
        y = _weights((np.clip(places_cm[:, 1], near, far) - near) / self.knots_cm[1], self.along)
        return (y[:, :, None] * x[:, None, :]).reshape(len(places_cm), -1)

    def warp(self, offsets_cm: Floats, digits: int = 5) -> Warp:
        """Return the warp of offsets (K, 2), rounded."""
        rounded = np.round(offsets_cm, digits) + 0.0
        return Warp(self.box, self.across, tuple((float(x), float(y)) for x, y in rounded))


@dataclass(frozen=True, eq=False)
class Bent:
    """A net with its offsets (K, 2) cm: places of the even lattice to the table and back, many at once."""

    net: Net
    offsets_cm: Floats

    @classmethod
    def of(cls, warp: Warp) -> "Bent":
        """Return a warp's."""
        return cls(Net(warp.box, warp.across, warp.along), np.array(warp.offsets_cm))

    def warped(self, places_cm: Floats) -> Floats:
        """Return where places (N, 2) of the even lattice lie on the table; beyond the box straight on."""
        at, _ = self.with_slopes(places_cm)
        return at

    def with_slopes(self, places_cm: Floats) -> tuple[Floats, Floats]:
        """Return the same and how it changes there, (N, 2, 2): columns for x and y."""
        left, near, right, far = self.box_inside
        inside = np.clip(places_cm, (left, near), (right, far))
        at = inside + self.net.weights(inside) @ self.offsets_cm
        slopes = np.empty((len(places_cm), 2, 2))
        for axis in (0, 1):
            step = np.zeros(2)
            step[axis] = _STEP_CM
            change = (self.net.weights(inside + step) - self.net.weights(inside - step)) @ self.offsets_cm
            slopes[:, :, axis] = np.eye(2)[axis] + change / (2 * _STEP_CM)
        return at + np.einsum("nij,nj->ni", slopes, places_cm - inside), slopes

    @property
    def box_inside(self) -> tuple[float, float, float, float]:
        """The box without its very border, where no slope can be taken."""
        left, near, right, far = self.net.box
        return (left + 2 * _STEP_CM, near + 2 * _STEP_CM, right - 2 * _STEP_CM, far - 2 * _STEP_CM)

    def evened(self, places_cm: Floats) -> Floats:
        """Return the places (N, 2) of the even lattice that lie there on the table."""
        at = places_cm.copy()
        for _ in range(_ROUNDS):
            there, slopes = self.with_slopes(at)
            at = at + np.linalg.solve(slopes, (places_cm - there)[..., None])[..., 0]
        return at


def _weights(place: NDArray[Any], count: int) -> Floats:
    """Return what each of ``count`` nodes weighs at places in knots (N,): (N, count)."""
    first = np.clip(np.floor(place).astype(int), 0, count - 4)
    t = place - first
    s = 1.0 - t
    four = np.column_stack([s**3, 3 * t**3 - 6 * t**2 + 4, 3 * s**3 - 6 * s**2 + 4, t**3]) / 6
    all_of = np.zeros((len(place), count))
    np.put_along_axis(all_of, first[:, None] + np.arange(4), four, axis=1)
    return all_of
