"""How the whole board was pushed between two pictures: the rigid motion that most standing figures share."""

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats

ENOUGH = 4
"""Figures that must stand in both pictures to tell a push of the board from steps of their own."""
LEAST_CM, SPREADS, ROUNDS = 0.03, 2.5, 6
_TURN_REACH_CM = 5.0


@dataclass(frozen=True, eq=False)
class Push:
    """A turn (2, 2) and a shift (2,) cm: what was at p before is at turn @ p + shift after."""

    turn: Floats
    shift: Floats

    @classmethod
    def none(cls) -> "Push":
        """Return no push at all."""
        return cls(np.eye(2), np.zeros(2))

    def after(self, places: Floats) -> Floats:
        """Return where places (N, 2) cm of before are now."""
        return np.asarray(places @ self.turn.T + self.shift)

    def before(self, places: Floats) -> Floats:
        """Return where places (N, 2) cm of now were before."""
        return np.asarray((places - self.shift) @ self.turn)


def push_between(before: Floats, after: Floats) -> Push:
    """Return the push that most of the figures at ``before`` and ``after`` (N, 2) cm share; none for a few.

    Who was dragged differs from the others and does not count.
    """
    if len(before) < ENOUGH:
        return Push.none()
    middle = np.median(after - before, axis=0)
    off = np.linalg.norm(after - before - middle, axis=1)
    kept = off <= max(2 * LEAST_CM, float(np.median(off)) * SPREADS)
    push = Push(np.eye(2), middle)
    for _ in range(ROUNDS):
        if kept.sum() < ENOUGH:
            break
        push = _fit(before[kept], after[kept])
        off = np.linalg.norm(push.after(before) - after, axis=1)
        kept = off <= max(LEAST_CM, SPREADS * float(np.median(off)))
    return push


def _fit(before: Floats, after: Floats) -> Push:
    """Return the rigid motion of least squares; a shift alone where the figures are too close to tell a turn."""
    here, there = before.mean(axis=0), after.mean(axis=0)
    if np.linalg.norm(before - here, axis=1).mean() < _TURN_REACH_CM:
        return Push(np.eye(2), there - here)
    left, _, right = np.linalg.svd((before - here).T @ (after - there))
    turn = (left @ np.diag([1.0, np.sign(np.linalg.det(left @ right))]) @ right).T
    return Push(turn, there - turn @ here)
