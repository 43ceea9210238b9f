"""What an organiser does on the evening's page: begin, pair, run the clock, type results, take players in and out."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Literal

from flask import Blueprint
from pydantic import Field, StrictInt

from referee.club.evening.game import Form, Outcome
from referee.club.evening.organising import ClockAct, Evenings
from referee.words.translation import say
from table.names import Name
from web.answers import json_answer
from web.bodies import Body, json_body
from web.hall.evening_view import scenario_text
from web.language import asked_language
from web.marks import organiser_only
from web.roles import role_now

Number = Annotated[StrictInt, Field(ge=1)]
Scenario = Annotated[str, Field(max_length=120)]


class BeginEvening(Body):
    """An evening's name and form, its players and tables in their order, minutes of a round and between two."""

    name: Name
    form: Form
    players: Annotated[list[Name], Field(max_length=200)]
    tables: Annotated[list[Name], Field(max_length=200)]
    minutes: Annotated[StrictInt, Field(ge=1, le=600)]
    reset_minutes: Annotated[StrictInt, Field(ge=0, le=120)]
    typed = True


class PairRound(Body):
    """The round to be paired, which is the next, and its scenario; left out, the one before it."""

    round: Number
    scenario: Scenario | None = None


class RunClock(Body):
    """What the round's clock does; ``minutes`` are added with ``longer``."""

    act: ClockAct
    minutes: Annotated[StrictInt, Field(ge=1, le=600)] = 5
    typed = True


class OneGame(Body):
    """A game: its round, and its number in it."""

    round: Number
    pairing: Number


class TypeResult(OneGame):
    """How a game ended; ``open``: what was said of it does not count."""

    outcome: Outcome


class AddPlayer(Body):
    """Who takes part from the next round on."""

    name: Name
    typed = True


class DropPlayer(Body):
    """Who is paired no more, by his number in the club."""

    player: Number


class ChooseScenario(Body):
    """The scenario of all tables: GAME/FILE of one that comes with its game, or nothing."""

    scenario: Scenario


@dataclass(frozen=True, slots=True)
class DoneView:
    """It is done."""

    done: Literal[True] = True


def evening_acts(pages: Blueprint, evenings: Evenings, look: Callable[[], object]) -> None:
    """Add the organiser's acts to the evening's pages; ``look`` is called after each, so that pages hear of it."""

    def done() -> DoneView:
        look()
        return DoneView()

    @pages.post("/api/evening/begin")
    @organiser_only
    @json_body(BeginEvening)
    @json_answer
    def begin(body: BeginEvening) -> DoneView:
        """Begin an evening; it takes the place of the one before, which is kept."""
        evenings.begin(
            body.name, body.form, body.players, body.tables, minutes=body.minutes, reset_minutes=body.reset_minutes
        )
        return done()

    @pages.post("/api/evening/pair")
    @organiser_only
    @json_body(PairRound)
    @json_answer
    def pair(body: PairRound) -> DoneView:
        """Pair the next round."""
        if body.scenario:
            scenario_text(body.scenario)
        evenings.pair(body.round, body.scenario)
        return done()

    @pages.post("/api/evening/clock")
    @organiser_only
    @json_body(RunClock)
    @json_answer
    def clock(body: RunClock) -> DoneView:
        """Start, pause or end the round's clock, or give it more time."""
        evenings.run_clock(body.act, body.minutes)
        return done()

    @pages.post("/api/evening/result")
    @organiser_only
    @json_body(TypeResult)
    @json_answer
    def result(body: TypeResult) -> DoneView:
        """Type how a game ended, or correct it."""
        role = role_now()
        name = role.title or say(f"page.role_{role.name}", asked_language())
        evenings.type_result(body.round, body.pairing, body.outcome, name)
        return done()

    @pages.post("/api/evening/swap")
    @organiser_only
    @json_body(OneGame)
    @json_answer
    def swap(body: OneGame) -> DoneView:
        """Swap who plays which side."""
        evenings.swap(body.round, body.pairing)
        return done()

    @pages.post("/api/evening/player")
    @organiser_only
    @json_body(AddPlayer)
    @json_answer
    def player(body: AddPlayer) -> DoneView:
        """Let a player take part from the next round on."""
        evenings.come(body.name)
        return done()

    @pages.post("/api/evening/drop")
    @organiser_only
    @json_body(DropPlayer)
    @json_answer
    def drop(body: DropPlayer) -> DoneView:
        """Pair a player no more."""
        evenings.drop(body.player)
        return done()

    @pages.post("/api/evening/scenario")
    @organiser_only
    @json_body(ChooseScenario)
    @json_answer
    def scenario(body: ChooseScenario) -> DoneView:
        """Choose the scenario of all tables of this round."""
        if body.scenario:
            scenario_text(body.scenario)
        evenings.choose_scenario(body.scenario)
        return done()
