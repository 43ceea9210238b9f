"""Stands that the referee placed by hand, because the camera cannot see them or sees them wrongly."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from table.ground import gone_to
from table.mount import Pose
from table.roster import Roster
from table.snapshot import Snapshot
from table.stand import Stand
from table.uncertainty import apart, has_moved, has_turned, turned, within

USUAL_SIGMA_CM = 1.0
USUAL_SIGMA_DEG = 10.0
SIGMAS = 3.0
"""A camera and a hand that differ by more do not mean the same place. Fewer than ``SURE``: a hand's sigma is a guess,
and a wrong "elsewhere" costs a glance, a wrong "seen" lets a stand jump unsaid."""
LEAST_CM, LEAST_DEG = 0.3, 3.0
"""A stand that the camera saw all along has not moved while it is no farther off than this."""

Ending = Literal["seen", "elsewhere", "moved"]
"""Why a placing ended: the camera sees the stand there now, sees it elsewhere, or saw it move."""


@dataclass(frozen=True, slots=True)
class Placing:
    """Where the referee put a stand, in table cm and degrees, and how well he knows it (one standard deviation).

    ``seen_at`` (x, y, heading_deg) is where the camera saw it then; None where it did not see it.
    """

    x: float
    y: float
    heading_deg: float
    sigma_cm: float = USUAL_SIGMA_CM
    sigma_deg: float = USUAL_SIGMA_DEG
    seen_at: tuple[float, float, float] | None = None

    def of(self, stand: Stand) -> Stand:
        """Return the stand where the hand put it, known no better than the hand says."""
        return replace(
            stand, x=self.x, y=self.y, heading_deg=self.heading_deg, sigma_cm=self.sigma_cm, sigma_deg=self.sigma_deg,
            placed_by="hand", shared=None,
        )  # fmt: skip


Placings = Mapping[str, Placing]


def over(measured: Snapshot, placings: Placings, reserve: Mapping[str, Stand]) -> Snapshot:
    """Return the measured table with what was placed by hand, each as high as the ground where it was put.

    ``reserve`` holds stands that no camera has seen yet.
    """
    for name, placing in placings.items():
        stand = measured.stand(name) if name in measured else reserve.get(name)
        if stand is not None:
            put = gone_to(stand, (placing.x, placing.y), measured.pieces)
            measured = measured.with_stand(placing.of(put))
    return measured


def reserve_of(roster: Roster) -> dict[str, Stand]:
    """Return every stand of a roster, standing nowhere yet: what may be placed by hand though no camera saw it."""
    return {entry.name: entry.stand_at(Pose(0.0, 0.0, 90.0)) for entry in roster.entries}


def ended(placing: Placing, stand: Stand | None, seen: bool) -> Ending | None:
    """Say why a placing has ended, looking at the stand as the camera has it; None while it holds.

    A stand the camera did not see stays where the hand put it until the camera sees it: then the camera is right. One
    that it saw, and the referee corrected all the same, stays until the camera sees it move.
    """
    if stand is None or not seen:
        return None
    if placing.seen_at is not None:
        x, y, heading_deg = placing.seen_at
        # As well known as now, but nobody kept what it shared then.
        then = replace(stand.moved_to(x, y, heading_deg), shared=None)
        return "moved" if has_moved(then, stand, LEAST_CM) or has_turned(then, stand, LEAST_DEG) else None
    put = placing.of(stand)
    both = within(apart(put, stand), 0.0, SIGMAS) and within(turned(put, stand), 0.0, SIGMAS)
    return "seen" if both else "elsewhere"


def endings(placings: Placings, measured: Snapshot, unseen: Collection[str]) -> dict[str, Ending]:
    """Return the placings that a newly settled table has ended, by stand, and why."""
    found = {
        name: ended(placing, measured.stand(name) if name in measured else None, name not in unseen)
        for name, placing in placings.items()
    }
    return {name: ending for name, ending in found.items() if ending is not None}


def placings_data(placings: Placings) -> dict[str, Any]:
    """Return placings as a journal writes them."""
    return {
        name: {
            "x": p.x, "y": p.y, "heading_deg": p.heading_deg, "sigma_cm": p.sigma_cm, "sigma_deg": p.sigma_deg,
            "seen_at": None if p.seen_at is None else list(p.seen_at),
        }
        for name, p in placings.items()
    }  # fmt: skip


def placings_from(data: Mapping[str, Any]) -> dict[str, Placing]:
    """Return the placings that a journal wrote."""
    return {
        name: Placing(
            told["x"], told["y"], told["heading_deg"], told["sigma_cm"], told["sigma_deg"],
            None if told["seen_at"] is None else tuple(told["seen_at"]),
        )
        for name, told in data.items()
    }  # fmt: skip
