"""The set-up's pages: the shelf of matches, and one page a step."""

import io
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
import segno
from flask import Blueprint, Response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from referee.match.state import NotNow
from referee.setup.folder import SetUp
from referee.setup.match_file import new_match
from referee.setup.scenario import Scenario, parse_scenario, scenario_in, shipped
from referee.setup.steps import STEPS, next_step
from referee.view_fields import fields_of
from rules.registry import game_names
from vision.above import jpeg_bytes
from web.answers import json_answer
from web.bodies import json_body
from web.errors import Refused
from web.language import asked_language
from web.marks import answers, referee_only
from web.pages import show_page
from web.setup import views
from web.setup.bodies import NewMatch
from web.setup.calibration_steps import calibration_step_routes
from web.setup.first_steps import first_step_routes, mustering_routes, speak
from web.setup.heights_step import heights_routes
from web.setup.initial_values import or_none, told_of, values_of
from web.setup.keeping import keeping_routes
from web.setup.lens_step import lens_routes
from web.setup.plan_page import plan_routes
from web.setup.session import SetupSession, WorkResult
from web.setup.setup_routes import SetupRoutes, version_of
from web.setup.unseen_step import unseen_routes
from web.table_number import TableNumberView, number_now

LIVE_PX = 1280
"""The widest live picture: a phone's screen has no more."""


@dataclass(frozen=True, slots=True)
class NewView:
    """A new set-up, and its first page."""

    id: str
    href: str


@dataclass(frozen=True, slots=True)
class SetupStateView:
    """How far a set-up is, and how its camera and table are now."""

    steps: tuple[views.SetupStepView, ...]
    live: views.AnyLiveView
    number: TableNumberView | None


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkView:
    """How far a step's work is, what came of it, why it failed."""

    name: str
    number: int
    running: bool
    done: int
    of: int
    result: WorkResult
    error: str | None


@cache
def _scenarios(language: str) -> tuple[tuple[str, str, Scenario], ...]:
    """Return the scenarios that come with the games: the game, the file's name, and what is in it."""
    return tuple(
        (game, name, parse_scenario(text, name).in_language(language))
        for game in game_names()
        for name, text in shipped(game).items()
    )


def setup_blueprint(setup_session: SetupSession) -> Blueprint:
    """Return the pages under /setup and the routes under /api/setup; all are the referee's."""
    setup = Blueprint("setup", __name__)
    routes = SetupRoutes(setup, setup_session)

    @setup.get("/setup")
    @referee_only
    def page() -> ResponseReturnValue:
        return show_page("setup/shelf.html", ["setup"], known=setup_session.shelf.all(), told_of=told_of,
                         games=game_names(), scenarios=_scenarios(asked_language()))  # fmt: skip

    @setup.post("/api/setup/new")
    @json_body(NewMatch)
    @json_answer
    def new(body: NewMatch) -> NewView:
        """Begin a new set-up."""
        setup_session.let_another_in()
        known_id, made = setup_session.shelf.new()
        made.match = new_match(body.game, body.game.capitalize(), body.language)
        speak(body.language)
        return NewView(known_id, url_for("setup.step", known_id=known_id, key="match"))

    @setup.get("/setup/<known_id>")
    @referee_only
    def first(known_id: str) -> ResponseReturnValue:
        return redirect(url_for("setup.step", known_id=known_id, key=next_step(setup_session.setup(known_id))))

    @setup.get("/setup/<known_id>/<key>")
    @referee_only
    def step(known_id: str, key: str) -> ResponseReturnValue:
        if key not in STEPS:
            raise Refused("there is nothing at {path}", 404, path=request.path)
        made, language = setup_session.setup(known_id), asked_language()
        steps = views.rail(made, language)
        here = STEPS.index(key)
        laid = scenario_in(made)
        after = steps[here + 1].href if here + 1 < len(STEPS) else None
        return show_page(
            f"setup/{key}.html", ["setup", "terrain", "unseen"], known_id=known_id, key=key, steps=steps,
            here=steps[here], after=after, before=steps[here - 1].href if here else url_for("setup.page"),
            number=here + 1, version=version_of(made, key),
            match=or_none(lambda: made.match), scenario=laid and laid.in_language(language),
            playing=setup_session.session is not None,
            **values_of(setup_session, made, key),
        )  # fmt: skip

    @routes.get("/state")
    @json_answer
    def state(made: SetUp) -> SetupStateView:
        language = asked_language()
        return SetupStateView(
            steps=views.rail(made, language),
            live=views.live(setup_session, made, language, closely=request.args.get("closely") == "1"),
            number=number_now(),
        )

    @routes.get("/live.jpg")
    @answers("image/jpeg")
    def picture(_: SetUp) -> ResponseReturnValue:
        image = setup_session.frame().image
        if image.shape[1] > LIVE_PX:
            size = (LIVE_PX, round(image.shape[0] * LIVE_PX / image.shape[1]))
            image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
        return Response(jpeg_bytes(image), mimetype="image/jpeg")

    @routes.get("/plan.jpg")
    @answers("image/jpeg")
    def plan(_: SetUp) -> ResponseReturnValue:
        observer = setup_session.capture_loop.observer if setup_session.capture_loop is not None else None
        if observer is None or observer.observation.jpeg is None:
            raise NotNow("no picture comes from the camera yet")
        return Response(observer.observation.jpeg(), mimetype="image/jpeg")

    @routes.get("/work")
    @json_answer
    def work(_: SetUp) -> WorkView:
        told = setup_session.work.status
        line = None if told.error is None else views.error_line(told.error, asked_language())
        return WorkView(**{**fields_of(told), "result": told.result or WorkResult(), "error": line})

    @setup.get("/setup/<known_id>/join.svg")
    @referee_only
    def join_code(known_id: str) -> ResponseReturnValue:
        setup_session.setup(known_id)
        address = setup_session.place()
        if address is None:
            raise Refused("there is nothing at {path}", 404, path=request.path)
        drawn = io.BytesIO()
        segno.make(address, micro=False).save(drawn, kind="svg", scale=8, border=2, dark="#000000", light="#ffffff")
        return Response(drawn.getvalue(), mimetype="image/svg+xml")

    keeping_routes(setup, setup_session)
    plan_routes(setup)
    first_step_routes(setup, routes, setup_session)
    lens_routes(routes, setup_session)
    calibration_step_routes(routes, setup_session)
    unseen_routes(routes, setup_session)
    heights_routes(routes, setup_session)
    mustering_routes(routes, setup_session)
    return setup
