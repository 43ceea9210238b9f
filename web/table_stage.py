"""A match at a real table put together: a set-up's files, the capture loop of its camera, the match and the session."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee.cannon.falls_finder import falls_finder
from referee.cannon.ring import KeptFrame
from referee.capture_loop import Audience, CaptureLoop
from referee.evidence.frames import FrameFolder
from referee.journal.store import Journal
from referee.setup.folder import SetUp
from referee.setup.match_file import MatchFile
from referee.setup.ready import all_stands
from referee.setup.scenario import scenario_in, start_on
from referee.setup.steps import missing_for, playable
from referee.setup.table_number import number_of
from referee.shots.cannon import Cannon
from referee.table_observer import TableObserver
from rules.registry import game_named
from rules.settings import read_settings
from table.errors import BadInput
from table.roster import Roster
from vision.table_view import TableView
from web.cannon_plug_in import cannons_of, plug_in_cannons
from web.match_session import Die, MatchSession
from web.stage import session_of

PROGRAM = "vedette serve"


def open_table(
    setup: SetUp, capture_loop: CaptureLoop, die: Die, journal: Journal | None = None, frames: FrameFolder | None = None
) -> MatchSession:
    """Return the session of a match at the set-up's table, on which the capture loop looks from now on.

    Raises BadInput where the set-up is not finished, or a file in it is wrong.
    """
    match, observer = setup.match, observer_of(setup)
    if match is None or observer is None or not playable(setup):
        missing = ", ".join(missing_for(setup, "play")) or "match"
        raise BadInput("the set-up is not finished, {missing} is to do", missing=missing)
    frame = capture_loop.reading.frame
    if frame is not None:
        # Looked at before anybody hears of it: the page opens on a measured table.
        (observer.study if capture_loop.reading.single else observer.see)(frame.image, capture_loop.clock.now_s())
    first = (
        observer.observation if observer.observation.table.stands else None
    )  # before the capture loop's own thread looks again
    capture_loop.use(observer)
    info = match.info()
    game = game_named(match.game)
    settings = read_settings(game.settings, info.settings, "match.toml")
    counted = game.strengths(game.complete(all_stands(observer.roster), settings, match.roster))
    # What a side starts with is the roster's; at which edge it sits only the table tells.
    standing = game.strengths(game.complete((first or observer.observation).table, settings, "table"))
    counted = {side: {**told, **_edge(standing.get(side, {}))} for side, told in counted.items()}
    for cannon in match.cannons:  # ammunition that match.toml gives a cannon is what the rules count from (M5.1)
        if cannon.ammunition != Cannon(side=cannon.side).ammunition:
            counted = {**counted, cannon.side: {**counted.get(cannon.side, {}), "shells": cannon.ammunition}}
    known = {side: {**counted.get(side, {}), **info.known.get(side, {})} for side in {*counted, *info.known}}
    info = replace(info, known=known)  # what a side starts with is the roster's where nobody said it
    session = session_of(
        info, observer.roster, first or observer.observation, die, capture_loop.clock.now_s, PROGRAM, journal, frames
    )
    session.number = lambda: number_of(setup)
    scenario = scenario_in(setup)
    if scenario is not None:
        session.putting_back.start = lambda: start_on(scenario, observer.roster, session.observation.table)
    session.observer = lambda: capture_loop.observer or observer
    _put_cannons(session, match, capture_loop, observer)

    def film(time_s: float, picture: NDArray[np.uint8]) -> None:
        session.film(KeptFrame(time_s, picture))

    capture_loop.audience = Audience(
        session.publish, lambda: session.memory().fallen, film, lambda: session.wants_film,
        lambda: session.laid.pieces,
    )  # fmt: skip
    return session


def _edge(told: Mapping[str, Any]) -> dict[str, Any]:
    return {"edge": told["edge"]} if "edge" in told else {}


def _put_cannons(session: MatchSession, match: MatchFile, capture_loop: CaptureLoop, observer: TableObserver) -> None:
    """Put the cannons in the session of a game that has them, and listen to their rigs."""
    info = session.info
    settings = read_settings(game_named(info.game).settings, info.settings, "match.toml")
    if "shot" not in game_named(info.game).verbs or getattr(settings, "infantry_only", False):
        return
    sides = [side.name for side in info.sides]
    known = {side: told["shells"] for side, told in info.known.items() if told.get("shells") is not None}
    cannons = cannons_of(match.cannons, sides, int(getattr(settings, "shells", 0)), known)

    def view() -> TableView:
        return (capture_loop.observer or observer).tracker.view

    plug_in_cannons(session, cannons, capture_loop.clock.now_s, view, falls_finder(view, observer.roster))


def observer_of(setup: SetUp) -> TableObserver | None:
    """Return what follows the set-up's table: nobody where it is not calibrated."""
    view, roster = setup.table, setup.roster
    if view is None:
        return None
    return TableObserver(view, roster or Roster(), setup.terrain or ())
