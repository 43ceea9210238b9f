"""Where each marker truly is in a picture, how much of it something hides, and what glare lies on it."""

import math
from collections.abc import Sequence

import numpy as np
import shapely
from looks import Glare
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from simulation.synthetic.plate import Plate, frame_plates, stand_plates
from simulation.synthetic.things import Face, Stage, Thing
from table.frame import Frame
from table.roster import Roster
from table.snapshot import Snapshot
from vision.camera import Camera

_MARGIN_MODULES = 0.5
_ALONG = np.linspace(0.0, 1.0, 5)


def true_corners_px(camera: Camera, frame: Frame, roster: Roster, snapshot: Snapshot) -> dict[int, NDArray[np.float64]]:
    """Return for every marker on the table the (4, 2) px where its corners are, in ArUco's order, seen or not."""
    plates = frame_plates(frame) + list(stand_plates(frame, roster, snapshot).values())
    return {plate.id: camera.project(plate.corners_cm()) for plate in plates}


def covered_shares(camera: Camera, stage: Stage, things: Sequence[Thing]) -> dict[int, float]:
    """Return by marker id the share of each (its black square and half a module round it) that later things hide."""
    ordered = sorted(things, key=lambda thing: (thing.tier, -math.dist(thing.at, stage.eye_cm[:2])))
    shapes = [[_seen(camera, face) for face in thing.faces if face.opacity > 0.5] for thing in ordered]
    boxes = [shapely.union_all([shape.envelope for shape in some]).envelope for some in shapes]
    shares = {}
    for k, thing in enumerate(ordered):
        if thing.plate is None:
            continue
        corners = camera.project(thing.plate.corners_cm())
        module = float(np.hypot(*(corners[1] - corners[0]))) / 6
        card = shapely.Polygon(corners).buffer(_MARGIN_MODULES * module, join_style="mitre")
        over = [shape for j in range(k + 1, len(ordered)) if boxes[j].intersects(card) for shape in shapes[j]]
        shares[thing.plate.id] = float(shapely.union_all(over).intersection(card).area / card.area) if over else 0.0
    return shares


def glare_on(camera: Camera, plate: Plate, glares: Sequence[Glare]) -> float:
    """Return the most light that glare adds anywhere on a marker, as the look counts it."""
    right, down = (grid.ravel() for grid in np.meshgrid(_ALONG, _ALONG))
    # Glare lies in the picture where it would lie on the table: a raised marker is seen before another place.
    x, y = camera.to_plane(camera.project(plate.points_cm(right, down))).T
    added = np.zeros(len(x))
    for glare in glares:
        turn = math.radians(glare.turn_deg)
        away_x, away_y = x - glare.x, y - glare.y
        along = (away_x * math.cos(turn) + away_y * math.sin(turn)) / glare.radius_cm[0]
        across = (away_y * math.cos(turn) - away_x * math.sin(turn)) / glare.radius_cm[1]
        added += glare.strength * np.exp(-0.5 * (along**2 + across**2))
    return float(added.max())


def _seen(camera: Camera, face: Face) -> BaseGeometry:
    points = camera.project(face.points_cm)
    return shapely.MultiPoint(points).convex_hull if face.hull else shapely.Polygon(points).buffer(0)
