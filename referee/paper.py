"""A PDF on A4 in the house's letters: what charts, evidence cards and luck passports are drawn on."""

from datetime import UTC, datetime
from importlib.resources import as_file, files
from typing import cast

import segno
from fpdf import FPDF
from fpdf.fonts import TTFFont

from referee.evidence.ink import INK

WIDE, HIGH = 210.0, 297.0
POINT_MM = 25.4 / 72
LEADING = 1.28
"""From line to line, in heights of the letters."""


class Paper(FPDF):
    """Pages in mm without margins, with one family of letters, ``sans``, plain and bold."""

    def __init__(self, title: str, language: str, made: datetime) -> None:
        super().__init__(unit="mm", format="A4")
        self.set_auto_page_break(False)
        self.set_margin(0)
        self.c_margin = 0
        self.set_title(title)
        self.set_creator("Vedette")
        self.set_lang(language)
        self.set_creation_date(made)
        for style, name in (("", "DejaVuSansCondensed.ttf"), ("B", "DejaVuSansCondensed-Bold.ttf")):
            with as_file(files("referee.evidence") / "fonts" / name) as file:
                self.add_font("sans", style, file)

    def letters(self, size: float, style: str = "", colour: tuple[int, ...] = INK) -> None:
        """Write in this size, style and colour from now on."""
        self.set_font("sans", style, size)
        self.set_text_color(*colour[:3])

    def wrapped(self, wide: float, text: str) -> list[str]:
        """Return a text in lines that are no wider, in the letters chosen now."""
        return cast("list[str]", self.multi_cell(wide, 3, text, align="L", dry_run=True, output="LINES"))

    def cut(self, text: str, room: float) -> str:
        """Return a text cut to a width, with "..." where something is missing."""
        if self.get_string_width(text) <= room:
            return text
        while text and self.get_string_width(f"{text}...") > room:
            text = text[:-1]
        return f"{text.rstrip()}..."

    def fit(self, text: str, room: float, most: float, least: float, style: str = "") -> None:
        """Choose letters as large as a text fits the room in, between two sizes."""
        self.set_font("sans", style, most)
        while most > least and self.get_string_width(text) > room:
            most -= 0.5
            self.set_font_size(most)

    def text_right(self, right: float, y: float, text: str) -> float:
        """Write a text that ends there; return how wide it is."""
        wide = float(self.get_string_width(text))
        self.text(right - wide, y, text)
        return wide

    def text_middle(self, x: float, y: float, text: str) -> None:
        """Write a text whose middle is there."""
        self.text(x - self.get_string_width(text) / 2, y, text)

    def code(self, url: str, left: float, top: float, size: float) -> None:
        """Draw the QR code of an address, so wide, with its corner there."""
        rows = [list(row) for row in segno.make(url, micro=False, error="m").matrix_iter(border=0)]
        module = size / len(rows)
        self.set_fill_color(*INK)
        for j, row in enumerate(rows):
            for i, dark in enumerate(row):
                if dark:
                    self.rect(left + i * module, top + j * module, module * 1.02, module * 1.02, style="F")

    def finished(self) -> bytes:
        """Return the whole file."""
        data = bytes(self.output())
        for letters in self.fonts.values():
            if isinstance(letters, TTFFont):  # it keeps its file open otherwise
                letters.ttfont.close()
        return data


def date_of(time: str) -> datetime:
    """Return an entry's time; the beginning of 1970 for one that cannot be read."""
    try:
        return datetime.fromisoformat(time)
    except ValueError:
        return datetime(1970, 1, 1, tzinfo=UTC)
