"""The match's routes of `Why is it not seen?`: for who plays; the picture goes only to who may see the camera's."""

from flask import Blueprint
from flask.typing import ResponseReturnValue

from web.answers import json_answer
from web.bodies import Body, json_body
from web.errors import Refused
from web.language import asked_language
from web.marks import answers, mark, players_too
from web.match_session import MatchSession
from web.privacy import may_see_picture, need_picture
from web.unseen import UnseenView


def unseen_blueprint(session: MatchSession) -> Blueprint:
    """Return the routes under /api/unseen."""
    routes = Blueprint("unseen", __name__, url_prefix="/api/unseen")

    @routes.get("")
    @players_too
    @json_answer
    def told() -> UnseenView:
        """Tell what the newest look has found."""
        return _told(session)

    @routes.post("/look")
    @players_too
    @json_body(Body)
    @json_answer
    def look(_: Body) -> UnseenView:
        """Begin to look closely at the newest picture for all that is not seen; one look at a time."""
        reading, observer = session.reading(), session.observer()
        picture = reading.observation.picture
        if observer is None or picture is None:
            raise Refused("there is no picture of the table yet", 404)
        fallen = reading.moment.memory.fallen
        session.unseen.begin(picture, observer.tracker.view, observer.roster, reading.table, fallen)
        return _told(session)

    @routes.get("/spot.jpg")
    @players_too
    @mark(query=("look", "spot"))
    @answers("image/jpeg")
    def spot() -> ResponseReturnValue:
        """Return the part of the picture that a marker is in, or should be."""
        need_picture(session)
        return session.unseen.spot(masked=session.privacy.surroundings == "masked")

    return routes


def _told(session: MatchSession) -> UnseenView:
    reading = session.reading()
    missed = {*reading.observation.unseen, *reading.reserve}
    return session.unseen.told(asked_language(), pictures=may_see_picture(session), missed=missed)
