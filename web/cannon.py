"""The cannons on the page: the referee's taps in a rig's place, the proposal, its pictures; the demo's gunner."""

from typing import Annotated

from flask import Blueprint, Response, jsonify, request
from flask.typing import ResponseReturnValue
from pydantic import Field, StrictBool, StrictInt

from referee.cannon.causes import CauseWord
from referee.cannon.pictures import crop
from referee.cannon.proposal import Proposal
from referee.evidence.frames import NoFrame, frame_bytes
from referee.match import NotNow
from table.names import Name
from web.bodies import Body, answers, takes
from web.desk import Desk
from web.failing import Refused
from web.language import asked_language
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


def cannon_blueprint(desk: Desk) -> Blueprint:
    """Return the routes under /api/cannon, a shot's pictures, and /api/rehearsal/fire; acts answer with the view."""
    routes = Blueprint("cannon", __name__)

    def view() -> ResponseReturnValue:
        return jsonify(view_of(desk, asked_language()))

    @routes.get("/api/cannon/clock")
    def clock() -> ResponseReturnValue:
        """Tell the time that ``since_s`` in the view is counted by."""
        return jsonify(now_s=_now_s(desk))

    @routes.post("/api/cannon/cock")
    @takes(Of)
    def cock(body: Of) -> ResponseReturnValue:
        """Say, where no rig does, that a cannon is cocked."""
        desk.at_cannons(lambda battery: battery.cock(body.side), body.seen)
        return view()

    @routes.post("/api/cannon/fired")
    @takes(Of)
    def fired(body: Of) -> ResponseReturnValue:
        """Say, where no rig does, that it was fired."""
        desk.at_cannons(lambda battery: battery.fire(body.side), body.seen)
        return view()

    @routes.post("/api/cannon/uncock")
    @takes(Of)
    def uncock(body: Of) -> ResponseReturnValue:
        """Say that the spring was let down again."""
        desk.at_cannons(lambda battery: battery.uncock(body.side), body.seen)
        return view()

    @routes.post("/api/cannon/look")
    @takes(Body)
    def look(body: Body) -> ResponseReturnValue:
        """Say that the table is still, whatever the camera thinks."""
        desk.at_cannons(lambda battery: battery.gunnery.look_now(), body.seen)
        return view()

    @routes.post("/api/cannon/amend")
    @takes(Amend)
    def amend(body: Amend) -> ResponseReturnValue:
        """Say of one figure whether it fell, and why."""
        desk.at_cannons(
            lambda battery: battery.amend(body.number, body.name, fell=body.fell, cause=body.cause), body.seen
        )
        return view()

    @routes.post("/api/cannon/name")
    @takes(NameOne)
    def name_one(body: NameOne) -> ResponseReturnValue:
        """Say whom the commander who suffers names."""
        desk.at_cannons(lambda battery: battery.name_one(body.number, body.name), body.seen)
        return view()

    @routes.post("/api/cannon/confirm")
    @takes(Numbered)
    def confirm(body: Numbered) -> ResponseReturnValue:
        """Let the shot happen as proposed and amended."""
        desk.confirm_shot(body.number, body.seen)
        return view()

    @routes.post("/api/cannon/dismiss")
    @takes(Numbered)
    def dismiss(body: Numbered) -> ResponseReturnValue:
        """Let a shot count for nothing."""
        desk.at_cannons(lambda battery: battery.dismiss(body.number), body.seen)
        return view()

    @routes.post("/api/cannon/again")
    @takes(Body)
    def again(body: Body) -> ResponseReturnValue:
        """Look at the last shot again."""
        desk.at_cannons(lambda battery: battery.gunnery.reopen(), body.seen)
        return view()

    @routes.post("/api/rehearsal/fire")
    @takes(Of)
    def fire(body: Of) -> ResponseReturnValue:
        """Let the demo's gunner fire that side's cannon; in the demo only."""
        if desk.gunner is None:
            raise NotNow("this table is a real one: its gunner fires, Vedette never does")
        desk.gunner(body.side)
        return view()

    _pictures(desk, routes)
    return routes


def _pictures(desk: Desk, routes: Blueprint) -> None:
    @routes.get("/cannon/shots/<int:number>/<when>.jpg")
    @answers("image/jpeg")
    def picture(number: int, when: str) -> ResponseReturnValue:
        """Return what the picture before or after a shot shows of one figure."""
        need_picture(desk)
        proposal, name = _proposal(desk, number), request.args.get("stand")
        if when not in ("before", "after") or name is None or name not in proposal.table:
            raise Refused("there is no such picture of this shot", 404)
        frame = proposal.before if when == "before" else proposal.after
        try:
            jpeg = frame_bytes(desk.frames, frame)
        except NoFrame:
            raise Refused("there is no such picture of this shot", 404) from None
        assert frame is not None
        if frame.picture_cm is None:
            raise Refused("there is no such picture of this shot", 404)
        stand, rounder = proposal.table.stand(name), rounder_for(desk)
        made = crop(jpeg, frame.picture_cm, (stand if rounder is None else rounder.stand(stand)).centre)
        return Response(made, mimetype="image/jpeg", headers={"Cache-Control": "private, max-age=3600"})


def _proposal(desk: Desk, number: int) -> Proposal:
    state = desk.reading().cannons
    known = () if state is None else (state.gunnery.proposal, state.gunnery.last)
    found = next((proposal for proposal in known if proposal is not None and proposal.number == number), None)
    if found is None:
        raise Refused("there is no such picture of this shot", 404)
    return found


def _now_s(desk: Desk) -> float:
    state = desk.reading().cannons
    if state is None:
        raise Refused("this game has no cannons", 404)
    return state.now_s
