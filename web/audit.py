"""The move audit of a match, as a page and JSON: how far each stand went in each turn, and how far it might."""

from dataclasses import replace

from flask import Blueprint
from flask.typing import ResponseReturnValue

from referee.audit.audit import TurnAudit, audit_of
from referee.audit.judged import StandMove
from referee.audit.picture import WIDE, picture_of
from referee.audit.said import SIGNS, AuditView, audit_said
from table.measurement import Measurement
from web.answers import json_answer
from web.language import asked_language
from web.marks import cached_while, expensive
from web.match_session import MatchSession
from web.pages import show_page
from web.privacy import rounder_for
from web.rounder import STEP_CM, stepped_cm

LOOKS: dict[str, str] = {"within": "as_fair", "over": "unusual", "refused": "unusual"}
"""The frame round a verdict, by the luck passport's names."""


def audit_blueprint(session: MatchSession) -> Blueprint:
    """Return the routes of the move audit."""
    pages = Blueprint("audit", __name__)

    def said() -> AuditView:
        found = audit_of(session.journal, session.position().table)
        if rounder_for(session) is not None:
            found = tuple(_veiled(turn) for turn in found if turn.ended)
        titles = {side.name: side.title for side in session.info.sides}
        return audit_said(session.info.game, found, titles, language=asked_language())

    @pages.get("/audit")
    @expensive
    @cached_while(lambda: (session.written, session.versions.of_table))
    def page() -> ResponseReturnValue:
        told = said()
        pictures = [picture_of(turn.moves) for turn in told.turns]
        return show_page("audit.html", ["audit"], said=told, pictures=pictures, wide=WIDE, signs=SIGNS, looks=LOOKS)

    @pages.get("/api/audit")
    @expensive
    @cached_while(lambda: (session.written, session.versions.of_table))
    @json_answer
    def data() -> AuditView:
        """Return the match's move audit, the newest turn first."""
        return said()

    return pages


def _veiled(turn: TurnAudit) -> TurnAudit:
    """Return a turn while distances are hidden: no ways, and lengths in steps."""
    return replace(turn, moves=tuple(map(_veiled_move, turn.moves)))


def _veiled_move(move: StandMove) -> StandMove:
    length = move.length if move.unit != "cm" else Measurement(stepped_cm(move.length.value), STEP_CM / 4)
    return replace(move, length=length, points=())
