"""An evidence card as one page of paper: text to select and search, the picture, and a code to the card on the page."""

from collections.abc import Sequence
from io import BytesIO

from PIL import Image

from referee.evidence.card import EvidenceCard
from referee.evidence.card_text import face_drawn, word
from referee.evidence.card_view import CardView, GaugeView
from referee.evidence.gauge import draw_gauge
from referee.evidence.ink import FINE, ON_TONES, PAPER, QUIET, RULE, TONES, Canvas, stacked
from referee.evidence.plan import draw_plan
from referee.eyes.panel import eyes_picture
from referee.paper import HIGH, LEADING, POINT_MM, WIDE, Paper, date_of
from referee.ruling_view import capital

EDGE = 12.0
INSIDE = WIDE - 2 * EDGE
WIDE_PX, HIGH_PX = 1600, 960
WITH_EYES_PX, EYES_PX = 780, 340
"""Where a figure looks at something, the table's picture and what it sees are so high."""
SIGNS = {"passed": "✓", "failed": "✕", "close": "≈"}
SIZES_PT = (9.5, 8.5, 7.5, 6.5, 5.8)
"""Conditions are set as large as they all fit, in one column or in two."""
LEGIBLE_PT = 7.5
PICTURE_SHARES = (1.0, 0.72, 0.5)
"""Rather than in smaller letters the conditions are set below a smaller picture."""

Row = tuple[str, str, str, bool]
"""A condition as it is printed: sign, sentence, clause, whether it decided."""


def card_pdf(
    card: EvidenceCard, said: CardView, jpeg: bytes | None, *, url: str | None = None, language: str = "en"
) -> bytes:
    """Return the card as a PDF of one A4 page; ``url`` is where it is found on the local network."""
    picture = _drawn(card, said, jpeg, language)
    title = f"Vedette: {said.who}, {word('ev_entry', language, number=card.number)}"
    for share in PICTURE_SHARES:
        pdf = Paper(title, language, date_of(card.time))
        pdf.add_page()
        y = _picture(pdf, said, picture, share, _head(pdf, said), language)
        y = _reason(pdf, said, y, language)
        foot = _foot(pdf, card, said, url, language)
        legible = _conditions(pdf, said, y, foot - 3, language) >= LEGIBLE_PT
        page = pdf.finished()
        if legible:
            break
    return page


def _drawn(card: EvidenceCard, said: CardView, jpeg: bytes | None, language: str) -> Image.Image:
    """Return the table, and below it what a figure sees where one looks at something."""
    eyes = eyes_picture(card, WIDE_PX, EYES_PX, language=language)
    plan = draw_plan(card, said, jpeg, WIDE_PX, HIGH_PX if eyes is None else WITH_EYES_PX, language=language)
    return stacked((plan, eyes))


def _head(pdf: Paper, said: CardView) -> float:
    tone, top, high = said.banner.tone, EDGE, 25.0
    pdf.set_fill_color(*TONES[tone][:3])
    pdf.rect(EDGE, top, INSIDE, high, style="F", round_corners=True, corner_radius=2.5)
    pdf.set_draw_color(*ON_TONES[tone][:3])
    pdf.set_line_width(0.9)
    pdf.circle(EDGE + 13, top + high / 2, 8)
    pdf.letters(25, "B", ON_TONES[tone])
    pdf.text_middle(EDGE + 13, top + high / 2 + 3.1, said.banner.sign)
    number, right = said.number, WIDE - EDGE - 6
    taken = 0.0
    if number is not None:
        big = f"{number.measured} {number.plus_minus}".strip()
        taken = pdf.text_right(right, top + 12.5, big)
        pdf.letters(11, "", ON_TONES[tone])
        taken = max(taken, pdf.text_right(right, top + 20, number.of))
    room = right - taken - 6 - (EDGE + 26)
    headline = said.banner.word.upper()
    pdf.fit(headline, room, 25, 9, "B")
    pdf.text(EDGE + 26, top + 12.5, pdf.cut(headline, room))
    who = capital(said.who)
    pdf.fit(who, room, 13, 5)
    pdf.text(EDGE + 26, top + 20, pdf.cut(who, room))
    return top + high + 2.5


