"""Yankee's half of bench_threats.py: a full table, and the plain loop over shapely that one would write first."""

import random

import numpy as np
from shapely import LineString, Point, Polygon

from rules.yankee.settings import YankeeSettings
from rules.yankee.terrain import terrain_table
from rules.yankee.troops import factor, range_cm
from table.footprint import ahead, footprint, front_middle, left_of, piece_polygon
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece

STANDS, PIECES, WIDTH_CM, DEPTH_CM = 150, 60, 160.0, 100.0
ARMS = ("infantry", "infantry", "infantry", "artillery", "cavalry")
KINDS = ("wood", "hill", "village", "fields", "wall", "trench", "river", "rough")
HAIR_CM = 1e-6


def full_table(seed: int = 20) -> Snapshot:
    """Return two armies in lines of five bases, each turned towards one of the enemy's, among pieces of every kind."""
    dice = random.Random(seed)
    stands: list[Stand] = []
    for line in range(STANDS // 5):
        cell, south = divmod(line, 2)
        x, y = 12 + 31 * (cell % 5) + dice.uniform(-2, 2), 10 + 31 * (cell // 5) + south * dice.uniform(8, 19)
        heading = (-90 if south else 90) + dice.uniform(-8, 8)
        left_x, left_y = left_of(Stand("", "", "", 0, 0, heading))
        stands += [
            Stand(f"s{len(stands) + k}", ("north", "south")[south], dice.choice(ARMS),
                  x + (k - 2) * 2.75 * left_x, y + (k - 2) * 2.75 * left_y, heading + dice.uniform(-2, 2))
            for k in range(5)
        ]  # fmt: skip
    pieces = []
    for k in range(PIECES):
        x, y, w, h = dice.uniform(0, WIDTH_CM), dice.uniform(0, DEPTH_CM), dice.uniform(0.8, 9), dice.uniform(0.8, 9)
        pieces.append(Piece(f"p{k}", dice.choice(KINDS), ((x, y), (x + w, y), (x + w, y + h), (x, y + h))))
    return Snapshot(WIDTH_CM, DEPTH_CM, tuple(stands), tuple(pieces))


def plain_loop(table: Snapshot, settings: YankeeSettings) -> np.ndarray:
    """Ask shapely pair by pair, base by base and piece by piece."""
    rows = terrain_table(settings)
    shapes = [footprint(stand) for stand in table.stands]
    blocking = [piece_polygon(piece) for piece in table.pieces if rows[piece.kind].blocks]
    melee = [_touches_enemy(table, shapes, i, settings) for i in range(STANDS)]
    can = np.zeros((STANDS, STANDS), dtype=bool)
    for i, shooter in enumerate(table.stands):
        reach_cm = range_cm(shooter)
        for j, target in enumerate(table.stands):
            if shooter.side == target.side or melee[i] or melee[j] or reach_cm is None:
                continue
            if factor(target, "fire") is None or Point(front_middle(shooter)).distance(shapes[j]) > reach_cm:
                continue
            far_cm = _reaches_in(shooter, shapes[j], reach_cm)
            if far_cm is None:
                continue
            others = [_reaches_in(shooter, shapes[k], reach_cm) for k in range(STANDS) if k not in (i, j)]
            if any(cm is not None and cm < far_cm - HAIR_CM for cm in others):
                continue
            (x, y), (dx, dy) = front_middle(shooter), ahead(shooter)
            line = LineString([(x, y), (x + dx * far_cm, y + dy * far_cm)])
            can[i, j] = not any(_blocks(outline, line, shooter, target) for outline in blocking)
    return can


def _touches_enemy(table: Snapshot, shapes: list[Polygon], i: int, settings: YankeeSettings) -> bool:
    side = table.stands[i].side
    return any(
        shapes[i].distance(shapes[k]) <= settings.contact_cm for k in range(STANDS) if table.stands[k].side != side
    )


def _reaches_in(shooter: Stand, shape: Polygon, reach_cm: float) -> float | None:
    """Return how far ahead of the shooter's front a footprint lies in its corridor; None outside."""
    (x, y), (dx, dy), (lx, ly) = front_middle(shooter), ahead(shooter), left_of(shooter)
    half = shooter.width_cm / 2
    corners = [(0, half), (0, -half), (reach_cm, -half), (reach_cm, half)]
    lane = Polygon([(x + a * dx + b * lx, y + a * dy + b * ly) for a, b in corners])
    inside = lane.intersection(shape)
    if inside.is_empty or inside.area < HAIR_CM:
        return None
    return min((px - x) * dx + (py - y) * dy for px, py in inside.exterior.coords)


def _blocks(outline: Polygon, line: LineString, shooter: Stand, target: Stand) -> bool:
    if not line.intersects(outline) or line.touches(outline):
        return False
    return not any(outline.intersects(Point(stand.centre)) for stand in (shooter, target))
