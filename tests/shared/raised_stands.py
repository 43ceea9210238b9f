"""Stands in space as a camera without a picture sees them: their markers' corners, with noise."""

import numpy as np

from table.mount import Mount
from table.roster import Entry
from table.stand import Stand
from vision.camera import Camera
from vision.markers import MarkerSeen
from vision.poses3d import corners_at, own_corners, pose_of
from vision.square import bend_px, slant_px

MOUNT = Mount(along_cm=-1.8, height_cm=0.31, size_cm=2.0)
NOISE_PX = 0.02
COVARIANCE = np.eye(8) * NOISE_PX**2


def entry(number: int, mount: Mount = MOUNT) -> Entry:
    return Entry(number, f"s{number}", "us", "soldier", 2.0, 1.6, mount)


def standing(x=50.0, y=50.0, heading_deg=30.0, z_cm=0.0, tilt=(0.0, 0.0)) -> Stand:
    return Stand("", "", "", x, y, heading_deg, z_cm=z_cm, tilt_x_deg=tilt[0], tilt_y_deg=tilt[1])


def markers_of(
    camera: Camera, stands: list[Stand], dice: np.random.Generator | None = None, scale: float = 1.0
) -> list[MarkerSeen]:
    """What the eye sees of such stands, with its noise: markers that are seen slantwise are found a little off."""
    markers = []
    for number, stand in enumerate(stands):
        corners = corners_at(pose_of(stand)[None], own_corners([MOUNT], scale))
        at = camera.project(corners[0]) + bend_px(camera, corners)[0]
        at = at + slant_px(at[None])[0]
        noise = 0.0 if dice is None else dice.normal(0, NOISE_PX, (4, 2))
        markers.append(MarkerSeen(number, at + noise, 1.0, COVARIANCE))
    return markers


def on_the_plane(dice, count: int) -> list[Stand]:
    return [standing(*dice.uniform((8, 8), (110, 85)), dice.uniform(-180, 180)) for _ in range(count)]
