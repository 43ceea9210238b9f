"""Leaning: where a picture that is laid flat on the table's plane shows what is higher than the table."""

import math

from table.footprint import half_size
from table.ground import ground_height
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Point

Point3D = tuple[float, float, float]
BESIDE_CM = 0.3
"""So near to its base something is said to be on a stand."""
HIGHEST = 0.9
"""Nothing that is seen is higher than so much of the lens's height: beyond it there is no picture."""


def leaned(place: Point, height_cm: float, camera_cm: Point3D) -> Point:
    """Return where the picture of a lens at ``camera_cm`` shows a place so high: it leans away from the lens's foot.

    Exact however the camera is tilted: the ray through the place meets the table there.
    """
    x, y, high = camera_cm
    farther = high / (high - min(height_cm, HIGHEST * high))
    return x + (place[0] - x) * farther, y + (place[1] - y) * farther


def rise(stand: Stand) -> Point:
    """Return how much higher a stand's base is a cm to the right of its centre, and a cm away."""
    angle = math.radians(stand.tilt_deg)
    share = math.sin(angle) / stand.tilt_deg if angle else 0.0
    return -share * stand.tilt_y_deg + 0.0, share * stand.tilt_x_deg + 0.0


def height_at(place: Point, table: Snapshot) -> float:
    """Return how high what is at a place is: the base of a stand, or the ground."""
    reaching = [stand for stand in table.stands if math.dist(place, stand.centre) <= half_size(stand) + BESIDE_CM]
    stand = min(reaching, key=lambda stand: math.dist(place, stand.centre), default=None)
    return ground_height(place, table.pieces) if stand is None else base_height(place, stand)


def base_height(place: Point, stand: Stand) -> float:
    """Return how high a stand's base is at a place."""
    right, away = rise(stand)
    return stand.z_cm + right * (place[0] - stand.x) + away * (place[1] - stand.y)


def off_table(stand: Stand) -> bool:
    """Say whether a stand's base lies not flat on the table."""
    return bool(stand.z_cm or stand.tilt_deg)


def is_uneven(table: Snapshot) -> bool:
    """Say whether a stand is not on the table's plane, or a piece has a top or floor that one may stand on.

    On a board what lies on what is told by the pile: there nothing leans.
    """
    if table.board is not None:
        return False
    return any(map(off_table, table.stands)) or any(
        piece.height_cm and piece.top not in (None, "none") for piece in table.pieces
    )
