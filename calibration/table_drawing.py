"""The table from above as a drawing: frame markers, a map of numbers with contour lines, arrows."""

import math
from collections.abc import Mapping, Sequence

import numpy as np

from calibration.report_page import svg
from calibration.uncertainty import middle_px, table_error_cm
from table.frame import Frame
from vision.arrays import Floats
from vision.table_view import TableView

FINE_MM, POOR_MM = 0.3, 1.0
WIDE = 900.0
_COLUMNS, _LEAST_ROWS = 36, 12  # fields of a map
_LONGEST = 40.0  # what the longest arrow should be on the page
_HEIGHT_CM = 0.3


class TableDrawing:
    """A drawing of a table with you at its lower edge; everything added is in table cm."""

    def __init__(self, frame: Frame, mark: str = ".") -> None:
        self.frame, self.mark = frame, mark  # what stands before decimals
        sides = [marker.size_cm for marker in frame.markers]
        xs, ys = [m.x for m in frame.markers], [m.y for m in frame.markers]
        room = max([3.0, *(0.75 * side for side in sides)])
        self.left, right = min(0.0, *xs, 0.0) - room, max(frame.width_cm, *xs, 0.0) + room
        near, self.far = min(0.0, *ys, 0.0) - room, max(frame.depth_cm, *ys, 0.0) + room
        self.scale = WIDE / (right - self.left)
        self.high = (self.far - near) * self.scale
        self.parts: list[str] = []

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return a place on the drawing."""
        return (x - self.left) * self.scale, (self.far - y) * self.scale

    def finished(self, label: str) -> str:
        """Return the drawing as SVG."""
        return svg(WIDE, self.high, [*self.parts, self._outline()], label)

    def error_map(self, view: TableView) -> float:
        """Paint the predicted error all over the table (one sigma, mm); return what lies between its lines in mm."""
        places, columns, rows = self._fields()
        errors_mm = 10 * table_error_cm(view, places, _HEIGHT_CM, middle_px(view))
        # Whole numbers, or thin seams show between the fields.
        rights = [round(self.at(k * self.frame.width_cm / columns, 0)[0]) for k in range(columns + 1)]
        downs = [round(self.at(0, k * self.frame.depth_cm / rows)[1]) for k in range(rows + 1)]
        for number, error in enumerate(errors_mm):
            row, column = divmod(number, columns)
            colour, strength = ("good", 0.08 + 0.4 * error / FINE_MM)
            if error >= FINE_MM:
                colour, strength = "poor", min(0.75, 0.15 + 0.6 * error / POOR_MM)
            self.parts.append(
                f'<rect x="{rights[column]}" y="{downs[row + 1]}" width="{rights[column + 1] - rights[column]}" '
                f'height="{downs[row] - downs[row + 1]}" fill="var(--{colour})" fill-opacity="{strength:.2f}" '
                'shape-rendering="crispEdges"/>'
            )
        grid = errors_mm.reshape(rows, columns)
        x, y = np.linspace(0, self.frame.width_cm, columns + 1), np.linspace(0, self.frame.depth_cm, rows + 1)
        nodes = np.stack(np.meshgrid(x, y), axis=-1)
        at_nodes = 10 * table_error_cm(view, nodes.reshape(-1, 2), _HEIGHT_CM, middle_px(view)).reshape(nodes.shape[:2])
        step = nice((at_nodes.max() - at_nodes.min()) / 5)
        self._contours(nodes, at_nodes, step)
        for j in range(rows // 10, rows, max(1, rows // 5)):
            for i in range(columns // 12, columns, max(1, columns // 6)):
                at_x, at_y = self.at(*places[j * columns + i])
                said = f"{grid[j, i]:.2f}".replace(".", self.mark)
                self.parts.append(f'<text x="{at_x:.1f}" y="{at_y + 4:.1f}" text-anchor="middle">{said}</text>')
        return step

    def markers(self, used: Mapping[int, Floats]) -> float:
        """Draw the frame markers, those used with an arrow to where they are seen; return the arrows' enlargement."""
        enlarged = enlargement(np.array(list(used.values())).reshape(-1, 2), self.scale)
        for marker in self.frame.markers:
            (x, y), half = self.at(marker.x, marker.y), marker.size_cm * self.scale / 2
            colour = "var(--good)" if marker.id in used else "var(--line)"
            # Beside the square, where no arrow crosses it and the drawing does not end.
            inwards, anchor = (1, "start") if marker.x < self.frame.width_cm / 2 else (-1, "end")
            self.parts.append(
                f'<rect x="{x - half:.1f}" y="{y - half:.1f}" width="{2 * half:.1f}" height="{2 * half:.1f}" '
                f'fill="none" stroke="{colour}" stroke-width="2"/>'
                f'<text x="{x + inwards * (half + 4):.1f}" y="{y + 4:.1f}" text-anchor="{anchor}">{marker.id}</text>'
            )
        places = {marker.id: (marker.x, marker.y) for marker in self.frame.markers}
        shown = [number for number in used if number in places]
        self.arrows([places[k] for k in shown], np.array([used[k] for k in shown]).reshape(-1, 2), enlarged, "good")
        return enlarged

    def arrows(
        self, places_cm: Sequence[tuple[float, float]] | Floats, offsets_cm: Floats, enlarged: float, colour: str
    ) -> None:
        """Draw arrows from places (N, 2) along offsets (N, 2), so many times larger."""
        for (x_cm, y_cm), (dx, dy) in zip(places_cm, np.asarray(offsets_cm) * enlarged * self.scale, strict=True):
            x, y = self.at(x_cm, y_cm)
            long = math.hypot(dx, dy)
            head = ""
            if long > 5:
                size, tip_x, tip_y = min(7.0, 0.4 * long), x + dx, y - dy
                for side in (2.6, -2.6):
                    angle = math.atan2(-dy, dx) + side
                    head += f"M{tip_x:.1f} {tip_y:.1f}l{size * math.cos(angle):.1f} {size * math.sin(angle):.1f}"
            self.parts.append(
                f'<path d="M{x:.1f} {y:.1f}l{dx:.1f} {-dy:.1f}{head}" stroke="var(--{colour})" stroke-width="2" '
                f'stroke-linecap="round" fill="none"/><circle cx="{x:.1f}" cy="{y:.1f}" r="2" fill="var(--{colour})"/>'
            )

    def _outline(self) -> str:
        x, y = self.at(0.0, self.frame.depth_cm)
        return (
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{self.frame.width_cm * self.scale:.1f}" '
            f'height="{self.frame.depth_cm * self.scale:.1f}" fill="none" stroke="var(--ink)"/>'
        )

    def _fields(self) -> tuple[Floats, int, int]:
        columns = _COLUMNS
        rows = max(_LEAST_ROWS, round(columns * self.frame.depth_cm / self.frame.width_cm))
        x = (np.arange(columns) + 0.5) * self.frame.width_cm / columns
        y = (np.arange(rows) + 0.5) * self.frame.depth_cm / rows
        return np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2), columns, rows

    def _contours(self, places: Floats, values: Floats, step: float) -> None:
        """Draw the lines on which values (rows, columns) are whole steps."""
        for level in np.arange(math.ceil(values.min() / step), math.floor(values.max() / step) + 1) * step:
            lines = "".join(
                "M{:.1f} {:.1f}L{:.1f} {:.1f}".format(*self.at(*one), *self.at(*two))
                for one, two in contour(places, values, float(level))
            )
            if lines:
                self.parts.append(
                    f'<path d="{lines}" stroke="var(--ink)" stroke-opacity=".45" stroke-width="1" fill="none"/>'
                )


