"""The cannons on the page: the referee's taps in a rig's place, the proposal, its pictures; the demo's gunner."""

from dataclasses import dataclass
from typing import Annotated

from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue
from pydantic import Field, StrictBool, StrictInt

from referee.cannon.causes import CauseWord
from referee.cannon.pictures import crop
from referee.cannon.proposal import Proposal
from referee.cannon.service import ShotService
from referee.evidence.frames import NoFrame, frame_bytes
from referee.match.match import Match
from referee.match.state import NotNow
from table.leaning import leaned
from table.names import Name
from web.act_route import Acting
from web.answers import json_answer
from web.bodies import Body, json_body
from web.errors import Refused
from web.marks import answers
from web.match_session import MatchSession
from web.privacy import need_picture, rounder_for
from web.view import MatchView


@dataclass(frozen=True, slots=True)
class ClockView:
    """The time that the cannons' seconds are counted by."""

    now_s: float


class Of(Body):
    """Whose cannon."""

    side: Name


class Numbered(Body):
    """Which proposal is meant, so that nobody confirms another one than he saw."""

    number: Annotated[StrictInt, Field(ge=0, le=2**31)]


class NameOne(Numbered):
    """Whom a commander names of those a ricochet left in doubt (M5.4 iii)."""

    name: Name


class NameNobody(Numbered):
    """The side whose commander names nobody (M5.4 iii)."""

    side: Name


class Amend(Numbered):
    """The referee's word on one figure: whether it fell, and why."""

    name: Name
    fell: StrictBool
    cause: CauseWord | None = None


def cannon_blueprint(session: MatchSession) -> Blueprint:
    """Return the routes under /api/cannon, a shot's pictures, and /api/rehearsal/fire."""
    routes = Blueprint("cannon", __name__)

    act = Acting(routes, session)

    def shots() -> ShotService:
        if session.shots is None:
            raise NotNow("this game has no cannons")
        return session.shots

    @routes.get("/api/cannon/clock")
    @json_answer
    def clock() -> ClockView:
        """Tell the time that ``since_s`` in the view is counted by."""
        state = session.reading().cannon
        if state is None:
            raise Refused("this game has no cannons", 404)
        return ClockView(state.now_s)

    @act("/api/cannon/cock", Of)
    def cock(_: Match, body: Of) -> None:
        """Say, where no rig does, that a cannon is cocked."""
        shots().cock(body.side)

    @act("/api/cannon/fired", Of)
    def fired(_: Match, body: Of) -> None:
        """Say, where no rig does, that it was fired."""
        shots().fire(body.side)

    @act("/api/cannon/uncock", Of)
    def uncock(_: Match, body: Of) -> None:
        """Say that the spring was let down again."""
        shots().uncock(body.side)

    @act("/api/cannon/look", Body)
    def look(_: Match, __: Body) -> None:
        """Say that the table is still, whatever the camera thinks."""
        shots().look_now()

    @act("/api/cannon/amend", Amend)
    def amend(_: Match, body: Amend) -> None:
        """Say of one figure whether it fell, and why."""
        shots().amend(body.number, body.name, fell=body.fell, cause=body.cause)

    @act("/api/cannon/name", NameOne)
    def name_one(_: Match, body: NameOne) -> None:
        """Say whom the commander who suffers names."""
        shots().name_one(body.number, body.name)

    @act("/api/cannon/nobody", NameNobody)
    def name_nobody(_: Match, body: NameNobody) -> None:
        """Say that the commander who suffers names nobody."""
        shots().name_nobody(body.number, body.side)

    @act("/api/cannon/confirm", Numbered)
    def confirm(_: Match, body: Numbered) -> None:
        """Let the shot happen as proposed and amended."""
        shots().confirm(body.number)
        if (up := shots().to_stand_up()).stands:  # who fell and stays is stood up where he stood (M5.3)
            session.stand_up(up)

    @act("/api/cannon/dismiss", Numbered)
    def dismiss(_: Match, body: Numbered) -> None:
        """Let a shot count for nothing."""
        shots().dismiss(body.number)

    @act("/api/cannon/again", Body)
    def again(_: Match, __: Body) -> None:
        """Look at the last shot again."""
        shots().reopen()

    @routes.post("/api/rehearsal/fire")
    @json_body(Of)
    @json_answer
    def fire(body: Of) -> MatchView:
        """Let the demo's gunner fire that side's cannon; in the demo only."""
        if session.shots is None or session.shots.gunner is None:
            raise NotNow("this table is a real one: its gunner fires, Vedette never does")
        session.shots.gunner(body.side)
        return act.view()

    _pictures(session, routes)
    return routes


def _pictures(session: MatchSession, routes: Blueprint) -> None:
    @routes.get("/cannon/shots/<int:number>/<when>.jpg")
    @answers("image/jpeg")
    def picture(number: int, when: str) -> ResponseReturnValue:
        """Return what the picture before or after a shot shows of one figure."""
        need_picture(session)
        proposal, name = _proposal(session, number), request.args.get("stand")
        if when not in ("before", "after") or name is None or name not in proposal.table:
            raise Refused("there is no such picture of this shot", 404)
        frame = proposal.before if when == "before" else proposal.after
        try:
            jpeg = frame_bytes(session.frames, frame)
        except NoFrame:
            raise Refused("there is no such picture of this shot", 404) from None
        assert frame is not None
        if frame.picture_cm is None:
            raise Refused("there is no such picture of this shot", 404)
        stand, rounder = proposal.table.stand(name), rounder_for(session)
        stand = stand if rounder is None else rounder.stand(stand)
        shown = leaned(stand.centre, stand.z_cm, frame.camera_cm) if frame.camera_cm else stand.centre
        made = crop(jpeg, frame.picture_cm, shown)
        return Response(made, mimetype="image/jpeg", headers={"Cache-Control": "private, max-age=3600"})


def _proposal(session: MatchSession, number: int) -> Proposal:
    state = session.reading().cannon
    for proposal in () if state is None else (state.proposal, state.answered):
        if proposal is not None and proposal.number == number:
            return proposal
    raise Refused("there is no such picture of this shot", 404)
