"""A scene for one eye and one body: what may hide some of it, and the share that is seen in every draw."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from table.body import Body, Eye
from table.footprint import piece_polygon
from table.ground import crest_of, slope_heights
from table.horizon import Frame, Ground, Sweep
from table.nearest import segments
from table.sight_errors import Moved
from table.terrain import Piece

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Blocker = Piece | Body

ROOM_CM = 0.01
STEP_CM, MOST_COLUMNS = 0.25, 96
"""The heights of slopes are taken so far apart, or so many along the line."""


@dataclass(frozen=True, slots=True)
class Scene:
    """An eye, a body, the ``corridor`` of all lines between them with room for errors, and what is ``near`` it.

    ``table`` is what of the table's own plane may hide a body below it, or from an eye below it; ``pits`` are the
    trenches that the one or the other is in.
    """

    eye: Eye
    target: Body
    corridor: Polygon
    near: tuple[Blocker, ...]
    table: BaseGeometry | None = None
    pits: tuple[Piece, ...] = ()

    @classmethod
    def of(cls, eye: Eye, target: Body, blockers: Iterable[Blocker], room_cm: float = 0.0) -> "Scene":
        """Return the scene with so much room for errors."""
        lines = shapely.convex_hull(shapely.MultiPoint([eye[:2], *target.outline]))
        corridor, among = shapely.buffer(lines, ROOM_CM + room_cm), list(blockers)
        near = tuple(each for each in among if _hides(each) and shapely.intersects(corridor, _shape(each)))
        if eye[2] >= 0 and target.foot_cm >= 0:
            return cls(eye, target, corridor, near)
        trenches = [each for each in among if isinstance(each, Piece) and each.top == "trench"]
        ends = shapely.MultiPoint([eye[:2], target.centre])
        pits = tuple(each for each in trenches if shapely.intersects(_shape(each), ends))
        if not pits:  # below the table, nobody knows how
            return cls(eye, target, corridor, near)
        table = shapely.difference(corridor, shapely.union_all([_shape(each) for each in trenches]))
        return cls(eye, target, corridor, near, table, pits)


@dataclass(frozen=True, slots=True)
class _Part:
    """One thing that hides: level tops (K,) within edges (K or 1, E, 2, 2), or ground ``rise`` (K,) times as high."""

    edges: Floats
    top: Floats
    ground: Ground | None = None
    hides: Bools | None = None


def shares(scene: Scene, moved: Moved) -> tuple[Floats, Floats]:
    """Return the share that is seen in each draw, (K,), and whether the draw can be, 1 or 0."""
    middle = np.mean(scene.target.outline, axis=0)
    frame = Frame.towards(scene.eye[:2], (float(middle[0]), float(middle[1])))
    weights = np.ones(len(moved.eye))
    top = moved.foot + (scene.target.top_cm - scene.target.foot_cm)
    parts: list[_Part] = []
    for each in scene.near:
        if isinstance(each, Body):
            outlines, tops = moved.bodies.get(each.name, (np.array([each.outline]), np.array([each.top_cm])))
            parts.append(_Part(_ring(frame.into(outlines)), tops))
            continue
        tops = each.height_cm + moved.rises.get(each.name, np.zeros(1))
        if each.top == "slope":
            parts += _slope(each, tops, scene, frame)
            continue
        inside = _inside(each, tops, moved, (moved.foot + top) / 2)
        hides = ~inside if each.top != "level" else None
        weights *= 1.0 if each.top != "level" else ~inside
        parts += [_Part(edges, tops, hides=hides) for edges in _edges(_shape(each), scene, frame)]
    if scene.table is not None:
        parts += [_Part(edges, np.zeros(1)) for edges in _edges(scene.table, scene, frame)]
    eye = np.concatenate([frame.into(moved.eye[:, :2]), moved.eye[:, 2:]], axis=1)
    corners = [np.broadcast_to(part.edges[:, :, 0], (len(eye), part.edges.shape[1], 2)) for part in parts]
    cut_at = np.concatenate([np.zeros((len(eye), 0, 2)), *corners], axis=1)
    sweep = Sweep.over(eye, frame.into(moved.target), moved.foot, top, cut_at)
    horizon = np.full(sweep.bearing.shape, -np.inf)
    for part in parts:
        found = (
            sweep.over_level(part.edges, part.top) if part.ground is None else sweep.over_ground(part.ground, part.top)
        )
        horizon = np.maximum(horizon, found if part.hides is None else np.where(part.hides[:, None], found, -np.inf))
    return sweep.seen(horizon), weights


def _inside(piece: Piece, tops: Floats, moved: Moved, middle: Floats) -> Bools:
    """Say in which draws the eye, or the target's middle, is inside a piece and below its top."""
    shape, at = piece_polygon(piece), moved.target.mean(axis=1)
    looks_out = shapely.contains_xy(shape, moved.eye[:, :2]) & (moved.eye[:, 2] < tops)
    return np.asarray(looks_out | (shapely.contains_xy(shape, at) & (middle < tops)))


def _slope(piece: Piece, tops: Floats, scene: Scene, frame: Frame) -> Iterator[_Part]:
    """Yield a slope's ground, and its crest, whose edge is exact."""
    crest = crest_of(piece)
    if isinstance(crest, Polygon):
        yield from (_Part(edges, tops) for edges in _edges(crest, scene, frame))
    outline = [frame.into(shapely.get_coordinates(part)) for part in _clipped(_shape(piece), scene)]
    if not outline:
        return
    (left, low), (right, high) = (edge(np.concatenate(outline), axis=0) for edge in (np.min, np.max))
    columns = int(np.clip(np.ceil((right - left) / STEP_CM), 2, MOST_COLUMNS)) + 1
    along, rows = np.linspace(left, right, columns), int(np.ceil((high - low) / STEP_CM)) + 2
    across = low + STEP_CM * np.arange(rows)
    places = frame.out(np.stack(np.meshgrid(along, across, indexing="ij"), axis=-1).reshape(-1, 2))
    heights = slope_heights(piece, places).reshape(columns, rows)
    yield _Part(np.zeros((1, 0, 2, 2)), tops / piece.height_cm, Ground(along, float(low), STEP_CM, heights))


def _edges(shape: BaseGeometry, scene: Scene, frame: Frame) -> Iterator[Floats]:
    """Yield the edges (1, E, 2, 2), in the frame, of what of a shape is in the corridor, if anything is."""
    parts = _clipped(shape, scene)
    if parts:
        yield frame.into(segments(MultiPolygon(parts)))[None]


def _clipped(shape: BaseGeometry, scene: Scene) -> list[Polygon]:
    parts = shapely.get_parts(shapely.intersection(shape, scene.corridor))
    return [part for part in parts.tolist() if isinstance(part, Polygon) and part.area > 0]


def _ring(outlines: Floats) -> Floats:
    return np.stack([outlines, np.roll(outlines, -1, axis=1)], axis=2)


def _hides(each: Blocker) -> bool:
    return isinstance(each, Body) or (each.height_cm > 0 and each.top != "trench")


def _shape(each: Blocker) -> BaseGeometry:
    return Polygon(each.outline) if isinstance(each, Body) else piece_polygon(each)
