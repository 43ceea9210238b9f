"""The film of a shot: in which order figures first moved, and which one the shell struck first."""

import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from table.roster import Roster
from table.terrain import Point
from vision.arrays import Bools
from vision.falls.follower import FilmFollower, FilmFrame, FilmTracks
from vision.table_view import TableView

SLOWEST_S = 0.1
"""Figures fall in half a second and a shell crosses the board in a tenth: frames farther apart tell no order."""
SURE = 0.95
"""Surer than this of what came first nobody is: a figure begins to lean before the camera can see it."""
LEAN_S = 0.01
"""So differently long figures lean unseen."""
STRIKE_SIGMA_CM = 1.0
"""A shell meets a figure somewhere on its way round the middle."""


@dataclass(frozen=True, slots=True)
class Began:
    """When a figure first moved, by the frames' clock, give or take; ``confidence`` that it did before the next one."""

    name: str
    time_s: float
    sigma_s: float
    confidence: float


@dataclass(frozen=True, slots=True)
class Strike:
    """Where the shell first struck: the place of the figure that moved first, in table cm (one sigma an axis)."""

    name: str
    x: float
    y: float
    sigma_cm: float
    time_s: float
    confidence: float


@dataclass(frozen=True)
class FilmSeen:
    """What a film of a shot tells: ``order`` of first movements, and the first strike where it can be told.

    ``frame_s`` is the usual time between two frames; None where no order can be told, ``notes`` then say why.
    ``untold`` are figures the film does not show moving.
    """

    order: tuple[Began, ...] = ()
    strike: Strike | None = None
    frame_s: float | None = None
    untold: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return what ``vedette shot --film --json`` adds."""
        strike = self.strike
        return {
            "frame_s": None if self.frame_s is None else round(self.frame_s, 4),
            "order": [
                {
                    "name": began.name, "time_s": round(began.time_s, 4), "sigma_s": round(began.sigma_s, 4),
                    "confidence": round(began.confidence, 3),
                }
                for began in self.order
            ],
            "strike": None
            if strike is None
            else {
                "name": strike.name, "x": round(strike.x, 3), "y": round(strike.y, 3),
                "sigma_cm": strike.sigma_cm, "time_s": round(strike.time_s, 4),
                "confidence": round(strike.confidence, 3),
            },
            "untold": list(self.untold),
            "warnings": list(self.notes),
        }  # fmt: skip


def order_of_falls(frames: Iterable[FilmFrame], view: TableView, roster: Roster, names: Collection[str]) -> FilmSeen:
    """Return in which order the figures ``names`` (who fell or was moved) first moved in a film of a calibrated table.

    The film must begin before the shot: its first frame says where everyone stood. Raises BadInput for frames of
    another size than the table was calibrated with, or a first frame without any frame marker.
    """
    follower: FilmFollower | None = None
    for frame in frames:
        if follower is None:
            follower = FilmFollower(frame, view, roster)
        else:
            follower.see(frame)
    if follower is None:
        return FilmSeen(notes=("there are no frames between: no order can be told",), untold=tuple(names))
    return read_film(follower.followed(), names)


def read_film(followed: FilmTracks, names: Collection[str]) -> FilmSeen:
    """Return the order from what was followed through a film."""
    wanted = tuple(dict.fromkeys(names))
    times_s = followed.times_s
    if len(times_s) < 2:
        return FilmSeen(untold=wanted, notes=("there are too few frames between to tell an order",))
    frame_s = float(np.median(np.diff(times_s)))
    if frame_s > SLOWEST_S:
        rate = f"{1 / frame_s:.0f}" if frame_s < 1 else f"{1 / frame_s:.1f}"
        return FilmSeen(untold=wanted, notes=(f"{rate} frames a second are too few to tell who moved first",))
    begun: list[tuple[float, float, str]] = []
    already = []
    for name in wanted:
        moving = followed.moving(name)
        first = first_for_good(moving) if moving is not None else None
        if first == 0:
            already.append(name)
        elif first is not None:
            gap_s = float(times_s[first] - times_s[first - 1])
            begun.append((float(times_s[first]) - gap_s / 2, math.hypot(gap_s / math.sqrt(12), LEAN_S), name))
    begun.sort()
    order = tuple(
        Began(name, time_s, sigma_s, _sure(begun[k], begun[k + 1]) if k + 1 < len(begun) else SURE)
        for k, (time_s, sigma_s, name) in enumerate(begun)
    )
    notes = tuple(f"{one.name} and {other.name} began to move too close together to say who was first"
                  for one, other in pairwise(order) if one.confidence < 0.75)  # fmt: skip
    if already:
        notes += (f"{', '.join(already)} moved before the film begins",)
    untold = tuple(name for name in wanted if name not in {began.name for began in order})
    return FilmSeen(order, None if already else _strike(order, followed), frame_s, untold, notes)


def first_for_good(moving: Bools, of_next: int = 6) -> int | None:
    """Return the first frame from which on a figure is away to stay; None where it never is.

    A shell or a falling neighbour crosses its marker for a frame or two: most of the next frames must agree, and the
    film's end.
    """
    if not len(moving) or moving[-min(3, len(moving)) :].mean() < 0.5:
        return None
    for k in np.flatnonzero(moving):
        if moving[k : k + of_next].mean() > 0.8 and moving[k:].mean() > 0.8:
            return int(k)
    return None


def _sure(one: tuple[float, float, str], other: tuple[float, float, str]) -> float:
    """Return how sure it is that one began before the other: both times are normal about what was seen."""
    apart = (other[0] - one[0]) / math.hypot(one[1], other[1])
    return min(SURE, 0.5 * math.erfc(-apart / math.sqrt(2)))


def _strike(order: tuple[Began, ...], followed: FilmTracks) -> Strike | None:
    if not order:
        return None
    first = order[0]
    place: Point = followed.places[first.name]
    return Strike(first.name, place[0], place[1], STRIKE_SIGMA_CM, first.time_s, first.confidence)
