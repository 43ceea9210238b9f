"""Evidence cards on the page: to read, to print, to show to somebody who was not there, and to appeal against."""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from hashlib import sha256
from itertools import islice
from typing import Annotated

import segno
from flask import Blueprint, Response
from flask.typing import ResponseReturnValue
from pydantic import Field

from referee.evidence.appeal import appeal, options_view
from referee.evidence.card import EvidenceCard
from referee.evidence.card_lookup import NoCard, card_at, numbers_of_cards
from referee.evidence.card_text import told
from referee.evidence.card_view import CardView, HeadView
from referee.evidence.frames import NoFrame, Trouble, frame_bytes
from referee.evidence.poster import plan_jpeg, poster_png
from referee.eyes.panel import eyes_svg
from referee.eyes.sight import looks
from referee.journal.store import Journal
from referee.ruling_view import BannerView, NumberView
from referee.view_fields import fields_of
from web.answers import json_answer
from web.application import once
from web.bodies import Body, json_body
from web.errors import Refused
from web.language import asked_language
from web.marks import cached_while, expensive
from web.match_session import MatchSession
from web.pages import show_page
from web.plan_view import titles_of
from web.privacy import may_see_picture, rounder_for
from web.roles import role_now

NEWEST = 40
"""So many cards a list shows."""
FORMS = {"png": ("image/png", "png"), "table": ("image/jpeg", "jpg"), "pdf": ("application/pdf", "pdf")}

Value = bool | float | Annotated[str, Field(max_length=40)]


class Appealing(Body):
    """Options chosen otherwise."""

    settings: Annotated[dict[Annotated[str, Field(max_length=40)], Value], Field(min_length=1, max_length=8)]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardLineView:
    """An evidence card in a line of the list."""

    entry: int
    time: str
    turn: int
    who: str
    banner: BannerView
    number: NumberView | None
    outcome_beneath: str | None
    taken_back: bool
    amended: str | None


