"""Calls of a referee in the hall: every referee sees them, one takes one, either side closes it."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated

from flask import Blueprint
from pydantic import Field, StrictInt

from referee.club.calls import Call, close_call, take_call
from referee.club.record import Club, reading_match
from referee.evidence.card_lookup import card_at, numbers_of_cards
from referee.ruling_view import capital, ruling_view
from referee.words.translation import say
from table.errors import VedetteError
from web.answers import json_answer
from web.bodies import Body, json_body
from web.hall.door import name_now
from web.hall.news import HallNews
from web.hall.sending import Seal
from web.language import asked_language
from web.marks import referee_only
from web.roles import role_now

MOST_RULINGS = 200


class OfCall(Body):
    """Which call: its match, and the number of its entry."""

    match: Seal
    number: Annotated[StrictInt, Field(ge=1, lt=2**31)]


@dataclass(frozen=True, slots=True)
class RuleView:
    """A condition of a ruling, said, and its clause."""

    clause: str
    sentence: str


@dataclass(frozen=True, slots=True)
class HallCall:
    """A call as the referees see it: where and what about, who comes, and the ruling that is on the table there.

    ``mine``: who asks has taken it, or it is wanted of him by name.
    """

    place: str
    match: str
    number: int
    time: str
    about: str
    taken: str
    mine: bool
    address: str
    ruling: str = ""
    rules: tuple[RuleView, ...] = ()


@dataclass(frozen=True, slots=True)
class HallCallsView:
    """The calls that are open, the first that came first."""

    calls: tuple[HallCall, ...]


class OpenCalls:
    """The calls that are open as the referees see them; the ruling that each is about is read once."""

    def __init__(self, club: Club, news: HallNews) -> None:
        self._club, self._news = club, news
        self._rulings = lru_cache(MOST_RULINGS)(self._ruling)

    def now(self, language: str) -> tuple[HallCall, ...]:
        """Return them, the first that came first."""
        return tuple(self._shown(call, language) for call in self._news.calls)

    def _shown(self, call: Call, language: str) -> HallCall:
        own = role_now().title
        about = call.about or (say("hall.call_appeal", language, of=call.appeal) if call.appeal is not None else "")
        if call.wanted:
            about = say("hall.call_wanted", language, about=about, name=call.wanted)
        mine = bool(own) and own in (call.taken, call.wanted)
        shown = HallCall(call.place, call.match, call.number, call.time, about, call.taken, mine, call.address)
        try:
            with reading_match(call.match):
                ruling, rules = self._rulings(call.match, call.number, call.appeal, language)
        except VedetteError:
            return shown  # a match that cannot be read: who is called goes and looks
        return replace(shown, ruling=ruling, rules=rules)

    def _ruling(self, match: str, called: int, appeal: int | None, language: str) -> tuple[str, tuple[RuleView, ...]]:
        """Return the ruling that an appeal is against, or that was on the table when the referee was called."""
        journal = self._club.journal(match)
        number = appeal
        if number is None:
            number = next((card for card in numbers_of_cards(journal) if card < called), None)
        if number is None:
            return "", ()
        said = ruling_view(card_at(journal, number).ruling, language=language)
        rules = tuple(RuleView(check.clause, check.sentence) for check in said.checks)
        return said.sentence if said.outcome is None else capital(said.outcome), rules


def calling_blueprint(club: Club, news: HallNews, open_calls: OpenCalls) -> Blueprint:
    """Return the routes by which referees take calls."""
    calling = Blueprint("calling", __name__, url_prefix="/api/calls")

    @calling.get("")
    @referee_only
    @json_answer
    def calls() -> HallCallsView:
        """Return the calls that are open."""
        return HallCallsView(open_calls.now(asked_language()))

    @calling.post("/take")
    @referee_only
    @json_body(OfCall)
    @json_answer
    def take(body: OfCall) -> HallCallsView:
        """Take a call: who does so first comes."""
        with club.writing() as connection:
            take_call(connection, body.match, body.number, name_now())
        news.look()
        return HallCallsView(open_calls.now(asked_language()))

    @calling.post("/close")
    @referee_only
    @json_body(OfCall)
    @json_answer
    def close(body: OfCall) -> HallCallsView:
        """Say that a call is dealt with."""
        with club.writing() as connection:
            close_call(connection, body.match, body.number)
        news.look()
        return HallCallsView(open_calls.now(asked_language()))

    return calling
