"""A match at a real table put together: a set-up's files, the eye on its camera, the match and the desk."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee.cannon.ring import Kept
from referee.cannon.seeing import falls_finder
from referee.evidence.frames import FrameFolder
from referee.eye import Audience, Eye
from referee.journal.store import Journal
from referee.looking import Looker
from referee.setup.folder import SetUp
from referee.setup.match_file import MatchFile
from referee.setup.ready import all_stands
from referee.setup.steps import missing_for, playable
from referee.shots.cannon import Cannon
from rules.registry import game_named
from rules.settings import read_settings
from table.errors import BadInput
from table.roster import Roster
from vision.table_view import TableView
from web.cannon_plug_in import cannons_of, plug_in_cannons
from web.desk import Desk, Die
from web.stage import desk_of

PROGRAM = "vedette serve"


def open_table(
    setup: SetUp, eye: Eye, die: Die, journal: Journal | None = None, frames: FrameFolder | None = None
) -> Desk:
    """Return the desk of a match at the set-up's table, on which the eye looks from now on.

    Raises BadInput where the set-up is not finished, or a file in it is wrong.
    """
    match, looker = setup.match, looker_of(setup)
    if match is None or looker is None or not playable(setup):
        missing = ", ".join(missing_for(setup, "play")) or "match"
        raise BadInput("the set-up is not finished, {missing} is to do", missing=missing)
    frame = eye.fed.frame
    if frame is not None:
        # Looked at before anybody hears of it: the page opens on a measured table.
        (looker.study if eye.fed.single else looker.see)(frame.image, eye.clock.now_s())
    first = looker.look if looker.look.table.stands else None  # before the eye's own thread looks again
    eye.use(looker)
    info = match.info()
    game = game_named(match.game)
    settings = read_settings(game.settings, info.settings, "match.toml")
    counted = game.strengths(game.complete(all_stands(looker.roster), settings, match.roster))
    # What a side starts with is the roster's; at which edge it sits only the table tells.
    standing = game.strengths(game.complete((first or looker.look).table, settings, "table"))
    counted = {side: {**told, **_edge(standing.get(side, {}))} for side, told in counted.items()}
    for cannon in match.cannons:  # ammunition that match.toml gives a cannon is what the rules count from (M5.1)
        if cannon.shells != Cannon(side=cannon.side).shells:
            counted = {**counted, cannon.side: {**counted.get(cannon.side, {}), "shells": cannon.shells}}
    known = {side: {**counted.get(side, {}), **info.known.get(side, {})} for side in {*counted, *info.known}}
    info = replace(info, known=known)  # what a side starts with is the roster's where nobody said it
    desk = desk_of(info, looker.roster, first or looker.look, die, eye.clock.now_s, PROGRAM, journal, frames)
    _put_cannons(desk, match, eye, looker)

    def film(time_s: float, picture: NDArray[np.uint8]) -> None:
        desk.film(Kept(time_s, picture))

    eye.audience = Audience(desk.publish, lambda: desk.memory().fallen, film, lambda: desk.wants_film)
    return desk


def _edge(told: Mapping[str, Any]) -> dict[str, Any]:
    return {"edge": told["edge"]} if "edge" in told else {}


def _put_cannons(desk: Desk, match: MatchFile, eye: Eye, looker: Looker) -> None:
    """Put the cannons on the desk of a game that has them, and listen to their rigs."""
    info = desk.info
    settings = read_settings(game_named(info.game).settings, info.settings, "match.toml")
    if "shot" not in game_named(info.game).verbs or getattr(settings, "infantry_only", False):
        return
    sides = [side.name for side in info.sides]
    known = {side: told["shells"] for side, told in info.known.items() if told.get("shells") is not None}
    cannons = cannons_of(match.cannons, sides, int(getattr(settings, "shells", 0)), known)

    def view() -> TableView:
        return (eye.looker or looker).tracker.view

    plug_in_cannons(desk, cannons, eye.clock.now_s, view, falls_finder(view, looker.roster))


def looker_of(setup: SetUp) -> Looker | None:
    """Return what follows the set-up's table: nobody where it is not calibrated."""
    view, roster = setup.table, setup.roster
    if view is None:
        return None
    return Looker(view, roster or Roster(), setup.terrain or ())
