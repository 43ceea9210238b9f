"""The picture that a figure sees: sky, ground, terrain and stands, its target ringed, what hides it marked."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import shapely
from shapely.geometry.base import BaseGeometry

from referee.evidence.card import EvidenceCard
from referee.evidence.ink import BRIGHT, Box, pill_box
from referee.evidence.stands import free_place, sides_of
from referee.eyes.faces import Colour, Face, at_height, blend, shade
from referee.eyes.marks import Area, Drawing, Mark, Name, Ring
from referee.eyes.painted import HAZE, Painted, corners_of
from referee.eyes.scenery import flat_faces, solid_faces
from referee.eyes.sight import Sight
from referee.eyes.silhouettes import stand_faces
from referee.ruling_view import TONES
from rules.registry import game_named
from table.perspective import Perspective, looking_at

SIDES: tuple[Colour, Colour] = ((0, 114, 178), (143, 63, 120))
"""The page's blue and purple."""
ZENITH, FLOOR, FELT, LINES = (150, 186, 214), (172, 172, 160), (176, 186, 142), (156, 166, 122)
BLOCKER, COVER, WHITE, DARK = (255, 120, 30), (250, 212, 70), (255, 255, 255), (16, 20, 22)
BANDS = 24
EVERY_CM, LINE_CM = 10.0, 0.14
USUAL_PX, LETTERS_PX = 270, 12.5
"""Letters and lines are as large as they are made for in a picture so high."""
LEAST_HIDDEN = 0.02


def draw_sight(card: EvidenceCard, sight: Sight, width: int, height: int) -> Drawing:
    """Return what the eye of a ruling sees, width x height px."""
    painted, view = painted_of(sight, sides_of(card), width, height)
    size = height / USUAL_PX
    told = {
        shape.label: Area((), edge=colour, edge_px=1.8 * size, hatch=hatch)
        for role, colour, hatch in (("cover", COVER, None), ("blocker", BLOCKER, BLOCKER))
        for shape in card.ruling.geometry
        if shape.role == role and shape.label and shape.label != sight.target
    }
    target = _target(card, sight, view, painted, told)
    return Drawing(width, height, (*_sky(view), *painted.marks(told), *target))


def painted_of(sight: Sight, sides: Sequence[str], width: int, height: int) -> tuple[Painted, Perspective]:
    """Return the table as an eye sees it, and how it is projected; ``sides`` are in the order of their colours."""
    view, table = looking_at(sight.eye, sight.aim, sight.high_cm, width, height), sight.table
    painted = Painted(view)
    painted.lay(_ground(table.width_cm, table.depth_cm))
    painted.lay(flat_faces(table.pieces))
    painted.stand([*solid_faces(table.pieces, sight.eye), *_stands(sight, sides)])
    return painted, view


def _sky(view: Perspective) -> Iterator[Area]:
    """Yield the sky, and the room's floor round the table: both are paler towards the horizon."""
    high, horizon = view.height_px, min(max(view.horizon_px, 0.0), view.height_px)
    for top, bottom, upper, lower in ((0.0, horizon, ZENITH, HAZE), (horizon, high, blend(FLOOR, HAZE, 0.6), FLOOR)):
        for k in range(BANDS if bottom > top else 0):
            one, other = (top + (bottom - top) * part / BANDS for part in (k, k + 1))
            band = ((0, one), (view.width_px, one), (view.width_px, other + 1), (0, other + 1))
            yield Area(band, blend(upper, lower, k / (BANDS - 1)))


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


def _stands(sight: Sight, sides: Sequence[str]) -> Iterator[Face]:
    figures_of = game_named(sight.game).figures_of
    for body in sight.bodies:
        stand = sight.table.stand(body.name)
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
    radius, names = 12 * size, list[tuple[str, BaseGeometry, Colour]]()
    if sight.target is not None and not (whole := painted.whole(sight.target)).is_empty:
        left, top, right, bottom = whole.bounds
        radius = min(max(radius, 0.62 * max(right - left, bottom - top)), 0.45 * view.height_px)
        hidden = whole.difference(painted.visible(sight.target))
        if hidden.area > LEAST_HIDDEN * whole.area:
            for part in corners_of(hidden):
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
    letters, taken = LETTERS_PX * size, [ring]
    for text, shape, colour in names:
        left, top, right, bottom = shape.bounds
        x, y = (left + right) / 2, (top + bottom) / 2
        places = [(x, top - letters), (x, bottom + letters), (x, top + letters), (left, y), (right, y), (x, y)]
        boxes = [pill_box(at, text, letters) for at in places]
        k = free_place(boxes, taken, (0, 0, view.width_px, view.height_px - 2 * letters))
        taken.append(boxes[k])
        yield Name(places[k], text, letters, colour)
