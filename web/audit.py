"""The move audit of a match, as a page and JSON: how far each stand went in each turn, and how far it might."""

from dataclasses import replace

from flask import Blueprint
from flask.typing import ResponseReturnValue

from referee.audit.audit import TurnAudit, audit_of, last_ended
from referee.audit.picture import WIDE, picture_of
from referee.audit.text import SIGNS, AuditView, audit_said
from referee.audit.verdicts import StandMove
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

    def said(found: tuple[TurnAudit, ...]) -> AuditView:
        if rounder_for(session) is not None:
            found = tuple(_veiled(turn) for turn in found if turn.ended)
        titles = {side.name: side.title for side in session.info.sides}
        return audit_said(session.info.game, found, titles, language=asked_language())

    def whole() -> AuditView:
        return said(audit_of(session.journal, session.position().table))

    @pages.get("/audit")
    @expensive
    @cached_while(lambda: (session.written, session.versions.of_table))
    def page() -> ResponseReturnValue:
        told = whole()
        pictures = [picture_of(turn.moves) for turn in told.turns]
        return show_page("audit.html", ["audit"], said=told, pictures=pictures, wide=WIDE, signs=SIGNS, looks=LOOKS)

    @pages.get("/api/audit")
    @expensive
    @cached_while(lambda: (session.written, session.versions.of_table))
    @json_answer
    def data() -> AuditView:
        """Return the match's move audit, the newest turn first."""
        return whole()

    @pages.get("/api/audit/last")
    @expensive
    @cached_while(lambda: session.written)
    @json_answer
    def last() -> AuditView:
        """Return of the match's move audit the newest turn that has ended, where somebody moved in one."""
        found = last_ended(session.journal)
        return said(() if found is None else (found,))

    return pages


def _veiled(turn: TurnAudit) -> TurnAudit:
    """Return a turn while distances are hidden: no ways, and lengths in steps."""
    return replace(turn, moves=tuple(map(_veiled_move, turn.moves)))


def _veiled_move(move: StandMove) -> StandMove:
    length = move.length if move.unit != "cm" else Measurement(stepped_cm(move.length.value), STEP_CM / 4)
    return replace(move, length=length, points=())
