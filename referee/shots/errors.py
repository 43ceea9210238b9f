"""How far shots fell from where they were aimed, along the line of fire and across it."""

from collections.abc import Sequence
from math import fsum, hypot
from typing import Literal, NamedTuple

from referee.shots.dispersion import LEAST, Error
from referee.shots.record import Point, ShotRecord

About = Literal["aim", "mean"]


class ShotImpact(NamedTuple):
    """A shot and how far over and to the right it fell."""

    shot: ShotRecord
    error: Error


def ahead_of(side: str) -> Point:
    """Return the direction a side looks: field G lies beyond A (M1.1)."""
    return (0.0, -1.0) if side == "G" else (0.0, 1.0)


def error_of(impact: Point, aim: Point, ahead: Point) -> Error:
    """Return how far over and to the right of an aim an impact lies; ``ahead`` is the way of the line of fire."""
    long = hypot(*ahead)
    x, y = impact[0] - aim[0], impact[1] - aim[1]
    return (x * ahead[0] + y * ahead[1]) / long, (x * ahead[1] - y * ahead[0]) / long


def fallen(shots: Sequence[ShotRecord]) -> tuple[About, list[ShotImpact]]:
    """Return the shots whose impact is known, with their errors: from their aim, where it was said of enough of them.

    The line of fire is that from muzzle to aim, or straight ahead where nobody knows the muzzle. Where fewer than three
    aims were said the errors are those from the mean of all: their mean says nothing, their spread does.
    """
    found = [shot for shot in shots if shot.fired and shot.impact is not None]
    aimed = [shot for shot in found if shot.aim is not None]
    if len(aimed) >= LEAST or len(aimed) == len(found):
        return "aim", [ShotImpact(shot, _from_aim(shot)) for shot in aimed]
    far = [error_of(shot.impact or (0.0, 0.0), (0.0, 0.0), ahead_of(shot.side)) for shot in found]
    over, right = (fsum(values) / len(far) for values in zip(*far, strict=True))
    return "mean", [ShotImpact(shot, (a - over, b - right)) for shot, (a, b) in zip(found, far, strict=True)]


def _from_aim(shot: ShotRecord) -> Error:
    assert shot.impact is not None
    assert shot.aim is not None
    ahead = ahead_of(shot.side)
    if shot.muzzle is not None and shot.muzzle != shot.aim:
        ahead = (shot.aim[0] - shot.muzzle[0], shot.aim[1] - shot.muzzle[1])
    return error_of(shot.impact, shot.aim, ahead)
