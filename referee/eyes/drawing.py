"""The picture that a figure sees: sky, ground, terrain and stands, its target ringed, what hides it marked."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from referee.evidence.card import EvidenceCard
from referee.evidence.ink import BRIGHT, Box, pill_box
from referee.evidence.stands import free_place, sides_of
from referee.eyes.faces import Colour, Face, at_height, blend, shade
from referee.eyes.marks import Area, Drawing, Mark, Name, Ring
from referee.eyes.scenery import flat_faces, solid_faces
from referee.eyes.sight import Sight
from referee.eyes.silhouettes import stand_faces
from referee.ruling_view import TONES
from rules.registry import game_named
from table.painting import back_to_front
from table.perspective import Perspective, looking_at

SIDES: tuple[Colour, Colour] = ((0, 114, 178), (143, 63, 120))
"""The page's blue and purple."""
ZENITH, HAZE, FLOOR, FELT, LINES = (150, 186, 214), (226, 233, 234), (172, 172, 160), (176, 186, 142), (156, 166, 122)
BLOCKER, COVER, WHITE, DARK = (255, 120, 30), (250, 212, 70), (255, 255, 255), (16, 20, 22)
SKY_BANDS = 27
EVERY_CM, LINE_CM = 10.0, 0.14
FOG_CM, MOST_FOG = 420.0, 0.4
USUAL_PX = 270
"""Letters and lines are as large as they are made for in a picture so high."""
LEAST_HIDDEN = 0.02


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
            plane = self._view.nearness(face.corners) if face.looks_at(self._view.eye) else None
            shape = None if plane is None else self._shape(face)
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
            fog = min(max(ahead, 0.0) / FOG_CM, MOST_FOG)
            fill, edge = blend(face.fill, HAZE, fog), None if face.edge is None else blend(face.edge, HAZE, fog)
            hatch = blend(shade(face.fill, 0.6), HAZE, fog) if face.hatched else None
            for part in parts_of(shape):
                yield Area(part, fill, face.alpha, edge, hatch=hatch)
            if last[face.owner] == k and (how := told.get(face.owner)) is not None:
                yield from (replace(how, outline=part) for part in parts_of(self.whole(face.owner)))

    def _of(self, owner: str) -> Iterator[tuple[Face, BaseGeometry]]:
        return ((f, s) for f, s in zip(self.faces, self.shapes, strict=True) if f.owner == owner)

    def _shape(self, face: Face) -> BaseGeometry | None:
        outline = self._view.outline(face.corners)
        if len(outline) < 3:
            return None
        shape = shapely.Polygon(outline)
        shape = (shape if shape.is_valid else shape.buffer(0)).intersection(self._box)
        return shape if shape.area > 0.01 else None


def draw_sight(card: EvidenceCard, sight: Sight, width: int, height: int) -> Drawing:
    """Return what the eye of a ruling sees, width x height px."""
    view = looking_at(sight.eye, sight.aim, sight.high_cm, width, height)
    painted = Painted(view)
    table = card.table
    painted.lay(_ground(table.width_cm, table.depth_cm))
    painted.lay(flat_faces(table.pieces))
    painted.stand([*solid_faces(table.pieces, sight.eye), *_stands(card, sight, sides_of(card))])
    size = height / USUAL_PX
    told = {
        shape.label: Area((), edge=colour, edge_px=1.8 * size, hatch=hatch)
        for role, colour, hatch in (("cover", COVER, None), ("blocker", BLOCKER, BLOCKER))
        for shape in card.ruling.geometry
        if shape.role == role and shape.label and shape.label != sight.target
    }
    target = _target(card, sight, view, painted, told)
    return Drawing(width, height, (*_sky(view), *painted.marks(told), *target))


def _sky(view: Perspective) -> Iterator[Area]:
    wide, horizon = view.width_px, min(max(view.horizon_px, 0.0), view.height_px)
    for k in range(SKY_BANDS if horizon else 0):
        top, bottom = horizon * k / SKY_BANDS, horizon * (k + 1) / SKY_BANDS + 1
        yield Area(((0, top), (wide, top), (wide, bottom), (0, bottom)), blend(ZENITH, HAZE, k / (SKY_BANDS - 1)))
    yield Area(((0, horizon), (wide, horizon), (wide, view.height_px), (0, view.height_px)), FLOOR)


