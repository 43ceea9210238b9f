"""A marker's black modules as outlines that share no edge, so that no viewer or printer shows hairlines."""

import cv2
import numpy as np
from shapely import box, unary_union
from shapely.geometry import MultiPolygon, Polygon

from table.errors import BadInput
from vision.arrays import Bools

Ring = list[tuple[float, float]]


def modules(dictionary: cv2.aruco.Dictionary, marker_id: int) -> Bools:
    """Return the (n, n) modules of a marker with its black border, True = black, row 0 the top edge.

    Raises BadInput for an id the dictionary does not have.
    """
    count = len(dictionary.bytesList)
    if not 0 <= marker_id < count:
        raise BadInput(
            "this dictionary has the marker ids 0 to {most}, there is no {marker_id}",
            most=count - 1, marker_id=marker_id,
        )  # fmt: skip
    picture = dictionary.generateImageMarker(marker_id, dictionary.markerSize + 2, borderBits=1)
    return np.asarray(picture) < 128


def outlines(black: Bools) -> list[Ring]:
    """Return the borders of the black modules as rings of corners (column, row), holes among them."""
    cells = [box(column, row, column + 1, row + 1) for row, column in zip(*np.nonzero(black), strict=True)]
    whole = unary_union(cells)
    polygons = whole.geoms if isinstance(whole, MultiPolygon) else [whole]
    rings: list[Ring] = []
    for polygon in polygons:
        assert isinstance(polygon, Polygon)
        # simplify(0) drops the corners in the middle of a straight edge.
        straight = polygon.simplify(0)
        assert isinstance(straight, Polygon)
        rings += [[(x, y) for x, y in ring.coords[:-1]] for ring in (straight.exterior, *straight.interiors)]
    return rings
