"""Stands placed by hand: the referee's word on where one stands that the camera cannot see."""

from typing import Annotated

from flask import Blueprint
from pydantic import Field

from referee.match.by_hand import USUAL_SIGMA_CM, USUAL_SIGMA_DEG, Placing
from referee.match.match import Match
from table.names import Name
from web.act_route import Acting
from web.bodies import Body
from web.match_session import MatchSession

Cm = Annotated[float, Field(ge=-1000, le=1000, allow_inf_nan=False, strict=True)]


class Place(Body):
    """Where a stand stands, in table cm and degrees, and how well that is known: one standard deviation each."""

    stand: Name
    x: Cm
    y: Cm
    heading_deg: Annotated[float, Field(ge=-360, le=360, allow_inf_nan=False, strict=True)]
    sigma_cm: Annotated[float, Field(ge=0.05, le=10, allow_inf_nan=False, strict=True)] = USUAL_SIGMA_CM
    sigma_deg: Annotated[float, Field(ge=0.5, le=90, allow_inf_nan=False, strict=True)] = USUAL_SIGMA_DEG


class Unplace(Body):
    """A stand that the camera is to place again."""

    stand: Name


def placing_blueprint(session: MatchSession) -> Blueprint:
    """Return the routes under /api/match, for the referee."""
    placing = Blueprint("placing", __name__, url_prefix="/api/match")

    act = Acting(placing, session)

    @act("/place", Place)
    def place(match: Match, body: Place) -> None:
        """Put a stand where the referee says it stands."""
        match.place(body.stand, Placing(body.x, body.y, body.heading_deg, body.sigma_cm, body.sigma_deg))

    @act("/unplace", Unplace)
    def unplace(match: Match, body: Unplace) -> None:
        """Give a stand back to the camera."""
        match.unplace(body.stand)

    return placing
