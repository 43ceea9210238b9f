"""Coming in: the page with the links and their QR codes, a player's link, the PIN."""

import io
from typing import Annotated, Literal

import segno
from flask import Blueprint, Response, jsonify, redirect, url_for
from flask.typing import ResponseReturnValue
from pydantic import Field

from referee.occasion import Occasion
from referee.words.english_page_doors import DOORS
from referee.words.translating import translated
from web.bodies import Body, takes
from web.doors.door import Door
from web.failing import Refused
from web.language import asked_language
from web.pages import show_page
from web.roles import anyone, referee_only, role_now


class TypePin(Body):
    """The referee's PIN."""

    pin: Annotated[str, Field(min_length=1, max_length=40)]


class Renew(Body):
    """What is drawn anew: the PIN, or the players' links."""

    what: Literal["pin", "links"]


def doors_blueprint(door: Door, occasion: Occasion) -> Blueprint:
    """Return the routes by which people come in."""
    doors = Blueprint("doors", __name__)
    sides = {side.name: side.title for side in occasion.sides}

    def link(what: str) -> str | None:
        if door.place is None:
            return None
        path = {"watch": "watch", "referee": "pin"}.get(what) or f"join/{door.invitations.token(what)}"
        return door.place + path

    @doors.get("/join")
    @referee_only
    def page() -> ResponseReturnValue:
        titles = {name: translated(title, asked_language()) for name, title in sides.items()}
        listed = [(what, titles.get(what), link(what)) for what in (*sides, "watch", "referee")]
        return show_page("join.html", (DOORS,), links=listed, place=door.place, proxied=door.proxied)

    @doors.get("/join/<what>.svg")
    @referee_only
    def qr(what: str) -> ResponseReturnValue:
        url = link(what) if what in (*sides, "watch", "referee") else None
        if url is None:
            raise Refused("there is nothing at {path}", 404, path="/join")
        drawn = io.BytesIO()
        segno.make(url, micro=False, error="m").save(drawn, kind="svg", scale=6, border=3, light="#fff", xmldecl=False)
        return Response(drawn.getvalue(), mimetype="image/svg+xml")

    @doors.get("/join/<token>")
    def join(token: str) -> ResponseReturnValue:
        door.enter_as_player(token)
        return redirect(url_for("page"))

    @doors.get("/pin")
    def pin_page() -> ResponseReturnValue:
        return show_page("pin.html", (DOORS,))

    @doors.get("/api/door")
    def who() -> ResponseReturnValue:
        """Tell who asks: the role, and a player's side."""
        role = role_now()
        return jsonify(role=role.name, side=role.side)

    @doors.post("/api/door/pin")
    @anyone
    @takes(TypePin)
    def pin(body: TypePin) -> ResponseReturnValue:
        """Become the referee by the PIN."""
        door.enter_as_referee(body.pin)
        return jsonify(role="referee")

    @doors.post("/api/door/leave")
    @anyone
    @takes(Body)
    def leave(body: Body) -> ResponseReturnValue:  # noqa: ARG001
        """Go back to watching."""
        door.leave()
        return jsonify(role=door.who().name)

    @doors.post("/api/door/renew")
    @takes(Renew)
    def renew(body: Renew) -> ResponseReturnValue:
        """Give out a new PIN, or new links: the old count no more."""
        if body.what == "pin":
            return jsonify(pin=door.pin.renew())
        door.invitations.renew()
        return jsonify(links={what: link(what) for what in sides})

    return doors
