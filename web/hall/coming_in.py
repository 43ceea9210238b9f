"""Coming into the hall: the organiser's page with who is invited, a guest's link, the hall's PIN."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Literal

import segno
from flask import Blueprint, Response, redirect, request, url_for
from flask.typing import ResponseReturnValue
from pydantic import Field

from referee.club.guests import ROLES, GuestRole, guest_link
from table.names import MOST, Name
from web.answers import json_answer
from web.bodies import Body, json_body
from web.doors.routes import RoleNameView, TypePin, qr_svg
from web.errors import Refused
from web.hall.door import HallDoor
from web.marks import organiser_only, strangers_too
from web.pages import show_page
from web.roles import role_now


class Invite(Body):
    """Who is invited: the role, and the name; a table's name is its place."""

    typed = True
    role: GuestRole
    name: Name


class Revoke(Body):
    """Whose link counts no more; the organiser's of this start has no name."""

    role: GuestRole
    name: Annotated[str, Field(max_length=MOST)]


class HallPin(Body):
    """Whether who looks at the hall types a PIN: a new one is drawn."""

    wanted: bool


@dataclass(frozen=True, slots=True)
class InvitedView:
    """A new link, shown this once, and its QR code as a picture."""

    link: str
    qr: str


@dataclass(frozen=True, slots=True)
class RevokedView:
    """The link counts no more."""

    revoked: Literal[True] = True


@dataclass(frozen=True, slots=True)
class HallPinView:
    """The hall's new PIN, shown this once; None where everybody may look."""

    pin: str | None


@dataclass(frozen=True, slots=True)
class GuestView:
    """Who asks: the role, and the name in the hall."""

    role: str
    name: str


def coming_in_blueprint(door: HallDoor, look: Callable[[], object]) -> Blueprint:
    """Return the routes by which people come into the hall; ``look`` is called when a link counts no more."""
    doors = Blueprint("doors", __name__)

    def link_of(secret: str) -> str:
        return guest_link(door.place() or request.host_url, secret)

    @doors.get("/join")
    @organiser_only
    def page() -> ResponseReturnValue:
        guests, place = door.guests.everybody(), door.place()
        return show_page(
            "hall_join.html", ["hall", "doors"], guests=guests, roles=ROLES, place=place, pinned=door.pinned
        )

    @doors.get("/join.svg")
    def qr() -> ResponseReturnValue:
        place = door.place()
        if place is None:
            raise Refused("there is nothing at {path}", 404, path="/join.svg")
        return Response(qr_svg(place), mimetype="image/svg+xml")

    @doors.get("/in/<secret>")
    @strangers_too
    def enter(secret: str) -> ResponseReturnValue:
        guest = door.enter(secret)
        if guest.role == "table":
            return show_page("hall_table_link.html", ["hall"], place=guest.name, link=link_of(secret))
        return redirect(url_for("hall"))

    @doors.get("/api/door")
    @strangers_too
    @json_answer
    def who() -> GuestView:
        """Tell who asks: the role, and the name in the hall."""
        role = role_now()
        return GuestView(role.name, role.title)

    @doors.post("/api/door/pin")
    @strangers_too
    @json_body(TypePin)
    @json_answer
    def pin(body: TypePin) -> RoleNameView:
        """Come in to look, by the hall's PIN."""
        door.enter_by_pin(body.pin)
        return RoleNameView("spectator")

    @doors.post("/api/door/leave")
    @strangers_too
    @json_body(Body)
    @json_answer
    def leave(body: Body) -> RoleNameView:  # noqa: ARG001
        """Go back to watching."""
        door.leave()
        return RoleNameView("spectator")

    @doors.post("/api/door/invite")
    @organiser_only
    @json_body(Invite)
    @json_answer
    def invite(body: Invite) -> InvitedView:
        """Draw a link for a guest or a table; one that the same name had before lets nobody in any more."""
        link = link_of(door.guests.invite(body.role, body.name))
        look()
        return InvitedView(link, segno.make(link, micro=False, error="m").svg_data_uri(scale=6, border=3, light="#fff"))

    @doors.post("/api/door/revoke")
    @organiser_only
    @json_body(Revoke)
    @json_answer
    def revoke(body: Revoke) -> RevokedView:
        """Let nobody in by a link any more, at once."""
        if not door.guests.revoke(body.role, body.name):
            raise Refused("{name} has no link that could be revoked", 404, name=body.name)
        look()
        return RevokedView()

    @doors.post("/api/door/hall-pin")
    @organiser_only
    @json_body(HallPin)
    @json_answer
    def hall_pin(body: HallPin) -> HallPinView:
        """Draw the hall's PIN anew, or let everybody look."""
        return HallPinView(door.set_pin(wanted=body.wanted))

    return doors
