"""Faces as an eye sees them, painted one over the other; and what is seen of whom."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from referee.eyes.faces import Colour, Face, Point, blend, polygons, shade
from referee.eyes.marks import Area
from table.painting import back_to_front
from table.perspective import Perspective

HAZE: Colour = (226, 233, 234)
FOG_CM, MOST_FOG = 420.0, 0.4


class Painted:
    """Faces in the order in which they are painted, with their outlines in the picture."""

    def __init__(self, view: Perspective) -> None:
        self._view, self._box = view, shapely.box(0, 0, view.width_px, view.height_px)
        self.faces: list[Face] = []
        self.shapes: list[BaseGeometry] = []

    def lay(self, faces: Iterable[Face]) -> None:
        """Paint faces that lie on each other in the order they come in: what is flat."""
        for face in faces:
            shape = self._shape(face)
            if shape is not None:
                self.faces.append(face)
                self.shapes.append(shape)

    def stand(self, faces: Iterable[Face]) -> None:
        """Paint faces that stand about, the nearest last."""
        seen, shapes, planes = [], [], []
        for face in faces:
            shape = self._shape(face) if face.looks_at(self._view.eye) else None
            plane = None if shape is None else self._view.nearness(face.corners)
            if shape is not None and plane is not None:
                seen.append(face)
                shapes.append(shape)
                planes.append(plane)
        order = back_to_front(shapes, planes)
        self.faces += [seen[k] for k in order]
        self.shapes += [shapes[k] for k in order]

    def whole(self, owner: str) -> BaseGeometry:
        """Return the outline of what is somebody's, as if nothing stood before it."""
        return shapely.union_all([shape for face, shape in self._of(owner)])

    def visible(self, owner: str) -> BaseGeometry:
        """Return what is to be seen of somebody's."""
        parts = []
        for k, (face, shape) in enumerate(zip(self.faces, self.shapes, strict=True)):
            if face.owner == owner:
                over = [s for f, s in zip(self.faces[k + 1 :], self.shapes[k + 1 :], strict=True) if f.owner != owner]
                near = np.array(over, dtype=object)
                parts.append(shape.difference(shapely.union_all(near[shapely.intersects(near, shape)])))
        return shapely.union_all(parts)

    def marks(self, told: Mapping[str, Area]) -> Iterator[Area]:
        """Yield what is painted, paler with the distance; of those ``told`` the whole outline, as that area has it."""
        last = {face.owner: k for k, face in enumerate(self.faces)}
        for k, (face, shape) in enumerate(zip(self.faces, self.shapes, strict=True)):
            ahead = max(self._view.turned(corner)[2] for corner in face.corners)
            fog = min(ahead / FOG_CM, MOST_FOG)
            fill, edge = blend(face.fill, HAZE, fog), None if face.edge is None else blend(face.edge, HAZE, fog)
            hatch = blend(shade(face.fill, 0.6), HAZE, fog) if face.hatched else None
            for part in corners_of(shape):
                yield Area(part, fill, face.alpha, edge, hatch=hatch)
            if last[face.owner] == k and (how := told.get(face.owner)) is not None:
                yield from (replace(how, outline=part) for part in corners_of(self.whole(face.owner)))

    def _of(self, owner: str) -> Iterator[tuple[Face, BaseGeometry]]:
        return ((f, s) for f, s in zip(self.faces, self.shapes, strict=True) if f.owner == owner)

    def _shape(self, face: Face) -> BaseGeometry | None:
        outline = self._view.outline(face.corners)
        if len(outline) < 3:
            return None
        whole = shapely.Polygon(outline)
        shape = (whole if whole.is_valid else whole.buffer(0)).intersection(self._box)
        return shape if shape.area > 0.01 else None


def corners_of(shape: BaseGeometry) -> list[list[Point]]:
    """Return the corners of each polygon of a shape."""
    return [[(x, y) for x, y in part.exterior.coords[:-1]] for part in polygons(shape)]
