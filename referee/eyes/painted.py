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
LEAST_PX2 = 0.01


class Painted:
    """Faces in the order in which they are painted, with their outlines in the picture."""

    def __init__(self, view: Perspective) -> None:
        self._view, self._box = view, shapely.box(0, 0, view.width_px, view.height_px)
        self.faces: list[Face] = []
        self.shapes: list[BaseGeometry] = []

    def lay(self, faces: Iterable[Face]) -> None:
        """Paint faces that lie on each other in the order they come in: what is flat."""
        for face, shape in self._inside(faces):
            self.faces.append(face)
            self.shapes.append(shape)

    def stand(self, faces: Iterable[Face]) -> None:
        """Paint faces that stand about, the nearest last."""
        found = self._inside(face for face in faces if face.looks_at(self._view.eye))
        planes = [(face, shape, self._view.nearness(face.corners)) for face, shape in found]
        seen = [(face, shape, plane) for face, shape, plane in planes if plane is not None]
        for k in back_to_front([shape for _, shape, _ in seen], [plane for *_, plane in seen]):
            self.faces.append(seen[k][0])
            self.shapes.append(seen[k][1])

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
            ahead = max(ahead for *_, ahead in self._view.turned(*face.corners))
            fog = min(ahead / FOG_CM, MOST_FOG)
            fill, edge = blend(face.fill, HAZE, fog), None if face.edge is None else blend(face.edge, HAZE, fog)
            hatch = blend(shade(face.fill, 0.6), HAZE, fog) if face.hatched else None
            for part in corners_of(shape):
                yield Area(part, fill, face.alpha, edge, hatch=hatch)
            if last[face.owner] == k and (how := told.get(face.owner)) is not None:
                yield from (replace(how, outline=part) for part in corners_of(self.whole(face.owner)))

    def _of(self, owner: str) -> Iterator[tuple[Face, BaseGeometry]]:
        return ((f, s) for f, s in zip(self.faces, self.shapes, strict=True) if f.owner == owner)

    def _inside(self, faces: Iterable[Face]) -> list[tuple[Face, BaseGeometry]]:
        """Return what of faces is inside the picture."""
        wide, high = self._view.width_px, self._view.height_px
        found = []
        for face in faces:
            outline = self._view.outline(face.corners)
            if not outline:
                continue
            us, vs = [u for u, _ in outline], [v for _, v in outline]
            left, right, top, bottom = min(us), max(us), min(vs), max(vs)
            if right <= 0 or left >= wide or bottom <= 0 or top >= high:
                continue
            shape: BaseGeometry = shapely.Polygon(outline)
            if not shape.is_valid:
                shape = shape.buffer(0)
            if left < 0 or right > wide or top < 0 or bottom > high:
                shape = shape.intersection(self._box)
            if shape.area > LEAST_PX2:
                found.append((face, shape))
        return found


def corners_of(shape: BaseGeometry) -> list[list[Point]]:
    """Return the corners of each polygon of a shape."""
    return [[(x, y) for x, y in part.exterior.coords[:-1]] for part in polygons(shape)]
