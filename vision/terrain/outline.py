"""The outline of a piece of terrain, proposed from a picture from above and a point on the piece."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import cv2
import numpy as np
import shapely
import shapely.affinity
from shapely import Polygon

from table.errors import BadGeometry
from vision.arrays import Bools, Floats, Light, Picture
from vision.terrain.corners import Point, at_foot, few_corners, largest, outline_px
from vision.terrain.ground import ground_of
from vision.terrain.patch import Border, closed, half_way, opened, piece_at, rough_patch

Missing = Literal["bare_ground", "off_table", "too_large", "too_small", "no_ground"]

PX_PER_CM = 8.0
"""Fine enough for half a millimetre of a border, coarse enough to be quick."""
LEAST_CM2 = 1.5
MOST_SHARE = 0.3
"""What covers more of the table than this is no piece: the ground has two colours."""
LEAST_GROUND = 0.35
EDGE_CM = 0.5
"""The table's own edge, and a line drawn along it, are neither ground nor terrain."""
CLOSE_CM, SPUR_CM, ASIDE_CM = 0.6, 0.13, 0.3
LEAST_STEP = 2.0
UNLIKE = (4.5, 6.5, 9.5)
"""How much unlike the ground, in standard deviations: more is tried where less leaks into an uneven ground."""
CLEARER, CLEAR = 0.1, 0.9
LEAST_CONFIDENCE = 0.25
HULL = 0.6
TOUCHED = 0.5
"""A stand with so much of its rim on a piece stands on it."""


@dataclass(frozen=True)
class Hints:
    """What is known of a piece before it is looked for; ``camera_cm`` is where the lens is, in table cm.

    ``loose_cm`` is how far its parts may lie apart (the trees of a wood), ``crown`` says that its top hides its foot.
    """

    height_cm: float = 0.0
    camera_cm: tuple[float, float, float] | None = None
    loose_cm: float = 0.0
    crown: bool = False


@dataclass(frozen=True)
class Proposal:
    """An outline in table cm, 3 to 16 corners, and how clearly it is seen, from 0 to 1."""

    polygon: tuple[Point, ...]
    confidence: float