def _ground(wide: float, deep: float) -> Iterator[Face]:
    """Yield the table, with a line every 10 cm: one sees how far things are."""
    felt = ((0.0, 0.0), (wide, 0.0), (wide, deep), (0.0, deep))
    yield Face(at_height(felt, 0.0), FELT, "", shade(FELT, 0.6))
    half = LINE_CM / 2
    for k in range(1, int(max(wide, deep) / EVERY_CM) + 1):
        at = k * EVERY_CM
        if at < wide:
            strip = ((at - half, 0.0), (at + half, 0.0), (at + half, deep), (at - half, deep))
            yield Face(at_height(strip, 0.0), LINES, "")
        if at < deep:
            strip = ((0.0, at - half), (wide, at - half), (wide, at + half), (0.0, at + half))
            yield Face(at_height(strip, 0.0), LINES, "")


def _stands(card: EvidenceCard, sight: Sight, sides: Sequence[str]) -> Iterator[Face]:
    figures_of = game_named(card.game).figures_of
    for body in sight.bodies:
        stand = card.table.stand(body.name)
        colour = SIDES[min(sides.index(stand.side), 1) if stand.side in sides else 1]
        for face in stand_faces(stand, body, figures_of(stand), colour, sight.eye):
            # Who stands in a trench shows what is above the table.
            yield replace(face, corners=tuple((x, y, max(z, 0.0)) for x, y, z in face.corners))


def _target(
    card: EvidenceCard, sight: Sight, view: Perspective, painted: Painted, told: Mapping[str, Area]
) -> Iterator[Mark]:
    """Yield the target in a ring, in dashes where it is hidden, the line's end, and the names of what is marked."""
    at, size, tone = view.at(sight.aim), view.height_px / USUAL_PX, BRIGHT[TONES[card.ruling.verdict]]
    if at is None:
        return
    radius, names = 12 * size, []
    if sight.target is not None and not (whole := painted.whole(sight.target)).is_empty:
        left, top, right, bottom = whole.bounds
        radius = max(radius, 0.62 * max(right - left, bottom - top))
        hidden = whole.difference(painted.visible(sight.target))
        if hidden.area > LEAST_HIDDEN * whole.area:
            for part in parts_of(hidden):
                yield Area(part, WHITE, 0.3, WHITE, 1.2 * size, (3 * size, 2 * size))
        names.append((sight.target, shapely.Point(at).buffer(radius + 3 * size), WHITE))
    names += [(name, painted.visible(name), how.edge or WHITE) for name, how in told.items()]
    blocked = any(s.role == "blocked" for s in card.ruling.geometry)
    colour = (tone[0], tone[1], tone[2])
    yield Ring(at, radius, DARK, 4 * size)
    yield Ring(at, radius, colour, 2.2 * size, dashes=(6 * size, 4 * size) if blocked else None)
    yield from _line_end(at, size, colour, blocked)
    ring = (at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius)
    yield from _names([named for named in names if not named[1].is_empty], ring, view, size)


def _line_end(at: tuple[float, float], size: float, colour: Colour, blocked: bool) -> Iterator[Mark]:
    """Yield the end of the line of sight, which the eye has before it as a point: a dot, or a cross where it stops."""
    if not blocked:
        yield Ring(at, 2.2 * size, DARK, 0.9 * size, colour)
        return
    yield Ring(at, 7 * size, DARK, 1.2 * size, colour)
    for way in (1, -1):
        a, b = 4.2 * size, 1.1 * size
        stroke = ((-a, b - a), (b - a, -a), (a, a - b), (a - b, a))
        yield Area([(at[0] + way * x, at[1] + y) for x, y in stroke], DARK)


def _names(
    names: Sequence[tuple[str, BaseGeometry, Colour]], ring: Box, view: Perspective, size: float
) -> Iterator[Name]:
    letters, taken = 11 * size, [ring]
    for text, shape, colour in names:
        left, top, right, bottom = shape.bounds
        x, y = (left + right) / 2, (top + bottom) / 2
        places = [(x, top - letters), (x, bottom + letters), (x, top + letters), (left, y), (right, y), (x, y)]
        boxes = [pill_box(at, text, letters) for at in places]
        k = free_place(boxes, taken, (0, 0, view.width_px, view.height_px))
        taken.append(boxes[k])
        yield Name(places[k], text, letters, colour)


def parts_of(shape: BaseGeometry) -> list[list[tuple[float, float]]]:
    """Return the corners of each polygon of a shape."""
    found = [part for part in shapely.get_parts(shape) if isinstance(part, Polygon) and not part.is_empty]
    return [[(x, y) for x, y in part.exterior.coords[:-1]] for part in found]
