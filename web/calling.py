"""Calling a referee of the hall from the table's page, and what became of the call."""

from typing import Annotated

from flask import Blueprint
from pydantic import Field

from referee.club.call_desk import CallDesk
from referee.club.calls import CALL_CLOSED, MOST_ABOUT, call_note
from referee.club.outbox import Relay
from referee.journal.payloads import Note
from referee.match.match import Match
from referee.match.state import NotNow
from web.act_route import Acting
from web.bodies import Body
from web.doors.door import Door
from web.match_session import MatchSession
from web.table_report import TableReporter


class CallReferee(Body):
    """What a referee is called for, where somebody says so."""

    about: Annotated[str, Field(max_length=MOST_ABOUT)] = ""


def calling_blueprint(session: MatchSession, door: Door) -> Blueprint:
    """Return the routes by which a table calls a referee; ``door`` knows the address of its page."""
    calling = Blueprint("calling", __name__, url_prefix="/api/call")
    act = Acting(calling, session)

    @act("/referee", CallReferee, players=True)
    def referee(match: Match, body: CallReferee) -> None:
        """Call a referee of the hall."""
        if _desk(session).read().state != "none":
            raise NotNow("a referee is called already")
        match.note(call_note(" ".join(body.about.split()), door.place()))
        _desk(session).read()

    @act("/close", Body, players=True)
    def close(match: Match, _: Body) -> None:
        """Say that no referee is needed any more."""
        if _desk(session).read().state == "none":
            raise NotNow("no referee is called")
        match.note(Note(about=CALL_CLOSED))
        _desk(session).read()

    return calling


def send_by(session: MatchSession, relay: Relay) -> None:
    """Let a match be sent on to a club by that, and the pages hear of what the club answers."""
    session.relay = relay
    relay.desk.at_news = lambda: session.hear(lambda: True)
    relay.reports.make = TableReporter(session)


def _desk(session: MatchSession) -> CallDesk:
    if session.relay is None:
        raise NotNow("this table sends to no hall: there is nobody to call")
    return session.relay.desk
