"""The luck passport: the match's dice and cannons held against chance, as a page, a PDF and JSON."""

from typing import Any

from flask import Blueprint, Response, jsonify
from flask.typing import ResponseReturnValue

from referee.luck.paper import passport_pdf
from referee.luck.passport import passport_of
from referee.luck.picture import bars_of, target_of
from referee.luck.telling import passport_said
from referee.words.english_passport import PASSPORT
from web.aiming import aims_of
from web.application import cached_while, expensive
from web.desk import Desk
from web.errors import Refused
from web.language import asked_language
from web.pages import show_page

MOST = 5000
"""So many entries are looked through while somebody waits for the page: several long matches' worth."""


def passport_blueprint(desk: Desk) -> Blueprint:
    """Return the routes of the luck passport."""
    pages = Blueprint("passport", __name__)

    def said() -> dict[str, Any]:
        if desk.journal is None:
            raise Refused("nobody writes this match down", 404)
        titles = {side.name: side.title for side in desk.info.sides}
        return passport_said(passport_of(desk.journal, most=MOST), titles, language=asked_language())

    @pages.get("/passport")
    @expensive
    @cached_while(lambda: desk.written)
    def page() -> ResponseReturnValue:
        if desk.journal is None:
            return show_page("passport.html", (PASSPORT,), said=None)
        told = said()
        bars = [bars_of(group["faces"]) for group in (*told["dice"], *told["taken_back"])]
        targets = [target_of(cannon) for cannon in told["cannons"]]
        return show_page("passport.html", (PASSPORT,), said=told, bars=bars, targets=targets, aims=aims_of(desk))

    @pages.get("/passport.pdf")
    @expensive
    @cached_while(lambda: desk.written)
    def paper() -> ResponseReturnValue:
        headers = {"Content-Disposition": 'inline; filename="vedette-passport.pdf"', "Cache-Control": "no-cache"}
        return Response(passport_pdf(said(), language=asked_language()), mimetype="application/pdf", headers=headers)

    @pages.get("/api/passport")
    @expensive
    @cached_while(lambda: desk.written)
    def data() -> ResponseReturnValue:
        """Return the match's luck passport."""
        return jsonify(said())

    return pages
