"""The luck passport: the match's dice and cannons held against chance, as a page, a PDF and JSON."""

import threading
from typing import Any

from flask import Blueprint, Response, jsonify
from flask.typing import ResponseReturnValue

from referee.journal.store import Journal
from referee.luck.paper import passport_pdf
from referee.luck.passport import Passport, passport_of
from referee.luck.picture import bars_of, target_of
from referee.luck.telling import passport_said
from referee.words.english_passport import PASSPORT
from web.aiming import aims_of
from web.desk import Desk
from web.failing import Refused
from web.language import asked_language
from web.pages import show_page

MOST = 5000
"""So many entries are looked through while somebody waits for the page: several long matches' worth."""


class Newest:
    """The passport of a journal as it is now, made once however often it is asked for."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._made: tuple[tuple[int, str], Passport] | None = None

    def of(self, journal: Journal) -> Passport:
        """Return the passport; raises BadFile for a journal that cannot be read."""
        head = journal.newest()
        key = (head.sequence, head.seal) if head else (0, "")
        with self._lock:
            if self._made is None or self._made[0] != key:
                self._made = (key, passport_of(journal, most=MOST))
            return self._made[1]


def passport_blueprint(desk: Desk) -> Blueprint:
    """Return the routes of the luck passport."""
    pages = Blueprint("passport", __name__)
    newest = Newest()

    def said() -> dict[str, Any]:
        if desk.journal is None:
            raise Refused("nobody writes this match down", 404)
        titles = {side.name: side.title for side in desk.occasion.sides}
        return passport_said(newest.of(desk.journal), titles, language=asked_language())

    @pages.get("/passport")
    def page() -> ResponseReturnValue:
        if desk.journal is None:
            return show_page("passport.html", (PASSPORT,), said=None)
        told = said()
        bars = [bars_of(group["faces"]) for group in (*told["dice"], *told["taken_back"])]
        targets = [target_of(cannon) for cannon in told["cannons"]]
        return show_page("passport.html", (PASSPORT,), said=told, bars=bars, targets=targets, aims=aims_of(desk))

    @pages.get("/passport.pdf")
    def paper() -> ResponseReturnValue:
        headers = {"Content-Disposition": 'inline; filename="vedette-passport.pdf"', "Cache-Control": "no-cache"}
        return Response(passport_pdf(said(), language=asked_language()), mimetype="application/pdf", headers=headers)

    @pages.get("/api/passport")
    def data() -> ResponseReturnValue:
        """Return the match's luck passport."""
        return jsonify(said())

    return pages
