"""The check step: a distance known by a tape, measured by the camera between two places in the picture."""

from dataclasses import replace
from html import escape

import numpy as np

from calibration.table_drawing import WIDE, TableDrawing
from calibration.uncertainty import way_sigma_cm
from referee.setup.folder import SetUp
from referee.setup.small_files import CheckFile, Distance
from table.errors import BadInput
from vision.above import FromAbove
from vision.table_view import TableView

PX_PER_CM = 6.0


class ErrorMap:
    """A drawing of a calibrated table, with where the error to expect is large and which distances were checked."""

    def __init__(self, view: TableView) -> None:
        self.view = view
        self._drawing = TableDrawing(view.frame)

    @property
    def rectangle_cm(self) -> tuple[float, float, float, float]:
        """Left, near, right and far edge of the drawing in table cm."""
        drawing = self._drawing
        wide_cm, high_cm = WIDE / drawing.scale, drawing.high / drawing.scale
        return drawing.left, drawing.far - high_cm, drawing.left + wide_cm, drawing.far

    def above(self) -> FromAbove:
        """Return what lays a camera's picture under the drawing."""
        return FromAbove(self.view.camera, self.rectangle_cm, PX_PER_CM)

    def svg(self, picture: str, label: str, distances: tuple[Distance, ...] = ()) -> str:
        """Return the drawing over the picture at that address; ``label`` is what it is called."""
        drawing = TableDrawing(self.view.frame)
        drawing.parts.append(
            f'<image href="{escape(picture)}" width="{WIDE:g}" height="{drawing.high:.1f}" preserveAspectRatio="none"/>'
        )
        drawing.error_map(self.view)
        for distance in distances:
            (x1, y1), (x2, y2) = drawing.at(*distance.start), drawing.at(*distance.end)
            colour = "good" if distance.agrees else "poor"
            drawing.parts.append(
                f'<path class="checked-way {colour}" d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" fill="none"/>'
            )
        return drawing.finished(label)


POINTED_PX, MARKER_PX = 1.0, 0.05
"""How well a place is pointed at by hand, and a marker's centre found: one sigma an axis."""
LEAST_CM = 5.0
MOST_DISTANCES = 20


def measured_distance(
    view: TableView, start_px: tuple[float, float], end_px: tuple[float, float], true_cm: float,
    height_cm: float = 0.0, sigma_px: float = POINTED_PX, between: str = "",
) -> Distance:  # fmt: skip
    """Return what the camera makes of a distance between two places in the picture, at that height above the table.

    Raises BadInput for places too near each other, or off the table by far.
    """
    places = view.camera.to_plane([start_px, end_px], height_cm)
    if view.correction is not None:
        places = places - view.correction.offset_cm(places)
    away = np.maximum(-places, places - (view.frame.width_cm, view.frame.depth_cm)).max()
    if not np.isfinite(places).all() or away > max(view.frame.width_cm, view.frame.depth_cm):
        raise BadInput("one of the two places is not on the table: put both on it")
    way = places[1] - places[0]
    measured = float(np.hypot(*way))
    if measured < LEAST_CM or true_cm < LEAST_CM:
        raise BadInput("measure at least {least} cm: a short way tells little", least=LEAST_CM)
    sigma_cm = way_sigma_cm(view, places[0], places[1], height_cm, sigma_px)
    pointed_cm = way_sigma_cm(replace(view, covariance=None), places[0], places[1], height_cm, sigma_px)
    start, end = places.tolist()
    return Distance(
        start=start, end=end, true_cm=true_cm, measured_cm=measured, sigma_cm=sigma_cm, between=between,
        height_cm=height_cm, pointed_cm=pointed_cm,
    )  # fmt: skip


def measured_again(distance: Distance, before: TableView, now: TableView) -> Distance:
    """Return a distance as another view of the same picture measures it."""
    places = np.array([distance.start, distance.end])
    raw = places if before.correction is None else places + before.correction.offset_cm(places)
    pixels = before.camera.project(np.column_stack([raw, np.full(2, distance.height_cm)]))
    (u1, v1), (u2, v2) = pixels.tolist()
    again = measured_distance(now, (u1, v1), (u2, v2), distance.true_cm, distance.height_cm, 0.0, distance.between)
    sigma_cm = float(np.hypot(again.sigma_cm, distance.pointed_cm))
    return again.model_copy(update={"sigma_cm": sigma_cm, "pointed_cm": distance.pointed_cm})


def distances_of(setup: SetUp) -> tuple[Distance, ...]:
    """Return the distances that were checked on the table as it is; those of an older one count no more."""
    check = setup.check
    return check.distance if check is not None and check.table == setup.fingerprint() else ()


def keep_distance(setup: SetUp, distance: Distance) -> CheckFile:
    """Write a distance into check.toml beside those of the same table; older tables' distances are dropped."""
    kept = distances_of(setup)
    if len(kept) >= MOST_DISTANCES:
        raise BadInput("{count} distances are enough", count=len(kept))
    check = CheckFile(table=setup.fingerprint(), distance=(*kept, distance))
    setup.check = check
    return check


def forget_distance(setup: SetUp, index: int) -> CheckFile:
    """Take a distance out of check.toml."""
    check = setup.check or CheckFile()
    if not 0 <= index < len(check.distance):
        raise BadInput("there is no such distance")
    left = (*check.distance[:index], *check.distance[index + 1 :])
    setup.check = check.model_copy(update={"distance": left})
    return setup.check or CheckFile()
