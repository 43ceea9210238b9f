"""Uncertainty: how far off a number may be that was measured from one thing or between several, and what that decides.

To first order a number errs by what each thing it was measured from errs, times what that does to it (``Pull``). What
one camera's lens, pose and frame do to several things (``Stand.shared``) they do together: it is added before it is
squared, so that what lies between two near stands errs by hardly more than their own errors. Nothing is in common with
another camera, a place given by hand or read from a file, nor with a bare number: a sigma in cm that nothing else
shares (0: exact). A rule's three-way answer is ``table.verdict.judge``'s.

A stand held against itself at two times is like any two stands. While the camera and its calibration stay the same, so
do their errors, and only its own count, taken as drawn anew each time: its marker's height errs alike both times, so
that this is too much rather than too little. After either has changed nothing is in common.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from table.measurement import Measurement
from table.shared import Shared
from table.stand import Stand, wrap_deg
from table.terrain import Point
from table.vectors import cross, minus
from table.verdict import SLACK

SIGMAS_95 = 1.96
"""So many to either side hold 95 % of what could have been measured: what ± means to people (docs/conventions.md)."""

SURE = 4.0
"""What is off by more is off: by chance one place in 3,000 is, one heading or distance in 16,000."""

FAR = 8.0
"""Beyond so many there is no doubt left to work out: quick questions leave out what is farther, and only that."""


class Measured(Protocol):
    """What was measured: one sigma of its place per axis and of its heading, and what of them others share."""

    @property
    def sigma_cm(self) -> float:
        """One sigma of the place per axis, in cm."""

    @property
    def sigma_deg(self) -> float:
        """One sigma of the heading, in degrees."""

    @property
    def shared(self) -> Shared | None:
        """How it errs together with others."""


Errors = Measured | float
"""Whose errors count: something measured, or one sigma of a place in cm that nothing else shares."""


@dataclass(frozen=True, slots=True)
class Pull:
    """What a number gains by a thing's errors: (x, y) for a cm of its place, ``turn`` for a radian of its heading."""

    of: Errors
    gain: Point
    turn: float = 0.0

    @staticmethod
    def at(of: Errors, arm: Point, direction: Point) -> "Pull":
        """Return what a thing does, along a direction, to a point ``arm`` from its centre that turns with it."""
        return Pull(of, direction, cross(arm, direction))


def sigma_of(*pulls: Pull) -> float:
    """Return one sigma of a number, by all that pulls at it."""
    variance = 0.0
    together: dict[int, NDArray[np.float64]] = {}
    for pull in pulls:
        (x, y), (place, turn), shared = pull.gain, _own(pull.of), _shared(pull.of)
        if shared is not None:
            place *= shared.own_along(pull.gain)
            moved, cause = np.array([x, y, pull.turn]) @ shared.modes, id(shared.cause)
            together[cause] = together[cause] + moved if cause in together else moved
        else:
            place *= x * x + y * y
        variance += place + pull.turn**2 * turn
    return math.sqrt(variance + sum(float(moved @ moved) for moved in together.values()))


def sigma_between(a: Errors, b: Errors) -> float:
    """Return one sigma of the way between two places along any direction, cm: the mean over all, headings left out."""
    one, other = _shared(a), _shared(b)
    if one is None or other is None or one.cause is not other.cause:
        return math.hypot(_place(a), _place(b))
    together = float(((one.modes[:2] - other.modes[:2]) ** 2).sum()) / 2
    return math.sqrt(_own(a)[0] + _own(b)[0] + together)


def sigma_turned(a: Measured, b: Measured) -> float:
    """Return one sigma of the angle between two headings, in degrees."""
    return math.degrees(sigma_of(Pull(a, (0.0, 0.0), -1.0), Pull(b, (0.0, 0.0), 1.0)))


def covariance_of_two(one: Measured, other: Measured) -> NDArray[np.float64]:
    """Return the covariance (6, 6) of two things' x and y in cm and heading in rad, the first's three first."""
    return covariance_of((one, other))


