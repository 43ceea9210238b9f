"""Putting stands back: the moments to choose from, begin, it was a move, leave the rest; and the demo's sleeve."""

from dataclasses import dataclass
from typing import Annotated

from flask import Blueprint
from pydantic import Field, StrictBool, StrictInt

from referee.journal.entry_sentences import entry_sentence
from referee.match.match import Match
from referee.match.state import NotNow
from referee.match_info import MatchInfo
from referee.putting_back.hints import MOST_CM, MOST_DEG, Tolerance
from referee.putting_back.progress import Moments
from web.act_route import Acting
from web.answers import json_answer
from web.bodies import Body, json_body
from web.language import asked_language
from web.match_session import MatchSession
from web.plan_view import titles_of
from web.privacy import rounder_for
from web.put_back_view import moved_said
from web.rounder import Rounder
from web.view import MatchView


@dataclass(frozen=True, slots=True)
class MomentView:
    """An entry of the journal to put stands back to: what happened then, and how many stands are off."""

    entry: int
    off: int
    time: str
    what: str


@dataclass(frozen=True, slots=True)
class MomentsView:
    """The moments to put stands back to; ``last`` is who was moved by the last disturbance.

    ``start`` is how many stands are not where the match begins; None where nobody has written that down.
    """

    last: tuple[str, ...] | None
    start: int | None
    entries: tuple[MomentView, ...]


class Begin(Body):
    """As before the last disturbance, as at an entry of the journal, or as the match begins.

    The tolerances are how near its place a stand counts as back.
    """

    start: StrictBool = False
    entry: Annotated[StrictInt, Field(ge=1, le=2**53)] | None = None
    tolerance_cm: Annotated[float, Field(strict=True, gt=0, le=MOST_CM)] | None = None
    tolerance_deg: Annotated[float, Field(strict=True, gt=0, le=MOST_DEG)] | None = None

    @property
    def tolerance(self) -> Tolerance | None:
        """The tolerance asked for, None for the table's usual one."""
        if self.tolerance_cm is None and self.tolerance_deg is None:
            return None
        usual = Tolerance()
        return Tolerance(self.tolerance_cm or usual.cm, self.tolerance_deg or usual.deg)


def putting_back_blueprint(session: MatchSession) -> Blueprint:
    """Return the routes under /api/putting-back, and /api/rehearsal/bump."""
    routes = Blueprint("putting_back", __name__, url_prefix="/api")

    act = Acting(routes, session)

    @routes.get("/putting-back/moments")
    @json_answer
    def moments() -> MomentsView:
        """Tell the moments that stands can be put back to."""
        return _moments(session.info, session.moments(), asked_language(), rounder_for(session))

    @act("/putting-back/begin", Begin)
    def begin(_: Match, body: Begin) -> None:
        """Begin to put stands back."""
        session.putting_back.begin(body.entry, body.tolerance, at_start=body.start)

    @act("/putting-back/decline", Body)
    def decline(_: Match, __: Body) -> None:
        """Say that it was a move."""
        session.putting_back.decline()

    @act("/putting-back/end", Body)
    def end(_: Match, __: Body) -> None:
        """Leave what is not back where it stands."""
        session.putting_back.end()

    @routes.post("/rehearsal/bump")
    @json_body(Body)
    @json_answer
    def bump(body: Body) -> MatchView:  # noqa: ARG001
        """Let a sleeve shove stands; in the demo only."""
        if session.bump is None:
            raise NotNow("this table is a real one: bump it yourself")
        session.bump()
        return act.view()

    return routes


def _moments(info: MatchInfo, found: Moments, language: str, rounder: Rounder | None) -> MomentsView:
    last, start, entries = found
    moved = () if last is None else last.moved if rounder is None else tuple(map(rounder.hint, last.moved))
    titles = titles_of(info, language)
    said = [(entry if rounder is None else rounder.entry(entry), off) for entry, off in entries]
    return MomentsView(
        last=None if last is None else moved_said(moved, language),
        start=start,
        entries=tuple(
            MomentView(
                entry=entry.sequence,
                off=off,
                time=entry.time,
                what=entry_sentence(info.game, entry, titles=titles, language=language),
            )
            for entry, off in said
        ),
    )
