"""The result page: how the match ended, what turned it, and the seal that both sides sign."""

from collections.abc import Mapping
from dataclasses import dataclass

import segno
from flask import Blueprint
from flask.typing import ResponseReturnValue

from referee.result.result import result_of
from referee.result.text import ResultView, result_said
from web.answers import json_answer
from web.language import asked_language
from web.marks import cached_while, expensive
from web.match_session import MatchSession
from web.pages import show_page
from web.passport import MOST
from web.roles import role_now

WIDE, HIGH = 600.0, 200.0
"""The size of the plot's picture."""


@dataclass(frozen=True, slots=True)
class Line:
    """A side's score by turn: the path of its line, and where it ends."""

    number: int
    path: str
    end: tuple[float, float]


def result_blueprint(session: MatchSession) -> Blueprint:
    """Return the routes of the result page."""
    pages = Blueprint("result", __name__)

    def said() -> ResultView:
        titles = {side.name: side.title for side in session.info.sides}
        return result_said(result_of(session.journal, most=MOST), titles, language=asked_language())

    @pages.get("/result")
    @expensive
    @cached_while(lambda: session.written)
    def page() -> ResponseReturnValue:
        told, role = said(), role_now()
        may_sign = [
            side for side in told.sides
            if told.ended and not side.signed and (role.name == "referee" or role.side == side.name)
        ]  # fmt: skip
        numbers = {side.name: number for number, side in enumerate(session.info.sides, start=1)}
        qr = segno.make(told.seal_text or "Vedette", micro=False).svg_inline(
            scale=4, border=3, light="#fff", dark="#000"
        )
        return show_page(
            "result.html",
            ["result", "film"],
            said=told,
            may_sign=may_sign,
            lines=lines_of(told, numbers),
            numbers=numbers,
            qr=qr,
        )

    @pages.get("/api/result")
    @expensive
    @cached_while(lambda: session.written)
    @json_answer
    def data() -> ResultView:
        """Return how the match ended, or how it stands."""
        return said()

    return pages


def lines_of(said: ResultView, numbers: Mapping[str, int]) -> list[Line]:
    """Return the lines of the plot, a side each; none before two turns have begun."""
    if len(said.scores) < 2:
        return []
    first, last = said.scores[0].turn, said.scores[-1].turn
    found = []
    for side in said.sides:
        spots = [
            (WIDE * (it.turn - first) / (last - first), HIGH * (1 - it.shares[side.name]))
            for it in said.scores if side.name in it.shares
        ]  # fmt: skip
        if spots:
            path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in spots)
            found.append(Line(numbers.get(side.name, 1), path, spots[-1]))
    return found
