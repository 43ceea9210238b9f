"""Coming in: the page with the links and their QR codes, a player's link, the PIN."""

import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

import segno
from flask import Blueprint, Response, redirect, request, url_for
from flask.typing import ResponseReturnValue
from pydantic import Field

from referee.privacy import AUDIENCES, Audience, Keep, Privacy, Surroundings
from referee.words.translation import translated
from web.answers import json_answer
from web.bodies import Body, json_body
from web.doors.door import Door
from web.errors import Refused
from web.language import asked_language
from web.marks import anyone, referee_only
from web.match_session import MatchSession
from web.pages import show_page
from web.privacy import Save, keep_private
from web.roles import RoleName, role_now

USUAL_DAYS = (1, 7, 30)


class TypePin(Body):
    """The referee's PIN; ``code`` is that of the link on the page Invite, for who came by it."""

    pin: Annotated[str, Field(min_length=1, max_length=40)]
    code: Annotated[str, Field(max_length=40)] = ""


class Choose(Body):
    """Who may see the camera's picture, whether what lies round the table is in it, how long it is kept."""

    picture: Audience
    surroundings: Surroundings
    keep: Keep


class Renew(Body):
    """What is drawn anew: the PIN, the players' links, or, with PIN and links as they are, who is in."""

    what: Literal["pin", "links", "tickets"]


@dataclass(frozen=True, slots=True)
class RoleNameView:
    """Who somebody is from now on."""

    role: RoleName


@dataclass(frozen=True, slots=True)
class RoleView(RoleNameView):
    """Who asks, and a player's side."""

    side: str | None


@dataclass(frozen=True, slots=True)
class PrivacyView:
    """What may be seen and is kept of the camera's pictures, and how many were deleted for that."""

    picture: Audience
    surroundings: Surroundings
    keep: Keep
    deleted: int


@dataclass(frozen=True, slots=True)
class NewPinView:
    """A new PIN."""

    pin: str


@dataclass(frozen=True, slots=True)
class NewLinksView:
    """The players' new links, by side; None where phones cannot come in."""

    links: Mapping[str, str | None]


@dataclass(frozen=True, slots=True)
class PutOutView:
    """Everybody else was put out."""

    out: Literal[True] = True


def qr_svg(url: str) -> bytes:
    """Return the code of an address as a picture."""
    drawn = io.BytesIO()
    segno.make(url, micro=False, error="m").save(drawn, kind="svg", scale=6, border=3, light="#fff", xmldecl=False)
    return drawn.getvalue()


def doors_blueprint(door: Door, session: MatchSession, save: Save) -> Blueprint:
    """Return the routes by which people come in, and what they may see then; ``save`` keeps what is chosen of it."""
    doors = Blueprint("doors", __name__)
    sides = {side.name: side.title for side in session.info.sides}

    def link(what: str) -> str | None:
        place = door.place()
        if place is None:
            return None
        if what in sides:  # also one that is called watch
            return f"{place}join/{door.invitations.token(what)}"
        return place + {"watch": "watch", "referee": f"pin?code={door.code}"}[what]

    @doors.get("/join")
    @referee_only
    def page() -> ResponseReturnValue:
        titles = {name: translated(title, asked_language()) for name, title in sides.items()}
        listed = [(what, titles.get(what), link(what)) for what in dict.fromkeys((*sides, "watch", "referee"))]
        return show_page(
            "join.html", ["doors"], links=listed, place=door.place(), proxied=door.proxied, privacy=session.privacy,
            audiences=AUDIENCES, days=sorted({*USUAL_DAYS, *({session.privacy.keep} - {"full", "match"})}),
        )  # fmt: skip

    @doors.get("/join.svg")
    @doors.get("/join/<path:what>.svg")
    @referee_only
    def qr(what: str = "") -> ResponseReturnValue:
        what = request.args.get("to", what)
        url = link(what) if what in (*sides, "watch", "referee") else None
        if url is None:
            raise Refused("there is nothing at {path}", 404, path="/join")
        return Response(qr_svg(url), mimetype="image/svg+xml")

    @doors.get("/join/<token>")
    def join(token: str) -> ResponseReturnValue:
        door.enter_as_player(token)
        return redirect(url_for("page"))

    @doors.get("/pin")
    def pin_page() -> ResponseReturnValue:
        return show_page("pin.html", ["doors"])

    @doors.get("/api/door")
    @json_answer
    def who() -> RoleView:
        """Tell who asks: the role, and a player's side."""
        role = role_now()
        return RoleView(role.name, role.side)

    @doors.post("/api/door/pin")
    @anyone
    @json_body(TypePin)
    @json_answer
    def pin(body: TypePin) -> RoleNameView:
        """Become the referee by the PIN."""
        door.enter_as_referee(body.pin, body.code)
        return RoleNameView("referee")

    @doors.post("/api/door/leave")
    @anyone
    @json_body(Body)
    @json_answer
    def leave(body: Body) -> RoleNameView:  # noqa: ARG001
        """Go back to watching."""
        door.leave()
        return RoleNameView(door.who().name)

    @doors.post("/api/door/privacy")
    @json_body(Choose)
    @json_answer
    def private(body: Choose) -> PrivacyView:
        """Choose who may see the camera's picture, and what is kept of it."""
        chosen = Privacy(picture=body.picture, surroundings=body.surroundings, keep=body.keep)
        gone = keep_private(session, chosen)
        save(chosen)
        return PrivacyView(chosen.picture, chosen.surroundings, chosen.keep, gone)

    @doors.post("/api/door/renew")
    @json_body(Renew)
    @json_answer
    def renew(body: Renew) -> NewPinView | NewLinksView | PutOutView:
        """Give out a new PIN (who is in stays in), or new links (the old count no more); or put everybody else out."""
        if body.what == "pin":
            return NewPinView(door.pin.renew())
        if body.what == "tickets":
            door.put_out()
            return PutOutView()
        door.renew_links()
        return NewLinksView({what: link(what) for what in sides})

    return doors
