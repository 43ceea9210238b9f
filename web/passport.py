"""The luck passport: the match's dice and cannons held against chance, as a page, a PDF and JSON."""

from typing import Any

from flask import Blueprint, Response, jsonify
from flask.typing import ResponseReturnValue

from referee.luck.paper import passport_pdf
from referee.luck.passport import passport_of
from referee.luck.passport_text import passport_said
from referee.luck.picture import bars_of, target_of
from referee.words.english_passport import PASSPORT
from web.aims import aims_of
from web.language import asked_language
from web.marks import cached_while, expensive
from web.match_session import MatchSession
from web.pages import show_page

MOST = 5000
"""So many entries are looked through while somebody waits for the page: several long matches' worth."""


def passport_blueprint(session: MatchSession) -> Blueprint:
    """Return the routes of the luck passport."""
    pages = Blueprint("passport", __name__)

    def said() -> dict[str, Any]:
        titles = {side.name: side.title for side in session.info.sides}
        return passport_said(passport_of(session.journal, most=MOST), titles, language=asked_language())

    @pages.get("/passport")
    @expensive
    @cached_while(lambda: session.written)
    def page() -> ResponseReturnValue:
        told = said()
        bars = [bars_of(group["faces"]) for group in (*told["dice"], *told["taken_back"])]
        targets = [target_of(cannon) for cannon in told["cannons"]]
        return show_page("passport.html", (PASSPORT,), said=told, bars=bars, targets=targets, aims=aims_of(session))

    @pages.get("/passport.pdf")
    @expensive
    @cached_while(lambda: session.written)
    def paper() -> ResponseReturnValue:
        headers = {"Content-Disposition": 'inline; filename="vedette-passport.pdf"', "Cache-Control": "no-cache"}
        return Response(passport_pdf(said(), language=asked_language()), mimetype="application/pdf", headers=headers)

    @pages.get("/api/passport")
    @expensive
    @cached_while(lambda: session.written)
    def data() -> ResponseReturnValue:
        """Return the match's luck passport."""
        return jsonify(said())

    return pages
