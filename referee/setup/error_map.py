"""The error to expect all over the table, drawn over the table's own picture from above."""

from html import escape

from calibration.table_drawing import WIDE, TableDrawing
from referee.setup.small_files import Distance
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