def contour(places: Floats, values: Floats, level: float) -> list[tuple[Floats, Floats]]:
    """Return the pieces of the line on which values (R, C) at places (R, C, 2) are ``level``, field by field."""
    pieces = []
    above = values > level
    mixed = (
        (above[:-1, :-1] != above[1:, 1:]) | (above[1:, :-1] != above[:-1, 1:]) | (above[:-1, :-1] != above[1:, :-1])
    )
    for j, i in zip(*np.nonzero(mixed), strict=True):
        ring = [(j, i), (j, i + 1), (j + 1, i + 1), (j + 1, i)]
        cuts = []
        for one, two in zip(ring, [*ring[1:], ring[0]], strict=True):
            if above[one] != above[two]:
                share = (level - values[one]) / (values[two] - values[one])
                cuts.append(places[one] + share * (places[two] - places[one]))
        pieces += [(cuts[k], cuts[k + 1]) for k in range(0, len(cuts) - 1, 2)]
    return pieces


def nice(value: float) -> float:
    """Return the 1, 2 or 5 (times a power of ten) at or above a number."""
    if not value > 1e-9:
        return 1e-3
    power = 10.0 ** math.floor(math.log10(value))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= value * (1 - 1e-9))


def enlargement(offsets_cm: Floats, scale: float) -> float:
    """Return by how much arrows (N, 2) cm are drawn larger, on a drawing of ``scale`` units a cm."""
    longest = float(np.hypot(*offsets_cm.T).max(initial=0.0)) * scale
    if longest < 1e-6:
        return 5000.0
    power = 10.0 ** math.floor(math.log10(_LONGEST / longest))
    most = _LONGEST / longest
    return float(min(5000.0, max(factor * power for factor in (1, 2, 5) if factor * power <= most * (1 + 1e-9))))
