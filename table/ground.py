"""The ground that stands stand on: how high the table and the pieces that one may stand on are at a place."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import Point as Spot
from shapely import Polygon

from table.footprint import footprint, piece_polygon
from table.stand import Stand
from table.terrain import Piece, Point

LEVEL_CM = 0.3
OVER_EDGE = 0.1
"""A base reaches over an edge with at least so much of itself on either side."""


def height_on(piece: Piece, place: Point) -> float | None:
    """Return how high a piece's ground is at a place, in cm above the table; None where nobody stands on it there.

    A slope rises evenly from the outline to the crest.
    """
    spot = Spot(place)
    if piece.top in (None, "none") or not piece_polygon(piece).covers(spot):
        return None
    if piece.top == "trench":
        return -piece.height_cm
    if piece.top == "level":
        return piece.height_cm
    return float(slope_heights(piece, np.array([place]))[0])


def slope_heights(piece: Piece, places: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how high a slope is at places (N, 2), in cm; 0 outside it."""
    outline = piece_polygon(piece)
    share = slope_shares(outline, crest_of(piece), places)
    return np.where(shapely.intersects_xy(outline, places), piece.height_cm * share, 0.0)


def slope_shares(outline: Polygon, crest: Polygon | Spot, places: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how much (N,) of its height a slope has at places (N, 2) within its outline: it rises evenly."""
    spots = shapely.points(places)
    from_foot, from_crest = shapely.distance(outline.exterior, spots), shapely.distance(crest, spots)
    return np.divide(from_foot, from_foot + from_crest, out=np.ones(len(places)), where=from_crest > 0)


def ground_height(place: Point, pieces: Iterable[Piece]) -> float:
    """Return how high the ground is at a place: the highest piece that one may stand on there, else the
    trench, else the table's 0.
    """
    found = [height for piece in pieces if (height := height_on(piece, place)) is not None]
    risen = [height for height in found if height > 0]
    return max(risen) if risen else min(found, default=0.0)


def crest_of(piece: Piece) -> Polygon | Spot:
    """Return where a slope is highest: its crest, or the middle of the piece."""
    return Polygon(piece.crest) if piece.crest else piece_polygon(piece).centroid


def settled(stand: Stand, pieces: Iterable[Piece]) -> tuple[Stand, Piece | None]:
    """Return a stand exactly as high as the ground that it was measured to stand on, and the piece if it is one.

    A stand that is on no ground known keeps its measured height and sigma. One that seems to stand on the table in the
    midst of a piece on which one only stands on top has no height of its own (a hand put it there): it is on the piece.
    """
    near, found, under = max(LEVEL_CM, 3 * stand.sigma_z_cm), [], []
    for piece in pieces:
        spot = Spot(stand.centre)
        if not piece_polygon(piece).covers(spot):
            continue
        high = piece.height_cm if piece.top is None else height_on(piece, stand.centre)
        if high is None or high == 0:
            continue
        if abs(stand.z_cm - high) <= near:
            found.append((abs(stand.z_cm - high), high, piece))
        elif piece.top in ("level", "slope") and piece_polygon(piece).exterior.distance(spot) > 3 * stand.sigma_cm:
            under.append((-high, high, piece))
    on_table = abs(stand.z_cm) <= near
    if not found and on_table:
        found = under
    elif on_table and min(found)[0] >= abs(stand.z_cm):
        found = []
    if found:
        _, high, piece = min(found, key=lambda each: each[0])
        return replace(stand, z_cm=high, sigma_z_cm=0.0), piece
    return (replace(stand, z_cm=0.0, sigma_z_cm=0.0) if on_table else stand), None


def half_over(stand: Stand, pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Return the pieces with a level top, or the trenches, over whose edge a raised or leaning stand's base reaches."""
    base = footprint(stand)
    if not base.area or not (stand.z_cm or stand.tilt_deg):
        return ()
    edged = [piece for piece in pieces if piece.top not in ("slope", "none") and piece.height_cm > 0]
    shares = [(piece, base.intersection(piece_polygon(piece)).area / base.area) for piece in edged]
    return tuple(piece for piece, share in shares if OVER_EDGE < share < 1 - OVER_EDGE)


def gone_to(stand: Stand, place: Point, pieces: Iterable[Piece]) -> Stand:
    """Return a stand gone to a place, level and as high as the ground there: on its piece still, or on what is there.

    What a piece is on top of which nobody said that one stands is gone into, not onto.
    """
    among = tuple(pieces)
    on = settled(stand, among)[1]
    known = [replace(p, top="level") if p == on and p.top is None else p for p in among]
    z_cm = ground_height(place, known)
    return stand.moved_to(*place).level_at(z_cm)
