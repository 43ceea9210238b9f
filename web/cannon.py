"""The cannons on the page: the referee's taps in a rig's place, the proposal, its pictures; the demo's gunner."""

from collections.abc import Callable
from typing import Annotated

from flask import Blueprint, Response, jsonify, request
from flask.typing import ResponseReturnValue
from pydantic import Field, StrictBool, StrictInt

from referee.cannon.causes import CauseWord
from referee.cannon.pictures import crop
from referee.cannon.proposal import Proposal
from referee.cannon.reading import CannonReading
from referee.cannon.service import ShotService
from referee.evidence.frames import NoFrame, frame_bytes
from referee.match.state import NotNow
from table.names import Name
from web.bodies import Body, answers, json_body
from web.errors import Refused
from web.language import asked_language
from web.match_session import MatchSession
from web.privacy import need_picture, rounder_for
from web.view import view_of


class Of(Body):
    """Whose cannon."""

    side: Name


class Numbered(Body):
    """Which proposal is meant, so that nobody confirms another one than he saw."""

    number: Annotated[StrictInt, Field(ge=0, le=2**31)]


class NameOne(Numbered):
    """Whom a commander names of those a ricochet left in doubt (M5.4 iii)."""

    name: Name


class Amend(Numbered):
    """The referee's word on one figure: whether it fell, and why."""

    name: Name
    fell: StrictBool
    cause: CauseWord | None = None


def cannon_blueprint(session: MatchSession) -> Blueprint:
    """Return the routes under /api/cannon, a shot's pictures, and /api/rehearsal/fire; acts answer with the view."""
    routes = Blueprint("cannon", __name__)

    def act(what: Callable[[ShotService], object], seen: int | None) -> ResponseReturnValue:
        session.act(lambda _: what(_shots(session)), seen)
        return jsonify(view_of(session, asked_language()))

    @routes.get("/api/cannon/clock")
    def clock() -> ResponseReturnValue:
        """Tell the time that ``since_s`` in the view is counted by."""
        state = session.reading().of(CannonReading)
        if state is None:
            raise Refused("this game has no cannons", 404)
        return jsonify(now_s=state.now_s)

    @routes.post("/api/cannon/cock")
    @json_body(Of)
    def cock(body: Of) -> ResponseReturnValue:
        """Say, where no rig does, that a cannon is cocked."""
        return act(lambda shots: shots.cock(body.side), body.seen)

    @routes.post("/api/cannon/fired")
    @json_body(Of)
    def fired(body: Of) -> ResponseReturnValue:
        """Say, where no rig does, that it was fired."""
        return act(lambda shots: shots.fire(body.side), body.seen)

    @routes.post("/api/cannon/uncock")
    @json_body(Of)
    def uncock(body: Of) -> ResponseReturnValue:
        """Say that the spring was let down again."""
        return act(lambda shots: shots.uncock(body.side), body.seen)

    @routes.post("/api/cannon/look")
    @json_body(Body)
    def look(body: Body) -> ResponseReturnValue:
        """Say that the table is still, whatever the camera thinks."""
        return act(lambda shots: shots.look_now(), body.seen)

    @routes.post("/api/cannon/amend")
    @json_body(Amend)
    def amend(body: Amend) -> ResponseReturnValue:
        """Say of one figure whether it fell, and why."""
        return act(lambda shots: shots.amend(body.number, body.name, fell=body.fell, cause=body.cause), body.seen)

    @routes.post("/api/cannon/name")
    @json_body(NameOne)
    def name_one(body: NameOne) -> ResponseReturnValue:
        """Say whom the commander who suffers names."""
        return act(lambda shots: shots.name_one(body.number, body.name), body.seen)

    @routes.post("/api/cannon/confirm")
    @json_body(Numbered)
    def confirm(body: Numbered) -> ResponseReturnValue:
        """Let the shot happen as proposed and amended."""

        def confirmed(shots: ShotService) -> None:
            shots.confirm(body.number)
            if (up := shots.to_stand_up()).stands:  # who fell and stays is stood up where he stood (M5.3)
                session.stand_up(up)

        return act(confirmed, body.seen)

    @routes.post("/api/cannon/dismiss")
    @json_body(Numbered)
    def dismiss(body: Numbered) -> ResponseReturnValue:
        """Let a shot count for nothing."""
        return act(lambda shots: shots.dismiss(body.number), body.seen)

    @routes.post("/api/cannon/again")
    @json_body(Body)
    def again(body: Body) -> ResponseReturnValue:
        """Look at the last shot again."""
        return act(lambda shots: shots.reopen(), body.seen)

    @routes.post("/api/rehearsal/fire")
    @json_body(Of)
    def fire(body: Of) -> ResponseReturnValue:
        """Let the demo's gunner fire that side's cannon; in the demo only."""
        shots = session.plugged(ShotService)
        if shots is None or shots.gunner is None:
            raise NotNow("this table is a real one: its gunner fires, Vedette never does")
        shots.gunner(body.side)
        return jsonify(view_of(session, asked_language()))

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
        made = crop(jpeg, frame.picture_cm, (stand if rounder is None else rounder.stand(stand)).centre)
        return Response(made, mimetype="image/jpeg", headers={"Cache-Control": "private, max-age=3600"})


def _shots(session: MatchSession) -> ShotService:
    shots = session.plugged(ShotService)
    if shots is None:
        raise NotNow("this game has no cannons")
    return shots


def _proposal(session: MatchSession, number: int) -> Proposal:
    state = session.reading().of(CannonReading)
    for proposal in () if state is None else (state.proposal, state.answered):
        if proposal is not None and proposal.number == number:
            return proposal
    raise Refused("there is no such picture of this shot", 404)
