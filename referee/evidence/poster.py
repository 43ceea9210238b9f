"""A whole evidence card as one picture: the verdict, the table, the number on its scale, why, the dice, the seal."""

from io import BytesIO

import segno
from PIL import Image

from referee.evidence.card import EvidenceCard
from referee.evidence.card_text import face_drawn, word
from referee.evidence.card_view import CardView
from referee.evidence.gauge import draw_gauge
from referee.evidence.ink import FINE, INK, ON_TONES, PAPER, QUIET, RULE, TONES, Canvas, cut, stacked, width_of, wrapped
from referee.evidence.plan import draw_plan
from referee.eyes.panel import eyes_picture
from referee.ruling_view import capital

WIDTH, HEAD, PICTURE, EYES, FOOT = 1600, 178, 960, 420, 330
EDGE = 40
DARKER: dict[str, tuple[int, int, int]] = {"in": (0, 116, 90), "out": (156, 58, 0), "close": (240, 188, 80)}


def poster_png(
    card: EvidenceCard, said: CardView, jpeg: bytes | None, *, url: str | None = None, language: str = "en"
) -> bytes:
    """Return the card as PNG, 1600 px wide; ``url`` is where it is found on the local network, for its QR code."""
    head = Canvas(WIDTH, HEAD, TONES[said.banner.tone])
    draw_head(head, said)
    foot = Canvas(WIDTH, FOOT, PAPER)
    _draw_foot(foot, card, said, url, language)
    plan = draw_plan(card, said, jpeg, WIDTH, PICTURE, language=language)
    eyes = eyes_picture(card, WIDTH, EYES, language=language)
    whole = stacked((head.finished(), plan, eyes, foot.finished()))
    written = BytesIO()
    whole.save(written, "PNG", compress_level=6)
    return written.getvalue()


def plan_jpeg(card: EvidenceCard, said: CardView, jpeg: bytes | None, *, language: str = "en") -> bytes:
    """Return the card's picture alone as JPEG, without head and foot: the page says the rest beside it."""
    written = BytesIO()
    draw_plan(card, said, jpeg, WIDTH, 1000, language=language).save(written, "JPEG", quality=90, subsampling=0)
    return written.getvalue()


def draw_head(head: Canvas, said: CardView) -> None:
    """Draw the banner, who acted and the number that decided on a canvas of WIDTH x HEAD px."""
    tone = said.banner.tone
    ink, whole = ON_TONES[tone], [(0.0, 0.0), (float(WIDTH), 0.0), (float(WIDTH), float(HEAD)), (0.0, float(HEAD))]
    if tone not in ("in", None):
        head.hatch(whole, DARKER[tone], 26 if tone == "close" else 40, 10 if tone == "close" else 5, -1)
    head.disc((EDGE + 56, HEAD / 2), 52, None, ink, 6)
    head.text((EDGE + 56, HEAD / 2 - 2), said.banner.sign, 64, ink, bold=True, anchor="mm")
    number = said.number
    right = float(WIDTH - EDGE)
    if number is not None:
        head.text((right, 96), f"{number.measured} {number.plus_minus}".strip(), 76, ink, bold=True, anchor="rs")
        head.text((right, 144), number.of, 32, ink, anchor="rs")
    room = right - (EDGE + 140) - 40
    if number is not None:
        room -= max(width_of(f"{number.measured} {number.plus_minus}", 76, True), width_of(number.of, 32))
    headline = said.banner.word.upper()
    for size in range(72, 26, -2):
        lines = wrapped(headline, size, room, True, 1 if size > 44 else 2)
        if not lines[-1].endswith("..."):
            break
    for k, line in enumerate(lines):
        head.text((EDGE + 138, 94 - (len(lines) - 1) * 38 + k * 46), line, size, ink, bold=True)
    head.text((EDGE + 140, 146), cut(capital(said.who), 36, room), 36, ink)


def _draw_foot(foot: Canvas, card: EvidenceCard, said: CardView, url: str | None, language: str) -> None:
    right = float(WIDTH - EDGE)
    if url is not None:
        right -= 190
        _draw_code(foot, url, (right + 30, 30), 150)
        foot.text((right + 105, 202), word("ev_scan", language), 15, QUIET, anchor="ms")
    gauge = said.gauge
    split = right
    if gauge is not None:
        split = right - 520
        draw_gauge(foot, (split + 30, 22, right, 214), gauge, said.tone, language)
        foot.text((split + 30, 246), word("ev_sure", language), 17, QUIET)
        if said.chance:
            foot.text((right, 246), said.chance, 19, INK, bold=True, anchor="rs")
    y = 56.0
    for line in wrapped(said.sentence, 30, split - EDGE, True, 2):
        foot.text((EDGE, y), line, 30, INK, bold=True)
        y += 38
    for text, bold in _lines(said):
        for line in wrapped(text, 23, split - EDGE, bold, 2):
            if y > 258:
                break
            foot.text((EDGE, y), line, 23, INK, bold=bold)
            y += 31
    foot.line([(EDGE, 276), (WIDTH - EDGE, 276)], RULE, 2)
    when = f"{card.time[:10]} {card.time[11:16]} UTC"
    title = ", ".join(part for part in (said.title, word("ev_turn", language, turn=card.turn), when) if part)
    entry = f"{word('ev_entry', language, number=card.number)}, {word('ev_seal', language, seal=card.seal[:16])}"
    room = WIDTH - 2 * EDGE - width_of(entry, 21, True) - 40
    foot.text((EDGE, 310), cut(f"Vedette · {title}", 21, room), 21, QUIET)
    foot.text((WIDTH - EDGE, 310), entry, 21, INK, bold=True, anchor="rs")


def _lines(said: CardView) -> list[tuple[str, bool]]:
    lines = [
        (f"{' '.join(map(face_drawn, throw.given, throw.said))}  {throw.sentence} ({throw.said_by})", False)
        for throw in said.dice
    ]
    if said.outcome_beneath:
        lines.append((said.outcome_beneath, True))
    if said.amended:
        lines.append((" ".join(said.happened), False))
    return lines + [(remark, False) for remark in said.remarks]


def _draw_code(foot: Canvas, url: str, at: tuple[float, float], size: int) -> None:
    code, drawn = segno.make(url, micro=False, error="m"), BytesIO()
    code.save(drawn, kind="png", border=2, scale=size * FINE // code.symbol_size(border=2)[0])
    foot.paste(Image.open(drawn).convert("RGB"), at)
