"""What an eye sees: places in space projected on a picture that looks level, so that what is upright stays upright."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from table.vectors import unit

Point = tuple[float, float]
Place = tuple[float, float, float]
"""A place in table cm: x, y, and z above the table."""
Nearness = tuple[float, float, float]
"""The a, b, c of a plane: what is at (u, v) of the picture on it is 1 / (a u + b v + c) cm ahead of the eye."""

NEAR_CM = 0.5
"""What is nearer to the eye than that is left out."""
WIDEST_DEG, NARROWEST_DEG = 56.0, 28.0
SHARE = 0.16
"""The target takes up at least so much of the picture's height, as long as the picture is not narrower than that."""


@dataclass(frozen=True, slots=True)
class Perspective:
    """A picture of ``width_px`` x ``height_px`` from an eye that looks level along a bearing; pixels as in any picture.

    What is level with the eye is on the row ``horizon_px``; ``focal_px`` is how large 1 cm is 1 cm ahead.
    """

    eye: Place
    bearing_deg: float
    width_px: float
    height_px: float
    focal_px: float
    horizon_px: float

    def turned(self, *places: Place) -> list[Place]:
        """Return places as the eye has them: so far to the right, up, and ahead."""
        (ex, ey, ez), (ax, ay) = self.eye, unit(self.bearing_deg)
        return [((x - ex) * ay - (y - ey) * ax, z - ez, (x - ex) * ax + (y - ey) * ay) for x, y, z in places]

    def at(self, place: Place) -> Point | None:
        """Return where a place is in the picture; None for what is not ahead."""
        [(right, up, ahead)] = self.turned(place)
        return None if ahead < NEAR_CM else self._on_picture(right, up, ahead)

    def outline(self, corners: Sequence[Place]) -> list[Point]:
        """Return a polygon's corners in the picture, without what is not ahead of the eye; none where nothing is."""
        turned = self.turned(*corners)
        if all(ahead >= NEAR_CM for *_, ahead in turned):
            return [self._on_picture(*each) for each in turned]
        kept: list[Place] = []
        for one, other in zip(turned, [*turned[1:], turned[0]], strict=True):
            if one[2] >= NEAR_CM:
                kept.append(one)
            if (one[2] < NEAR_CM) != (other[2] < NEAR_CM):
                part = (NEAR_CM - one[2]) / (other[2] - one[2])
                right, up = (a + (b - a) * part for a, b in zip(one[:2], other[:2], strict=True))
                kept.append((right, up, NEAR_CM))
        return [self._on_picture(*each) for each in kept]

    def nearness(self, corners: Sequence[Place]) -> Nearness | None:
        """Return how near a flat polygon is all over the picture; None for one that is seen edge on."""
        turned = self.turned(*corners)
        normal = normal_of(turned)
        off = sum(a * b for a, b in zip(normal, turned[0], strict=True))
        if abs(off) < 1e-9 * math.hypot(*normal) or not any(normal):
            return None
        a, b, c = normal[0] / off / self.focal_px, -normal[1] / off / self.focal_px, normal[2] / off
        return a, b, c - a * self.width_px / 2 - b * self.horizon_px

    def _on_picture(self, right: float, up: float, ahead: float) -> Point:
        size = self.focal_px / ahead
        return self.width_px / 2 + size * right, self.horizon_px - size * up


def normal_of(corners: Sequence[Place]) -> Place:
    """Return what stands upright on a flat polygon, counter-clockwise seen from its tip (Newell's sum, not a unit)."""
    x = y = z = 0.0
    for one, other in zip(corners, [*corners[1:], corners[0]], strict=True):
        x += (one[1] - other[1]) * (one[2] + other[2])
        y += (one[2] - other[2]) * (one[0] + other[0])
        z += (one[0] - other[0]) * (one[1] + other[1])
    return x, y, z


def looking_at(eye: Place, place: Place, high_cm: float, width_px: float, height_px: float) -> Perspective:
    """Return the picture of an eye that looks at a place; the farther it is, the nearer it is fetched.

    ``high_cm`` is how high stands there what is looked at.
    """
    way = place[0] - eye[0], place[1] - eye[1]
    far = max(math.hypot(*way), NEAR_CM)
    widest, narrowest = (width_px / 2 / math.tan(math.radians(deg) / 2) for deg in (WIDEST_DEG, NARROWEST_DEG))
    focal = min(max(SHARE * height_px * far / max(high_cm, 0.1), widest), narrowest)
    # Above the middle, for the ground tells more than the sky; lower where it must be to have the target in it.
    below = focal * (eye[2] - place[2]) / far
    horizon = 0.4 * height_px + min(0.0, 0.26 * height_px - below) + max(0.0, -0.2 * height_px - below)
    bearing = math.degrees(math.atan2(way[1], way[0])) if any(way) else 0.0
    return Perspective(eye, bearing, width_px, height_px, focal, horizon)