def covariance_of(things: Sequence[Measured]) -> NDArray[np.float64]:
    """Return the covariance (3N, 3N) of things' x and y in cm and heading in rad, each one's three together."""
    own = np.zeros((3 * len(things), 3 * len(things)))
    causes: dict[int, NDArray[np.float64]] = {}
    for at, of in zip(range(0, len(own), 3), things, strict=True):
        place, own[at + 2, at + 2] = _own(of)
        own[at : at + 2, at : at + 2] = place * (np.eye(2) if of.shared is None else of.shared.own)
        if of.shared is not None:
            modes, cause = of.shared.modes, id(of.shared.cause)
            moved = causes.setdefault(cause, np.zeros((len(own), modes.shape[1])))
            moved[at : at + 3] = modes
    return own + sum((moved @ moved.T for moved in causes.values()), np.zeros(own.shape))


def apart(a: Stand, b: Stand | None, at_a: Point | None = None, at_b: Point | None = None) -> Measurement:
    """Return how far two stands' centres lie apart, or two other points that go with them, in cm.

    Without ``b`` the point ``at_b`` is exact. At no distance there is no direction: sigma is then the mean over all of
    them, without the headings.
    """
    start, end = at_a or a.centre, at_b or (a if b is None else b).centre
    cm = math.dist(start, end)
    if cm == 0.0:
        return Measurement(0.0, sigma_between(a, 0.0 if b is None else b), start, end)
    x, y = minus(end, start)
    pulls = [Pull.at(a, minus(start, a.centre), (-x / cm, -y / cm))]
    if b is not None:
        pulls.append(Pull.at(b, minus(end, b.centre), (x / cm, y / cm)))
    return Measurement(cm, sigma_of(*pulls), start, end)


def farther_by(a: Stand, near: Stand, far: Stand) -> Measurement:
    """Return by how much farther from a stand's centre one stand's is than another's, in cm.

    Where both lie the same way the errors of the first cancel, where it lies between them they count twice. Where it
    lies on the near one there is no direction: sigma is then that of the way between the two.
    """
    start, end = minus(near.centre, a.centre), minus(far.centre, a.centre)
    near_cm, far_cm = math.hypot(*start), math.hypot(*end)
    if near_cm == 0.0 or far_cm == 0.0:
        return Measurement(far_cm - near_cm, sigma_between(near, far))
    to_near, to_far = (start[0] / near_cm, start[1] / near_cm), (end[0] / far_cm, end[1] / far_cm)
    back = (-to_near[0], -to_near[1])
    return Measurement(
        far_cm - near_cm, sigma_of(Pull(far, to_far), Pull(near, back), Pull(a, minus(to_near, to_far)))
    )  # fmt: skip


def turned(a: Stand, b: Stand) -> Measurement:
    """Return by how many degrees (0 to 180) two stands' headings differ."""
    return Measurement(abs(wrap_deg(b.heading_deg - a.heading_deg)), sigma_turned(a, b))


def within(measured: Measurement, limit: float, sigmas: float = SURE) -> bool:
    """Say whether a number may be within a limit for all that is known: no only where it is surely beyond."""
    return measured.value <= limit + sigmas * measured.sigma + SLACK


def is_off(measured: Measurement, least: float = 0.0) -> bool:
    """Say whether something is surely not where, or not turned as, it was: by more than a nudge and than both err."""
    return measured.value > max(least, SURE * measured.sigma)


def has_moved(before: Stand, after: Stand, least_cm: float = 0.0) -> bool:
    """Say whether a stand surely stands elsewhere, by more than ``least_cm``."""
    return is_off(apart(before, after), least_cm)


def has_turned(before: Stand, after: Stand, least_deg: float = 0.0) -> bool:
    """Say whether a stand surely faces elsewhere, by more than ``least_deg``."""
    return is_off(turned(before, after), least_deg)


def _shared(of: Errors) -> Shared | None:
    return getattr(of, "shared", None)  # half the time of asking for its type: it is asked a thousand times a ruling


def _place(of: Errors) -> float:
    return of.sigma_cm if hasattr(of, "sigma_cm") else of


def _own(of: Errors) -> tuple[float, float]:
    """Return the variances of a thing's place (cm², the mean of both axes) and heading (rad²) that nothing shares."""
    if isinstance(of, float | int):
        return of * of, 0.0
    place, turn = of.sigma_cm**2, math.radians(of.sigma_deg) ** 2
    if of.shared is None:
        return place, turn
    return max(place - of.shared.place_variance_cm2, 0.0), max(turn - of.shared.turn_variance_rad2, 0.0)