def _picture(pdf: Paper, said: CardView, picture: Image.Image, share: float, y: float, language: str) -> float:
    wide, written = INSIDE * share, BytesIO()
    high = wide * picture.height / picture.width
    picture.save(written, "JPEG", quality=88, subsampling=0)
    pdf.image(written, EDGE + (INSIDE - wide) / 2, y, wide, high, alt_text=word("ev_picture", language))
    pdf.letters(6.5, "", QUIET)
    pdf.text(EDGE, y + high + 3.4, said.frame.said)
    return y + high + 6


def _reason(pdf: Paper, said: CardView, y: float, language: str) -> float:
    """Write why, the dice and what came of them, beside the number on its scale; return where that ends."""
    split, gauge, under = WIDE - EDGE, said.gauge, y
    if gauge is not None:
        split -= 70
        _gauge(pdf, gauge, said.tone, split + 4, y, 66, language)
        pdf.letters(6.5, "", QUIET)
        pdf.text(split + 4, y + 30, word("ev_sure", language))
        if said.chance:
            pdf.letters(7.5, "B")
            pdf.text_right(WIDE - EDGE, y + 30, said.chance)
        under = y + 32
    y = _lines(pdf, said.sentence, y + 4, split - EDGE - 2, 11.5, "B", 4) + 0.6
    for throw in said.dice:
        by = f" ({throw.said_by})" if throw.said_by else ""
        faces = " ".join(map(face_drawn, throw.given, throw.said))
        y = _lines(pdf, f"{faces}  {capital(throw.sentence)}{by} [{throw.clause}]", y, split - EDGE - 2, 9, "", 3)
    if said.outcome_beneath:
        y = _lines(pdf, said.outcome_beneath, y + 1.6, split - EDGE - 2, 11.5, "B", 2)
    for text in (*said.happened, *said.remarks):
        y = _lines(pdf, text, y, split - EDGE - 2, 8.5, "", 3)
    return max(y, under) + 1


def _gauge(pdf: Paper, gauge: GaugeView, tone: str, x: float, y: float, wide: float, language: str) -> None:
    canvas, written = Canvas(620, 250, PAPER), BytesIO()
    canvas.box((0, 0, 620, 250), (255, 255, 255))
    draw_gauge(canvas, (10, 6, 610, 244), gauge, tone, language)
    canvas.image.resize((620 * FINE, 250 * FINE), Image.Resampling.LANCZOS).save(written, "PNG")
    pdf.image(written, x, y, wide, wide * 250 / 620, alt_text=f"{gauge.measured_said}, {gauge.limit_said} cm")


def _conditions(pdf: Paper, said: CardView, y: float, bottom: float, language: str) -> float:
    """Print the conditions; return the size of their letters, 0 where some had to be left out."""
    rows: list[Row] = [
        (
            "•" if c.modifies and c.verdict == "passed" else SIGNS[c.verdict],
            c.sentence,
            c.clause,
            c.decides,
        )
        for c in said.checks
    ]
    pdf.letters(8, "B", QUIET)
    pdf.text(EDGE, y + 2.6, word("conditions", language))
    y += 4.4
    for size in SIZES_PT:
        for columns in (1, 2):
            if len(rows) == _print_rows(pdf, rows, y, bottom, size, columns, dry=True):
                _print_rows(pdf, rows, y, bottom, size, columns)
                return size
    # So many, and so long, that no letters a person reads are small enough: the page says how many it leaves out.
    fits = _print_rows(pdf, rows, y, bottom - 4, SIZES_PT[-1], 2, dry=True)
    _print_rows(pdf, rows[:fits], y, bottom - 4, SIZES_PT[-1], 2)
    pdf.letters(7, "B", QUIET)
    pdf.text(EDGE, bottom - 0.6, word("ev_not_kept", language, count=len(rows) - fits))
    return 0.0