class TerrainPicture:
    """A picture from above, made ready for outlines: ``rectangle_cm`` = left, near, right, far of it in table cm.

    ``table_cm`` is the width and depth of the table, ``stands`` the outlines (cm) of what stands about and is no
    terrain, ``border`` how a piece is picked out of what is not ground. Raises BadGeometry for a picture of another
    shape than its rectangle.
    """

    def __init__(
        self, picture: Picture, rectangle_cm: tuple[float, float, float, float], table_cm: tuple[float, float],
        stands: Sequence[Sequence[Point]] = (), border: Border = half_way,
    ) -> None:  # fmt: skip
        left, near, right, far = rectangle_cm
        size = (round((right - left) * PX_PER_CM), round((far - near) * PX_PER_CM))
        if picture.ndim != 3 or abs(picture.shape[1] / picture.shape[0] - size[0] / size[1]) > 0.02:
            raise BadGeometry(f"a picture of shape {picture.shape} does not show {right - left} x {far - near} cm")
        self.picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
        self.table_cm, self._left, self._far, self.border = table_cm, left, far, border
        low, (wide, deep) = EDGE_CM, (table_cm[0] - EDGE_CM, table_cm[1] - EDGE_CM)
        on_table = self._drawn([[(low, low), (wide, low), (wide, deep), (low, deep)]])
        self._stands = [self._drawn([ring]) for ring in stands]
        self._hidden = self._drawn(stands)
        self.ground = ground_of(self.picture, PX_PER_CM, on_table & ~self._hidden)
        self._off_table = ~on_table

    def outline_at(self, x: float, y: float, hints: Hints | None = None) -> Proposal | Missing:
        """Return the outline of the piece at a point in table cm, or the reason why there is none."""
        hints = hints if hints is not None else Hints()
        if not (0 <= x <= self.table_cm[0] and 0 <= y <= self.table_cm[1]):
            return "off_table"
        if self.ground.share < LEAST_GROUND:
            return "no_ground"
        at = (round(self._columns(x)), round(self._rows(y)))
        best: Proposal | None = None
        why: Missing = "bare_ground"
        for unlike in UNLIKE:
            found = self._proposed(at, hints, unlike)
            if isinstance(found, str):
                why = why if best or found == "bare_ground" else found
            elif best is None or found.confidence > best.confidence + CLEARER:
                best = found
            if best is not None and best.confidence >= CLEAR:
                break
        return best if best is not None and best.confidence >= LEAST_CONFIDENCE else why

    def _proposed(self, at: tuple[int, int], hints: Hints, unlike: float) -> Proposal | Missing:
        """Return the outline of what is so much unlike the ground."""
        rough = rough_patch(self.ground, at, self._hidden | self._off_table, PX_PER_CM, hints.loose_cm, unlike)
        if rough is None:
            return "bare_ground"
        if rough.sum() / PX_PER_CM**2 > MOST_SHARE * self.table_cm[0] * self.table_cm[1]:
            return "too_large"
        patch = self.border(self.picture, self.ground, rough, PX_PER_CM)
        shape = self._in_cm(outline_px(self._tidied(patch, rough, at, hints.loose_cm)))
        if hints.loose_cm:
            shape = largest(shapely.concave_hull(shape, HULL))
        if shape.area < LEAST_CM2:
            return "too_small"
        sure = self._confidence(shape)
        if hints.camera_cm is not None and hints.height_cm:
            shape = at_foot(shape, hints.camera_cm, hints.height_cm, crown=hints.crown)
        return Proposal(few_corners(shape), sure) if shape.area >= LEAST_CM2 else "too_small"

    def _tidied(self, patch: Bools, rough: Bools, at: tuple[int, int], loose_cm: float) -> Bools:
        """Return one patch without spurs or gaps, with what the stands on it hide."""
        for stand in self._stands:
            rim = cv2.dilate(stand.astype(np.uint8), np.ones((5, 5), np.uint8)).astype(bool) & ~stand
            rim &= ~self._hidden
            if rim.any() and (patch & rim).sum() > TOUCHED * rim.sum():
                patch = patch | stand
        grown = closed(patch, (loose_cm / 2 if loose_cm else CLOSE_CM) * PX_PER_CM)
        clean = opened(grown if loose_cm else grown & (rough | self._hidden), SPUR_CM * PX_PER_CM)
        found = piece_at(clean, at, round(PX_PER_CM))
        return rough if found is None else found

    def _confidence(self, seen: Polygon) -> float:
        """Return the share of the outline at which the picture goes from the piece to ground."""
        inner, outer = largest(seen.buffer(-ASIDE_CM)), largest(seen.buffer(ASIDE_CM))
        if inner.is_empty:
            inner = seen
        steps = np.linspace(0, 1, 120, endpoint=False)
        within = self._unlike_along(inner, steps)
        beyond = self._unlike_along(outer, steps)
        # Every place within against every place beyond: the two rings have no points in common.
        return round(float((within[:, None] > beyond[None, :] + LEAST_STEP).mean()), 3)

    def _unlike_along(self, shape: Polygon, steps: Floats) -> Light:
        points = shapely.get_coordinates(shapely.line_interpolate_point(shape.exterior, steps, normalized=True))
        height, width = self.ground.colour.shape
        columns = np.clip(np.round(self._columns(points[:, 0])), 0, width - 1).astype(int)
        rows = np.clip(np.round(self._rows(points[:, 1])), 0, height - 1).astype(int)
        return np.asarray(np.maximum(self.ground.colour, 0)[rows, columns], np.float32)

    def _columns(self, x: Any) -> Any:
        return (x - self._left) * PX_PER_CM - 0.5

    def _rows(self, y: Any) -> Any:
        return (self._far - y) * PX_PER_CM - 0.5

    def _in_cm(self, shape: Polygon) -> Polygon:
        step = 1 / PX_PER_CM
        return shapely.affinity.affine_transform(
            shape, (step, 0, 0, -step, self._left + 0.5 * step, self._far - 0.5 * step)
        )

    def _drawn(self, rings: Sequence[Sequence[Point]]) -> Bools:
        mask = np.zeros(self.picture.shape[:2], np.uint8)
        for ring in rings:
            points = [(round(self._columns(x)), round(self._rows(y))) for x, y in ring]
            cv2.fillPoly(mask, [np.array(points, np.int32)], 1)
        return mask > 0
