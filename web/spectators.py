"""The spectators' page, for the club's television and for phones: the table, the last ruling, the score, the news."""

import io
from dataclasses import dataclass, fields, replace

import segno
from flask import Blueprint, Response
from flask.typing import ResponseReturnValue

from referee.boards.agreed import board_kind
from referee.evidence.card_lookup import ruled_at
from referee.journal.history import standing
from referee.journal.store import Journal
from referee.match_info import MatchInfo
from referee.words.translation import translated
from web.answers import json_answer
from web.doors.door import Door
from web.errors import Refused
from web.journal_list import EntryView, entry_view
from web.language import asked_language
from web.marks import cached_while
from web.match_session import MatchSession, SessionReading
from web.pages import show_page
from web.plan_view import titles_of
from web.rounder import Rounder
from web.shown_ruling import PastRulingView, past_ruling_view
from web.view import LiveView, view_of

NEWS = ("opened", "confirmed", "appealed", "turn_ended", "undone", "redone", "note")
"""The kinds of entries that spectators are told of."""
MOST_NEWS, FAR = 5, 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchView(LiveView):
    """What everybody may see of the match, with the news; ``last`` is the newest ruling while none is open."""

    news: tuple[EntryView, ...]
    last: PastRulingView | None


def watch_view(session: MatchSession, language: str = "en") -> WatchView:
    """Return what everybody may see of the match: the page's view with score, news and the last ruling."""
    reading, journal = session.reading(), session.journal
    # Of one instant: a page does not ask twice for the same version. On the television everybody watches.
    view = view_of(session, language, reading, "spectator")
    alike = {field.name: getattr(view, field.name) for field in fields(LiveView)}
    board = None if view.board is None else replace(view.board, acts=())
    return WatchView(
        **{**alike, "suggestions": (), "board": board, "undo": None},
        news=_news(session.info, journal, session.rounder if reading.hides_places else None, language),
        last=None if view.ruling else _last(journal, session, reading, language),
    )


def watch_blueprint(session: MatchSession, door: Door) -> Blueprint:
    """Return the spectators' page and its routes."""
    watch = Blueprint("watch", __name__)

    def address() -> str | None:
        """Return where phones find it; None where only this computer can open it."""
        place = door.place()
        return None if place is None else f"{place}watch"

    @watch.get("/watch")
    def page() -> ResponseReturnValue:
        title = translated(session.info.title, asked_language())
        board = board_kind(session.info.game)
        return show_page("watch.html", ["watch", "cannon_page", "tools"], name=title, phones=address(), board=board)

    @watch.get("/api/watch")
    @cached_while(lambda: session.versions.of_table)
    @json_answer
    def view() -> WatchView:
        """Return what everybody may see of the match."""
        return watch_view(session, asked_language())

    @watch.get("/overlay/<any(ruling, score, turn, table):part>")
    def overlay(part: str) -> ResponseReturnValue:
        """Return a part of the spectators' page to lay over a stream: transparent, with nothing to press."""
        board = board_kind(session.info.game)
        return show_page("overlay.html", ["watch", "cannon_page"], part=part, board=board)

    @watch.get("/watch/qr.svg")
    def qr() -> ResponseReturnValue:
        at = address()
        if at is None:
            raise Refused("phones cannot reach this page: start Vedette with --lan", 404)
        drawn = io.BytesIO()
        segno.make(at, micro=False).save(drawn, kind="svg", border=3, light="#fff", dark="#000", omitsize=True)
        return Response(drawn.getvalue(), mimetype="image/svg+xml")

    return watch


def _news(info: MatchInfo, journal: Journal, rounder: Rounder | None, language: str) -> tuple[EntryView, ...]:
    last = journal.length
    return tuple(
        entry_view(info, entry, language, brief=True, rounder=rounder)
        for entry in journal.some(max(1, last - FAR), last, NEWS, MOST_NEWS)
    )


def _last(journal: Journal, session: MatchSession, reading: SessionReading, language: str) -> PastRulingView | None:
    """Return the newest ruling that happened and was not taken back."""
    last = journal.length
    entry = next(standing(journal, ("confirmed",), last, max(1, last - FAR)), None)
    if entry is None:
        return None
    card = ruled_at(journal, entry)
    card = session.rounder.card(card) if reading.hides_places else card
    return past_ruling_view(card, titles_of(session.info, language), language)