@dataclass(frozen=True, slots=True)
class CardsView:
    """The newest evidence cards."""

    cards: tuple[CardLineView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AppealedView(CardView):
    """An evidence card after an appeal, and the number of the appeal's entry."""

    appeal: int


def evidence_blueprint(session: MatchSession, place: Callable[[], str | None]) -> Blueprint:
    """Return the routes of the evidence; ``place`` returns the address under which phones find this session."""
    evidence = Blueprint("evidence", __name__)

    def rounded_card(number: int) -> EvidenceCard:
        card, rounder = _card(session.journal, number), rounder_for(session)
        return card if rounder is None else rounder.card(card)

    def open_card(number: int) -> tuple[EvidenceCard, CardView, bytes | None]:
        card = rounded_card(number)
        jpeg, trouble = _picture(session, card)
        return (
            card,
            told(card, trouble, titles=titles_of(session.info, asked_language()), language=asked_language()),
            jpeg,
        )

    def address(number: int) -> str | None:
        """Return where a phone finds a card; None where only this computer opens the page."""
        here = place()
        return None if here is None else f"{here}evidence/{number}"

    def code(number: int) -> str | None:
        url = address(number)
        return None if url is None else segno.make(url, micro=False).svg_inline(border=2, omitsize=True)

    def drawing(number: int, kind: str) -> Response:
        card, said, jpeg = open_card(number)
        url, language = address(number), asked_language()

        def paper() -> bytes:
            from referee.evidence.paper import card_pdf  # noqa: PLC0415  (needs fpdf)

            return card_pdf(card, said, jpeg, url=url, language=language)

        made: dict[str, Callable[[], bytes]] = {
            "png": lambda: poster_png(card, said, jpeg, url=url, language=language),
            "table": lambda: plan_jpeg(card, said, jpeg, language=language),
            "pdf": paper,
        }
        mimetype, ending = FORMS[kind]
        headers = {"Content-Disposition": f'inline; filename="vedette-{number}.{ending}"', "Cache-Control": "no-cache"}
        # What the journal went on to hold is on the printed page only.
        shown = replace(said, appeals=(), head=said.head if kind == "pdf" else HeadView(0, ""))
        key = sha256(repr((kind, language, shown, _places(card))).encode()).hexdigest()
        return once(key, lambda: Response(made[kind](), mimetype=mimetype, headers=headers))

    @evidence.get("/evidence")
    @cached_while(lambda: session.written)
    def newest() -> ResponseReturnValue:
        return show_page("evidence_list.html", ["evidence"], cards=_newest(session))

    @evidence.get("/evidence/<int:number>")
    @expensive
    def page(number: int) -> ResponseReturnValue:
        card, said, _ = open_card(number)
        return show_page(
            "evidence.html", ["evidence"], card=said, options=options_view(card, language=asked_language()),
            may_appeal=role_now().name == "referee" and card.appeal_of is None, url=address(number), code=code(number),
            looks=looks(card.game, card.table, card.action),
        )  # fmt: skip

    @evidence.get("/evidence/<int:number>.png")
    @expensive
    def poster(number: int) -> ResponseReturnValue:
        return drawing(number, "png")

    @evidence.get("/evidence/<int:number>/table.jpg")
    @expensive
    def table(number: int) -> ResponseReturnValue:
        return drawing(number, "table")

    @evidence.get("/evidence/<int:number>.pdf")
    @expensive
    def paper(number: int) -> ResponseReturnValue:
        return drawing(number, "pdf")

    @evidence.get("/evidence/<int:number>/eyes.svg")
    @expensive
    def eyes(number: int) -> ResponseReturnValue:
        card, language = rounded_card(number), asked_language()
        if not looks(card.game, card.table, card.action):
            raise Refused("in entry {number} nobody looks at anything", 404, number=number)
        key = sha256(repr(("eyes", language, card.action, card.ruling, _places(card))).encode()).hexdigest()
        headers = {"Cache-Control": "no-cache"}
        return once(key, lambda: Response(eyes_svg(card, language=language), mimetype="image/svg+xml", headers=headers))

    @evidence.get("/api/evidence")
    @cached_while(lambda: session.written)
    @json_answer
    def listed() -> CardsView:
        """List the newest evidence cards."""
        return CardsView(_newest(session))

    @evidence.get("/api/evidence/<int:number>")
    @expensive
    @json_answer
    def data(number: int) -> CardView:
        """Return the evidence card of an entry."""
        return open_card(number)[1]

    @evidence.post("/api/evidence/<int:number>/appeal")
    @json_body(Appealing)
    @json_answer
    def against(body: Appealing, number: int) -> AppealedView:
        """Rule again under other options, and keep both rulings."""
        journal = session.journal
        card = _card(journal, number)
        written = session.act(lambda match: match.note(appeal(journal, card, body.settings)), body.seen)
        return AppealedView(**fields_of(open_card(number)[1]), appeal=written)

    return evidence


def _card(journal: Journal, number: int) -> EvidenceCard:
    try:
        return card_at(journal, number)
    except NoCard as error:
        raise Refused(error.template, 404, **error.values) from None


def _picture(session: MatchSession, card: EvidenceCard) -> tuple[bytes | None, Trouble | None]:
    if card.frame is not None and not may_see_picture(session):
        return None, "private"
    try:
        return frame_bytes(session.frames, card.frame), None
    except NoFrame as error:
        return None, error.trouble


def _places(card: EvidenceCard) -> list[tuple[float, ...]]:
    """Return where stands and pieces are drawn, which a card's words do not say: not the same for all who may look."""
    stands = [(stand.x, stand.y, stand.heading_deg, stand.z_cm) for stand in card.table.stands]
    return stands + [piece.polygon[0] for piece in card.table.pieces]


def _newest(session: MatchSession) -> tuple[CardLineView, ...]:
    """Return the newest cards in a line each."""
    found, language = [], asked_language()
    titles = titles_of(session.info, language)
    for number in islice(numbers_of_cards(session.journal), NEWEST):
        said = told(card_at(session.journal, number), titles=titles, language=language)
        found.append(CardLineView(**{field.name: getattr(said, field.name) for field in fields(CardLineView)}))
    return tuple(found)
