"""The page on which a camera is planned before there is one: it needs no table, and keeps nothing."""

from typing import Annotated, Literal

from flask import Blueprint
from flask.typing import ResponseReturnValue
from pydantic import Field, StrictBool, StrictInt

from calibration.known_cameras import KNOWN_CAMERAS
from referee.setup.planning import CameraPlanView, plan_of, wished
from web.answers import json_answer
from web.bodies import Body, json_body
from web.language import asked_language
from web.marks import referee_only
from web.pages import show_page
from web.setup.bodies import Decimal, Length

Pixels = Annotated[StrictInt, Field(ge=1, le=100_000)]


class CameraPlanBody(Body):
    """A table, the camera thought of and the room; lengths are in ``units``, ``ceiling`` only where it matters."""

    width: Length
    depth: Length
    angle: Annotated[Decimal, Field(ge=1, le=179)]
    diagonal: StrictBool
    wide: Pixels
    high: Pixels
    top: Annotated[Decimal, Field(ge=0, le=2000)]
    ceiling: Length | None = None
    units: Literal["cm", "in"] = "cm"


def plan_routes(setup: Blueprint) -> None:
    """Add the page and what it asks to the set-up's."""

    @setup.get("/setup/plan")
    @referee_only
    def plan_page() -> ResponseReturnValue:
        return show_page("setup/plan.html", ["setup", "hanging"], known=KNOWN_CAMERAS, chosen="Logitech C920")

    @setup.post("/api/setup/plan")
    @json_body(CameraPlanBody)
    @json_answer
    def camera_plan(body: CameraPlanBody) -> CameraPlanView:
        """Plan a camera."""
        size_px = (body.wide, body.high)
        wish = wished(
            body.width, body.depth, body.angle, size_px, body.top, body.ceiling, body.units, diagonal=body.diagonal
        )
        return plan_of(wish, asked_language(), diagonal=body.diagonal)
