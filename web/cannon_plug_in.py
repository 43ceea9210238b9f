"""Cannons plugged into a session: the shots, the worker that looks at what fell, and the lines to the rigs."""

import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from referee.cannon.found import Find
from referee.cannon.pictures import WorkerReport, report_on
from referee.cannon.rigs import RigLines
from referee.cannon.service import ShotService
from referee.cannon.shot_state import Comparing
from referee.shots.cannon import Cannon
from table.errors import VedetteError
from vision.table_view import TableView
from web.match_session import MatchSession

log = logging.getLogger(__name__)

Submit = Callable[[Callable[[], None]], object]
"""Lets something be done soon, one after the other: a thread's, or in tests at once."""


def plug_in_cannons(
    session: MatchSession, cannons: Sequence[Cannon], now_s: Callable[[], float], view: Callable[[], TableView],
    find: Find, submit: Submit | None = None,
) -> ShotService:  # fmt: skip
    """Plug cannons into a session and listen to their rigs, until it closes.

    ``now_s`` is the clock of the looks, ``view`` the table as the camera sees it now, ``find`` looks at the frames of a
    shot; ``submit`` lets that be done, by default in a thread of its own.
    """
    if submit is None:
        threads = ThreadPoolExecutor(max_workers=1, thread_name_prefix="vedette-falls")
        session.at_close(lambda: threads.shutdown(wait=False, cancel_futures=True))
        submit = threads.submit

    def tell(report: WorkerReport) -> None:
        try:
            session.hear(lambda: shots.reported(report))
        except VedetteError:
            log.exception("what a shot did could not be told")

    def look_into(shot: Comparing) -> None:
        submit(lambda: tell(report_on(shot, find, view(), session.frames)))

    shots = session.plug_in(lambda match: ShotService(match, cannons, now_s, look_into))
    if any(cannon.port or cannon.rig for cannon in cannons):
        lines = RigLines(cannons, shots, session.hear)
        session.at_close(lines.close)
        lines.start()
    return shots


def cannons_of(given: Sequence[Cannon], sides: Sequence[str], shells: int, by_side: dict[str, int]) -> list[Cannon]:
    """Return a cannon for each side, as match.toml has it or without a rig, with the shells that the rules count."""
    known = {cannon.side: cannon for cannon in given}
    left = {side: by_side.get(side, shells) for side in sides}
    return [(known.get(side) or Cannon(side=side)).model_copy(update={"ammunition": left[side]}) for side in sides]
