"""What a card's figure sees, as the page has it and as the card's picture and paper have it."""

from dataclasses import replace

from PIL import Image

from referee.evidence.card import EvidenceCard
from referee.evidence.card_text import word
from referee.eyes.drawing import LETTERS_PX, USUAL_PX, draw_sight
from referee.eyes.marks import Area, Caption, Drawing
from referee.eyes.pens import canvas_of, svg_of
from referee.eyes.sight import Sight, sight_of
from referee.ruling_view import number_of
from referee.words.languages import number
from table.uncertainty import SIGMAS_95

PAGE_PX = (480, 270)


def eyes_svg(card: EvidenceCard, *, language: str = "en") -> str | None:
    """Return what the figure of a card sees as an SVG document; None where nobody looks at anything."""
    drawing = _drawing(card, *PAGE_PX, language)
    return None if drawing is None else svg_of(drawing, eyes_title(card.actor or "", language))


def eyes_picture(card: EvidenceCard, width: int, height: int, *, language: str = "en") -> Image.Image | None:
    """Return the same as a picture."""
    drawing = _drawing(card, width, height, language)
    return None if drawing is None else canvas_of(drawing).finished()


def eyes_title(actor: str, language: str) -> str:
    """Return what the picture is called: "What Miller sees"."""
    return word("ev_eyes", language, actor=actor)


def _drawing(card: EvidenceCard, width: int, height: int, language: str) -> Drawing | None:
    sight = sight_of(card.game, card.table, card.action, card.settings)
    if sight is None:
        return None
    drawing = draw_sight(card, sight, width, height)
    untold = any(isinstance(mark, Area) and mark.fill and mark.hatch for mark in drawing.marks)
    caption = Caption(_said(card, sight, untold, language), LETTERS_PX * height / USUAL_PX)
    return replace(drawing, marks=(*drawing.marks, caption))


def _said(card: EvidenceCard, sight: Sight, untold: bool, language: str) -> str:
    """Return the line under the picture: who looks at whom, from how high, how far; and what was not told."""
    check = next((c for c in card.ruling.checks if c.key in ("range", "gun_range", "throw_range")), None)
    measured = None if check is None else number_of(card.game, check, language=language)
    far = number(sight.far_cm, ".0f", language) if measured is None else measured.measured
    eye, sigma = number(sight.eye[2], ".1f", language), card.table.stand(sight.actor).sigma_z_cm
    if sigma:
        eye += f" ±{number(SIGMAS_95 * sigma, '.1f', language)}"
    said = word(
        "ev_eyes_from" if sight.target is None else "ev_eyes_at", language, actor=sight.actor, target=sight.target,
        eye=eye, far=far,
    )  # fmt: skip
    return f"{said} · {word('ev_eyes_untold', language)}" if untold else said
