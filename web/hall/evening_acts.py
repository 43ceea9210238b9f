"""What an organiser does on the evening's page: begin, pair, run the clock, type results, take players in and out."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Annotated, Literal

from flask import Blueprint
from pydantic import Field, StrictInt

from referee.club.evening.game import Form, Outcome
from referee.club.evening.organising import ClockAct, Evenings
from table.names import Name
from web.answers import json_answer
from web.bodies import AnyBody, Body, json_body
from web.hall.door import name_now
from web.hall.evening_view import scenario_text
from web.marks import organiser_only

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


Act = Callable[[AnyBody], object]


def evening_acts(pages: Blueprint, evenings: Evenings, look: Callable[[], object]) -> None:
    """Add the organiser's acts to the evening's pages; ``look`` is called after each, so that pages hear of it."""

    def doing(name: str, model: type[AnyBody]) -> Callable[[Act[AnyBody]], Act[AnyBody]]:
        """Return a decorator that makes an act's route of what it does."""

        def add(act: Act[AnyBody]) -> Act[AnyBody]:
            @json_body(model)
            @wraps(act)
            @json_answer
            def route(body: AnyBody) -> DoneView:
                act(body)
                look()
                return DoneView()

            pages.post(f"/api/evening/{name}")(organiser_only(route))
            return act

        return add

    @doing("begin", BeginEvening)
    def begin(body: BeginEvening) -> None:
        """Begin an evening; it takes the place of the one before, which is kept."""
        evenings.begin(
            body.name, body.form, body.players, body.tables, minutes=body.minutes, reset_minutes=body.reset_minutes
        )

    @doing("pair", PairRound)
    def pair(body: PairRound) -> None:
        """Pair the next round."""
        if body.scenario:
            scenario_text(body.scenario)
        evenings.pair(body.round, body.scenario)

    @doing("clock", RunClock)
    def clock(body: RunClock) -> None:
        """Start, pause or end the round's clock, or give it more time."""
        evenings.run_clock(body.act, body.minutes)

    @doing("result", TypeResult)
    def result(body: TypeResult) -> None:
        """Type how a game ended, or correct it."""
        evenings.type_result(body.round, body.pairing, body.outcome, name_now())

    @doing("swap", OneGame)
    def swap(body: OneGame) -> None:
        """Swap who plays which side."""
        evenings.swap(body.round, body.pairing)

    @doing("player", AddPlayer)
    def player(body: AddPlayer) -> None:
        """Let a player take part from the next round on."""
        evenings.come(body.name)

    @doing("drop", DropPlayer)
    def drop(body: DropPlayer) -> None:
        """Pair a player no more."""
        evenings.drop(body.player)

    @doing("scenario", ChooseScenario)
    def scenario(body: ChooseScenario) -> None:
        """Choose the scenario of all tables of this round."""
        if body.scenario:
            scenario_text(body.scenario)
        evenings.choose_scenario(body.scenario)
