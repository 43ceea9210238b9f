"""What lies round a table, people's hands and faces among it, taken out of a picture before anybody gets it."""

import cv2
import numpy as np
from numpy.typing import NDArray

from table.frame import Frame
from vision.camera import Camera

Picture = NDArray[np.uint8]
Area = tuple[float, float, float, float]

EDGE_CM = 1.5
"""So much beyond the play area stays: what stands on the edge leans over it."""
CARD = 0.85
"""A frame marker's card reaches so many of its sizes from its middle: the white round it, turned either way."""
GREY = 44
STEPS = 24
"""A straight line of the table is drawn in so many pieces: lenses bend it."""


class TableOnly:
    """Greys all but the play area and the frame markers' cards, in pictures of one rectangle (cm) from above."""

    def __init__(self, frame: Frame, rectangle_cm: Area, size_px: tuple[int, int]) -> None:
        left, _, right, far = rectangle_cm
        width, height = size_px
        per_cm = width / (right - left)
        self._hidden = np.ones((height, width), np.uint8)
        for area in areas(frame):
            columns = [round((x - left) * per_cm) for x in (area[0], area[2])]
            rows = [round((far - y) * per_cm) for y in (area[3], area[1])]
            self._hidden[max(0, rows[0]) : max(0, rows[1]), max(0, columns[0]) : max(0, columns[1])] = 0

    def of(self, picture: Picture) -> Picture:
        """Grey them in a picture, which is its caller's own, and return it."""
        return np.asarray(cv2.copyTo(np.full_like(picture, GREY), self._hidden, picture), np.uint8)


def areas(frame: Frame) -> list[Area]:
    """Return the rectangles of a table that stay in its pictures: left, near, right, far in table cm."""
    cards = [(marker.x, marker.y, CARD * marker.size_cm) for marker in frame.markers]
    table = (-EDGE_CM, -EDGE_CM, frame.width_cm + EDGE_CM, frame.depth_cm + EDGE_CM)
    return [table, *((x - half, y - half, x + half, y + half) for x, y, half in cards)]


def table_only(picture: Picture, frame: Frame, camera: Camera) -> Picture:
    """Return a camera's own picture with all but the play area and the frame markers' cards grey."""
    seen = np.zeros(picture.shape[:2], np.uint8)
    part = np.linspace(0.0, 1.0, STEPS, endpoint=False)
    for left, near, right, far in areas(frame):
        corners = np.array([(left, near), (right, near), (right, far), (left, far)])
        ways = np.roll(corners, -1, 0) - corners
        ring = np.concatenate([corner + way * part[:, None] for corner, way in zip(corners, ways, strict=True)])
        points = camera.project(np.column_stack([ring, np.zeros(len(ring))]))
        cv2.fillPoly(seen, [np.round(points).astype(np.int32)], 1)
    masked = np.full_like(picture, GREY)
    masked[seen > 0] = picture[seen > 0]
    return masked
