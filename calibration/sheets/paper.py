"""Pages of paper with their 200 mm bar, drawn in mm as they shall be after printing; and places on them, row by row."""

import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from calibration.sheets.pattern import Ring
from table.errors import BadInput

PAPERS_MM: dict[str, tuple[float, float]] = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}
BAR_MM = 200.0
MARGIN_MM = 5.0  # what common printers leave white
POINT_MM = 25.4 / 72
GREY = 170
_ALIKE = str.maketrans("łŁđĐıŒœ–—‘’“”…", "lLdDiOo--''\"\".")


@dataclass(frozen=True, slots=True)
class Foot:
    """What the foot of a page says: how to print it, what to do if the bar is not right, and what the field is for."""

    first: str
    second: str
    measured: str


ENGLISH = Foot(
    "Print at 100 % (actual size, no fit to page), then measure the bar: 200 mm.",
    "Not 200? Type what you measured where you made this sheet, and print it again.",
    "It measured",
)


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle on the page, mm from its top left corner."""

    left: float
    top: float
    width: float
    height: float


class Sheet:
    """Pages of one PDF; ``title`` stands in each foot beside the bar.

    ``bar_mm`` is what an earlier print's 200 mm bar measured with a ruler: everything is drawn larger or smaller by
    as much. Raises BadInput for a bar so far off that the page was scaled to fit.
    """

    def __init__(
        self, paper: str, title: str, landscape: bool = False, bar_mm: float = BAR_MM, foot: Foot = ENGLISH
    ) -> None:
        from fpdf import FPDF, ViewerPreferences  # noqa: PLC0415  (a sixth of the server's start)

        if not 195 <= bar_mm <= 205:
            raise BadInput(
                "a 200 mm bar that measures {bar_mm:g} mm was scaled by the printer: print at 100 % (actual size, "
                "no fit to page) and measure it again",
                bar_mm=bar_mm,
            )
        scale = BAR_MM / bar_mm
        short, long = PAPERS_MM[paper]
        size = (long, short) if landscape else (short, long)
        self.paper, self.landscape, self.title, self.foot = paper, landscape, title, foot
        self.width_mm, self.height_mm = size[0] / scale, size[1] / scale
        self._pdf = FPDF(unit=scale / POINT_MM, format=(self.width_mm, self.height_mm))
        self._pdf.viewer_preferences = ViewerPreferences(print_scaling="None")
        self._pdf.set_auto_page_break(False)
        self._pdf.set_margin(0)
        self._pdf.set_title(title)
        self._pdf.set_creator("Vedette")
        self._words_beside_bar = self.width_mm - 2 * MARGIN_MM - BAR_MM > 60

    @property
    def area(self) -> Area:
        """What of a page is free for drawing: all but the margins and the foot."""
        foot = 6.0 if self._words_beside_bar else 11.0
        return Area(
            MARGIN_MM, MARGIN_MM, self.width_mm - 2 * MARGIN_MM, self.height_mm - 2 * MARGIN_MM - foot
        )  # fmt: skip

    @property
    def pages(self) -> int:
        """How many pages there are so far."""
        return self._pdf.page

    def new_page(self) -> None:
        """Begin a page, with its bar and what to do with it."""
        self._pdf.add_page()
        bottom = self.height_mm - MARGIN_MM
        first, second = self.foot.first, self.foot.second
        if self._words_beside_bar:
            # The bar's middle tick parts its words; above and below it, inside its ends, nothing measures wrong.
            left, middle = MARGIN_MM + 2, MARGIN_MM + BAR_MM / 2 + 3
            self.bar(MARGIN_MM, bottom - 2.5)
            self.text(left, bottom - 3.1, self.title, 5.5, room_mm=94)
            self.text(middle, bottom - 3.1, first, 5.5)
            self.text(middle, bottom - 0.5, second, 5.5)
            self._measured_field(MARGIN_MM + BAR_MM + 5, bottom - 4.9)
        else:
            left = (self.width_mm - BAR_MM) / 2
            self.bar(left, bottom - 8)
            self.text(left, bottom - 3.2, self.title, 7, room_mm=140)
            self.text(left, bottom - 0.2, f"{first} {second}", 7)
            self._measured_field(left + BAR_MM - 41, bottom - 5.9)

    def _measured_field(self, x: float, y: float) -> None:
        """Draw the box for what the bar measured: to be typed into on the screen, or written into on the paper."""
        from calibration.sheets.field import add_text_field  # noqa: PLC0415  (needs fpdf)

        self.text(x, y + 2.6, self.foot.measured, 7)
        width, height = 20.0, 3.6
        self._pdf.set_draw_color(GREY)
        self._pdf.set_line_width(0.2)
        self._pdf.rect(x + 14, y, width, height)
        add_text_field(
            self._pdf, f"bar_mm_page_{self.pages}", "What the 200 mm bar measures on your print, in mm",
            x + 14, y, width, height,
        )  # fmt: skip
        self.text(x + 15 + width, y + 2.6, "mm", 7)

    def bar(self, x: float, y: float, upright: bool = False) -> None:
        """Draw a 200 mm bar between the outer edges of its end ticks, from (x, y) rightwards or downwards."""
        for at, along, across in [(0.0, BAR_MM, 0.4), (0.0, 0.4, 4.0), (BAR_MM - 0.4, 0.4, 4.0), (99.9, 0.2, 2.5)]:
            if upright:
                self.black(x - across / 2, y + at, across, along)
            else:
                self.black(x + at, y - across / 2, along, across)

    def black(self, x: float, y: float, width: float, height: float) -> None:
        """Fill a rectangle given by its top left corner."""
        self._pdf.set_fill_color(0)
        self._pdf.rect(x, y, width, height, style="F")

    def shape(self, x: float, y: float, module_mm: float, rings: Sequence[Ring]) -> None:
        """Fill what the rings (in modules from (x, y), y down) enclose, by the even-odd rule, as one path."""
        with self._pdf.new_path() as path:
            path.style.fill_color = "#000000"
            path.style.stroke_color = None
            path.style.intersection_rule = "evenodd"
            for ring in rings:
                for index, (column, row) in enumerate(ring):
                    place = (x + column * module_mm, y + row * module_mm)
                    if index == 0:
                        path.move_to(*place)
                    else:
                        path.line_to(*place)
                path.close()

    def line(self, x1: float, y1: float, x2: float, y2: float, width: float = 0.15, grey: int = GREY) -> None:
        """Draw a line, by default a thin grey one to cut along."""
        self._pdf.set_draw_color(grey)
        self._pdf.set_line_width(width)
        self._pdf.line(x1, y1, x2, y2)

    def cut_line(self, x: float, y: float, width: float, height: float) -> None:
        """Draw the outline of a card to be cut out."""
        self._pdf.set_draw_color(GREY)
        self._pdf.set_line_width(0.15)
        self._pdf.rect(x, y, width, height)

    @contextmanager
    def clipped(self, x: float, y: float, width: float, height: float) -> Iterator[None]:
        """Draw only what lies inside a rectangle given by its top left corner."""
        with self._pdf.rect_clip(x, y, width, height):
            yield

    def text_width(self, line: str, points: float) -> float:
        """Return how wide a line will be, mm."""
        self._pdf.set_font("Helvetica", size=points)
        return float(self._pdf.get_string_width(printable(line)))

    def text(self, x: float, y: float, line: str, points: float, room_mm: float | None = None) -> None:
        """Write one line with its baseline at y, cut short to room_mm; letters outside Latin-1 lose their marks."""
        self._pdf.set_font("Helvetica", size=points)
        self._pdf.set_text_color(60)
        shown = printable(line)
        while room_mm is not None and len(shown) > 1 and self._pdf.get_string_width(shown) > room_mm:
            shown = shown[:-1]
        self._pdf.text(x, y, shown)

    def to_bytes(self) -> bytes:
        """Return the PDF."""
        from calibration.sheets.field import output_with_form  # noqa: PLC0415  (needs fpdf)

        return output_with_form(self._pdf)


def printable(line: str) -> str:
    """Return a line in the letters that every PDF viewer has: ł as l, č as c, and '?' for what has no such letter."""
    plain = line.translate(_ALIKE)
    return "".join(
        letter
        if letter.encode("latin-1", "ignore")
        else unicodedata.normalize("NFKD", letter).encode("latin-1", "ignore").decode("latin-1") or "?"
        for letter in plain
    )


class Flow:
    """Hands out places row by row, beginning new pages as they fill."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet, self.area = sheet, sheet.area
        self.x = self.y = self.row_height = 0.0
        self.started = False

    def place(self, width: float, height: float) -> tuple[float, float]:
        """Return the top left corner of the next free place, mm."""
        if self.started and self.x + width > self.area.left + self.area.width + 1e-6:
            self.x, self.y, self.row_height = self.area.left, self.y + self.row_height, 0.0
        if not self.started or self.y + height > self.area.top + self.area.height + 1e-6:
            self.sheet.new_page()
            self.x, self.y, self.row_height, self.started = self.area.left, self.area.top, 0.0, True
        place = (self.x, self.y)
        self.x, self.row_height = self.x + width, max(self.row_height, height)
        return place
