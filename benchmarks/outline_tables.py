"""Random synthetic tables whose terrain is known, to try outlines on: grounds, lamps, shadows, stands in the way."""

import math
from dataclasses import dataclass

import numpy as np
import shapely
import shapely.affinity
from looks import CastShadow, RoomLook
from numpy.typing import NDArray

from simulation.synthetic.fittings import default_camera, default_frame, default_roster
from simulation.synthetic.renderer import Renderer
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece
from vision.above import FromAbove
from vision.camera import Camera

WIDTH_CM, DEPTH_CM = 120.0, 100.0
MARGIN_CM = 7.0
RECTANGLE_CM = (-MARGIN_CM, -MARGIN_CM, WIDTH_CM + MARGIN_CM, DEPTH_CM + MARGIN_CM)
GROUNDS = ("grass", "sand", "plain", "snow")
HEIGHTS_CM = {"house": 6.0, "wood": 5.0, "hedge": 1.6, "wall": 1.2, "ruins": 3.0, "bush": 1.2}
LYING = ("field", "stream", "trench", "swamp", "rough")


@dataclass(frozen=True)
class Laid:
    """A table: its terrain and stands, the camera over it, and its picture from above (BGR)."""

    table: Snapshot
    camera: Camera
    picture: NDArray[np.uint8]
    ground: str


def laid_table(seed: int) -> Laid:
    """Return one random table of ten pieces with six stands, three of them on terrain."""
    dice = np.random.default_rng(seed)
    ground = GROUNDS[seed % len(GROUNDS)]
    pieces = _pieces(dice)
    stands = _stands(dice, pieces)
    table = Snapshot(WIDTH_CM, DEPTH_CM, stands, pieces)
    frame = default_frame(WIDTH_CM, DEPTH_CM)
    camera = default_camera(frame, (1920, 1080), tilt_deg=float(dice.uniform(0, 9)))
    look = RoomLook(
        ground=ground, lamp_deg=float(dice.uniform(0, 360)), light_gradient=float(dice.uniform(0.05, 0.3)),
        shadow=float(dice.uniform(0.25, 0.55)), noise=float(dice.uniform(1, 2.5)), vignette=0.12,
        cast_shadows=(_shadow(dice),) if dice.uniform() < 0.5 else (), jpeg_quality=80,
    )  # fmt: skip
    picture = Renderer(camera, frame, default_roster(table), look, seed).render(table)
    return Laid(table, camera, FromAbove(camera, RECTANGLE_CM).of(picture), ground)


def _shadow(dice: np.random.Generator) -> CastShadow:
    """Return the shadow of somebody who leans over the table's edge."""
    x, reach = float(dice.uniform(10, 100)), float(dice.uniform(15, 45))
    polygon = ((x, -20.0), (x + 25.0, -20.0), (x + 22.0, reach), (x + 4.0, reach))
    return CastShadow(polygon, float(dice.uniform(0.25, 0.5)), 1.5)


def _pieces(dice: np.random.Generator) -> tuple[Piece, ...]:
    kinds = [*HEIGHTS_CM, *dice.choice(LYING, 4, replace=False)]
    placed: list[Piece] = []
    for kind in map(str, kinds):
        for _ in range(200):
            shape = shapely.affinity.rotate(_shape(kind, dice), float(dice.uniform(0, 360)), origin=(0, 0))
            at = (float(dice.uniform(8, WIDTH_CM - 8)), float(dice.uniform(8, DEPTH_CM - 8)))
            shape = shapely.affinity.translate(shape, *at)
            inside = shapely.box(1, 1, WIDTH_CM - 1, DEPTH_CM - 1).contains(shape)
            if inside and all(shape.distance(shapely.Polygon(p.polygon)) > 3.0 for p in placed):
                corners = tuple((float(x), float(y)) for x, y in shape.exterior.coords[:-1])
                placed.append(Piece(kind, kind, corners, HEIGHTS_CM.get(kind, 0.0)))
                break
    return tuple(placed)


def _shape(kind: str, dice: np.random.Generator) -> shapely.Polygon:
    """Return an outline of that kind round (0, 0), as players' pieces are."""
    if kind in ("hedge", "wall"):
        return _box(float(dice.uniform(12, 22)), 1.0)
    if kind == "trench":
        return _box(float(dice.uniform(8, 14)), 2.4)
    if kind == "house":
        return _box(float(dice.uniform(7, 12)), float(dice.uniform(6, 9)))
    if kind == "stream":
        bend = float(dice.uniform(3, 8))
        return shapely.LineString([(-16, 0), (-6, bend), (6, -bend / 3), (16, bend)]).buffer(1.7, quad_segs=2)
    if kind in ("field", "ruins"):
        return _box(float(dice.uniform(9, 20)), float(dice.uniform(8, 14)))
    reach = 3.5 if kind == "bush" else float(dice.uniform(6, 10))
    angles = np.sort(np.arange(8) * math.tau / 8 + dice.uniform(-0.25, 0.25, 8))
    radii = reach * dice.uniform(0.75, 1.15, 8)
    return shapely.Polygon(np.column_stack([radii * np.cos(angles), radii * np.sin(angles)]))


def _box(length: float, width: float) -> shapely.Polygon:
    return shapely.box(-length / 2, -width / 2, length / 2, width / 2)


def _stands(dice: np.random.Generator, pieces: tuple[Piece, ...]) -> tuple[Stand, ...]:
    places = []
    for piece in pieces:
        if piece.kind in ("wood", "ruins", "field"):
            middle = shapely.Polygon(piece.polygon).centroid
            places.append((middle.x + float(dice.uniform(-2, 2)), middle.y + float(dice.uniform(-2, 2))))
    while len(places) < 6:
        spot = (float(dice.uniform(6, WIDTH_CM - 6)), float(dice.uniform(6, DEPTH_CM - 6)))
        if all(shapely.Polygon(piece.polygon).distance(shapely.Point(spot)) > 4 for piece in pieces):
            places.append(spot)
    return tuple(
        Stand(f"s{i}", "us", "soldier", x, y, float(dice.uniform(0, 360)), 2.0, 1.6) for i, (x, y) in enumerate(places)
    )
