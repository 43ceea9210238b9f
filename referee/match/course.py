"""The way that a stand was seen to go, from rest to rest."""

from dataclasses import dataclass

from table.terrain import Point


@dataclass(frozen=True, slots=True)
class Course:
    """The points of a way in table cm, with one standard deviation of its length.

    ``unseen`` are the legs that nobody saw, from 0: a hand covered the stand, or only single pictures were taken.
    """

    points: tuple[Point, ...]
    sigma_cm: float
    unseen: tuple[int, ...] = ()
