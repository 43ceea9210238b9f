"""The four banners to the zone where losses to the cannon count (M5.2)."""

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from table.mount import Pose
from table.terrain import Point
from vision.markers import MarkerSeen
from vision.stands import corrected
from vision.table_view import TableView

LEAST = 3
"""Banners that span an area."""


@dataclass(frozen=True, slots=True)
class BannersSeen:
    """Where banners stand in table cm, by marker; which are missing; and the hull of those seen, anticlockwise.

    The hull is empty with fewer than three. With one of four missing it is only part of the zone.
    """

    places: Mapping[int, Point]
    missing: tuple[int, ...]
    hull: tuple[Point, ...]

    @property
    def whole(self) -> bool:
        """Whether every banner was seen."""
        return not self.missing and bool(self.hull)


def banners_of(markers: Mapping[int, MarkerSeen], view: TableView) -> BannersSeen:
    """Return the banners among the markers of a picture; none where the frame has none."""
    banners = view.frame.banners
    if banners is None:
        return BannersSeen({}, (), ())
    places: dict[int, Point] = {}
    for number in banners.ids:
        if number in markers:
            x, y = view.camera.to_plane([markers[number].centre_px], banners.height_cm)[0]
            (pose,) = corrected([Pose(float(x), float(y), 0.0)], view)
            places[number] = (pose.x, pose.y)
    missing = tuple(number for number in banners.ids if number not in places)
    return BannersSeen(places, missing, _hull(list(places.values())))


def _hull(places: list[Point]) -> tuple[Point, ...]:
    if len(places) < LEAST:
        return ()
    corners = cv2.convexHull(np.array(places, dtype=np.float32), clockwise=False).reshape(-1, 2)
    # OpenCV's y points down: what it calls clockwise is anticlockwise on the table.
    x, y = corners.T
    area = float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum())
    ordered = corners if area > 0 else corners[::-1]
    return tuple((float(x), float(y)) for x, y in ordered) if len(ordered) >= LEAST else ()