def _print_rows(
    pdf: Paper, rows: Sequence[Row], top: float, bottom: float, size: float, columns: int, dry: bool = False
) -> int:
    """Print conditions in columns; return how many there was room for."""
    gap, line = 5.0, size * POINT_MM * LEADING
    wide = (INSIDE - gap * (columns - 1)) / columns
    column, y = 0, top
    for k, (sign, text, clause, decides) in enumerate(rows):
        pdf.letters(size, style := "B" if decides else "")
        beside = max(pdf.get_string_width(clause) + 3, 9.0)
        high = line * len(pdf.wrapped(wide - 5 - beside, text)) + size * 0.09
        if y + high > bottom:
            column, y = column + 1, top
            if column >= columns or y + high > bottom:
                return k
        if not dry:
            left = EDGE + column * (wide + gap)
            pdf.set_draw_color(*RULE)
            pdf.set_line_width(0.15)
            pdf.line(left, y, left + wide, y)
            pdf.letters(size, "B")
            pdf.text(left, y + line * 0.84, sign)
            pdf.letters(size, style)
            pdf.set_xy(left + 5, y + size * 0.04)
            pdf.multi_cell(wide - 5 - beside, line, text, align="L")
            pdf.letters(size, "", QUIET)
            pdf.text_right(left + wide, y + line * 0.84, clause)
        y += high
    return len(rows)


def _foot(pdf: Paper, card: EvidenceCard, said: CardView, url: str | None, language: str) -> float:
    """Write what it takes to find and to prove the card, from the bottom of the page up; return where that begins."""
    right = WIDE - EDGE
    lines = _proof(pdf, card, said, url, language, right - EDGE - (27 if url is not None else 0))
    top = HIGH - EDGE - 25.0 if url is not None else HIGH - EDGE - 3.4 * len(lines) - 2
    top = min(top, HIGH - EDGE - 3.4 * len(lines) - 2)
    pdf.set_draw_color(*RULE)
    pdf.set_line_width(0.3)
    pdf.line(EDGE, top, WIDE - EDGE, top)
    if url is not None:
        pdf.code(url, right - 23, top + 1.5, 23)
        right -= 27
    y = top + 4.6
    for k, (text, style) in enumerate(lines):
        pdf.letters(8.5 if k == 0 else 7, style)
        pdf.text(EDGE, y, pdf.cut(text, right - EDGE))
        y += 3.9 if k == 0 else 3.3
    return top


def _proof(
    pdf: Paper, card: EvidenceCard, said: CardView, url: str | None, language: str, wide: float
) -> list[tuple[str, str]]:
    when = f"{card.time[:10]} {card.time[11:19]} UTC"
    house = ", ".join(f"{h.said} ({h.clause})" for h in said.house_values)
    lines = [
        (f"{word('ev_entry', language, number=card.number)} · {said.title} · "
         f"{word('ev_turn', language, turn=card.turn)} · {when}", "B"),
        (capital(word("ev_seal", language, seal=card.seal)), ""),
        (word("ev_head", language, number=card.head[0], seal=card.head[1]), ""),
    ]  # fmt: skip
    if house:
        pdf.letters(7)
        lines += [(line, "") for line in pdf.wrapped(wide, f"{word('ev_house', language)}: {house}")[:4]]
    if url is not None:
        lines.append((f"{word('ev_scan', language)}: {url}", ""))
    return [*lines, (f"Vedette · {card.program}" if card.program else "Vedette", "")]


def _lines(pdf: Paper, text: str, y: float, wide: float, size: float, style: str, most: int) -> float:
    """Write a text in at most so many lines; return where the next begins."""
    line = size * POINT_MM * LEADING
    pdf.letters(size, style)
    lines = pdf.wrapped(wide, text)
    if len(lines) > most:
        lines = [*lines[: most - 1], pdf.cut(lines[most - 1] + " ...", wide)]
    for each in lines:
        pdf.text(EDGE, y, each)
        y += line
    return y
