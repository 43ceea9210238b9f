"""How a marker is fixed to a stand, and the way from one to the other."""

import math
from dataclasses import dataclass

from table.errors import BadGeometry
from table.stand import wrap_deg
from table.vectors import unit


@dataclass(frozen=True, slots=True)
class Mount:
    """Where a marker's centre is from its footprint's centre, in the stand's own axes (along the heading, left +).

    The marker is ``turn_deg`` counter-clockwise of the stand, ``height_cm`` above the table, its black square
    ``size_cm`` a side.
    """

    along_cm: float = 0.0
    across_cm: float = 0.0
    height_cm: float = 0.0
    size_cm: float = 1.5
    turn_deg: float = 0.0
    height_sigma_cm: float = 0.0

    def __post_init__(self) -> None:
        values = (self.along_cm, self.across_cm, self.height_cm, self.turn_deg, self.height_sigma_cm)
        if not all(math.isfinite(v) for v in values) or self.height_sigma_cm < 0:
            raise BadGeometry("a mount's offsets, height and turn must be finite numbers")
        if not (math.isfinite(self.size_cm) and self.size_cm > 0):
            raise BadGeometry(f"a marker's size_cm must be more than 0, got {self.size_cm}")


@dataclass(frozen=True, slots=True)
class Pose:
    """A place and a heading on the table: cm and degrees counter-clockwise from +x."""

    x: float
    y: float
    heading_deg: float


def stand_from_marker(marker: Pose, mount: Mount) -> Pose:
    """Return the footprint's pose of the stand that carries this marker."""
    heading_deg = marker.heading_deg - mount.turn_deg
    ahead_x, ahead_y = unit(heading_deg)
    return Pose(
        marker.x - mount.along_cm * ahead_x + mount.across_cm * ahead_y,
        marker.y - mount.along_cm * ahead_y - mount.across_cm * ahead_x,
        wrap_deg(heading_deg),
    )


def marker_from_stand(stand: Pose, mount: Mount) -> Pose:
    """Return the pose of the marker that this mount fixes to a stand there: the inverse of stand_from_marker."""
    ahead_x, ahead_y = unit(stand.heading_deg)
    return Pose(
        stand.x + mount.along_cm * ahead_x - mount.across_cm * ahead_y,
        stand.y + mount.along_cm * ahead_y + mount.across_cm * ahead_x,
        wrap_deg(stand.heading_deg + mount.turn_deg),
    )
