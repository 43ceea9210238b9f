"""Frame cards laid, turned or printed otherwise than frame.toml says, and what is seen of them."""

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats
from vision.camera import Camera
from vision.spread import slopes
from vision.square import bend_px, square_corners

PLACE, TURN, PRINT = slice(0, 2), slice(2, 3), slice(3, 6)  # the columns of ``CardSlopes.by_card``
# Of a whole batch of cards, the same for all: "fit to page" and ink; paper drawn longer one way; printed askew.
BATCH_SIGMA = np.array([0.02, 0.005, 0.003])


@dataclass(frozen=True, eq=False)
class Card:
    """Where a card lies: centre cm, heading, how it rises (2,) along x and y; its own print (3,), off the batch's."""

    x: float
    y: float
    height_cm: float
    heading_deg: float
    print_off: Floats
    tilt_rad: Floats

    def corners(self, size_cm: float, batch: Floats) -> Floats:
        """Return its corners (4, 3) table cm."""
        size, stretch, skew = self.print_off + batch
        flat = square_corners(0.0, 0.0, 0.0, 90.0, size_cm)[:, :2]
        flat = flat @ np.array([[1 + size + stretch / 2, skew / 2], [skew / 2, 1 + size - stretch / 2]])
        turn = np.radians(self.heading_deg - 90)
        about = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        flat = flat @ about
        return np.column_stack([flat + np.array([self.x, self.y]), self.height_cm + flat @ self.tilt_rad])


@dataclass(frozen=True, eq=False)
class CardSlopes:
    """Derivatives of the corners seen of M cards, x and y of each corner in turn (8), in px.

    ``by_camera`` (M, 8, P) in ``parameter_names``' order; ``by_card`` (M, 8, 6): its place along x and y (a cm), its
    turn (a rad), its print's size, stretch (longer along its right than along its top) and skew (a unit);
    ``by_height`` (M, 8) a cm; ``by_tilt`` (M, 8, 2) a rad that it rises along x and along y.
    """

    by_camera: Floats
    by_card: Floats
    by_height: Floats
    by_tilt: Floats


def card_slopes(camera: Camera, corners_cm: Floats) -> CardSlopes:
    """Return the derivatives at cards with corners (M, 4, 3) table cm."""
    count = len(corners_cm)
    slope = slopes(camera, corners_cm.reshape(-1, 3))
    by_point = slope.by_point.reshape(count, 4, 2, 3)
    arms = (corners_cm - corners_cm.mean(axis=1, keepdims=True))[..., :2]
    up = (corners_cm[:, 0] + corners_cm[:, 1] - corners_cm[:, 2] - corners_cm[:, 3])[:, None, :2]
    up = up / np.linalg.norm(up, axis=2, keepdims=True)
    right = np.stack([up[..., 1], -up[..., 0]], axis=2)
    along, across = (arms * right).sum(axis=2, keepdims=True), (arms * up).sum(axis=2, keepdims=True)
    ways = [
        np.broadcast_to([1.0, 0.0], arms.shape),
        np.broadcast_to([0.0, 1.0], arms.shape),
        np.stack([-arms[..., 1], arms[..., 0]], axis=2),
        arms,
        (along * right - across * up) / 2,
        (along * up + across * right) / 2,
    ]
    by_card = np.einsum("mkij,mkjw->mkiw", by_point[..., :2], np.stack(ways, axis=3)).reshape(count, 8, 6)
    up_px = by_point[..., 2]
    by_tilt = (up_px[..., None] * arms[:, :, None, :]).reshape(count, 8, 2)
    return CardSlopes(
        slope.by_parameter.reshape(count, 8, -1), np.asarray(by_card), up_px.reshape(count, 8), np.asarray(by_tilt)
    )


def off_px(camera: Camera, corners_cm: Floats, seen_px: Floats) -> Floats:
    """Return (M, 4, 2) px: where corners are seen, less where this camera should see them."""
    there = camera.project(corners_cm.reshape(-1, 3)).reshape(-1, 4, 2)
    return np.asarray(seen_px - bend_px(camera, corners_cm) - there)


def laid_as_seen(camera: Camera, corners_cm: Floats, seen_px: Floats) -> Floats:
    """Return the corners (M, 4, 3) turned, each card about its centre, to how it is seen to lie.

    A card laid by hand is turned a little; as the cosine of 3 degrees it would pass for one printed too small.
    """
    count = len(corners_cm)
    flat = camera.to_plane((seen_px - bend_px(camera, corners_cm)).reshape(-1, 2), corners_cm[..., 2].ravel())
    flat = flat.reshape(count, 4, 2)
    middle = corners_cm[..., :2].mean(axis=1, keepdims=True)
    arms, seen = corners_cm[..., :2] - middle, flat - flat.mean(axis=1, keepdims=True)
    crossed = (arms[..., 0] * seen[..., 1] - arms[..., 1] * seen[..., 0]).sum(axis=1)
    turn = np.arctan2(crossed, (arms * seen).sum(axis=(1, 2)))
    c, s = np.cos(turn), np.sin(turn)
    forward = np.stack([np.stack([c, s], axis=1), np.stack([-s, c], axis=1)], axis=1)
    return np.concatenate([middle + arms @ forward, corners_cm[..., 2:]], axis=2)
