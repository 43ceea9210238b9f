"""The door of a desk: which role each request comes in, and how a role is taken and given back."""

import secrets
from collections.abc import Callable, Mapping

from flask import request, session

from web.doors.invitations import Invitations
from web.doors.pin import Pin
from web.failing import Refused
from web.roles import REFEREE, SPECTATOR, Role

LOOPBACK = ("127.0.0.1", "::1")
FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-Ip", "Via")
"""What a proxy adds: behind one every request seems to come from this computer."""


class Door:
    """Keeps the roles of those who ask.

    Who sits at this computer is the referee, unless ``proxied``: then a proxy (with TLS) hands on the requests of all,
    and everybody types the PIN. ``sides`` are names and titles.
    ``place`` is the address under which others find this desk, None where they cannot.
    """

    def __init__(
        self, sides: Mapping[str, str], now_s: Callable[[], float], place: str | None = None, *, proxied: bool = False,
        secret: bytes | None = None,
    ) -> None:  # fmt: skip
        self.sides, self.place, self.proxied = dict(sides), place, proxied
        self.pin, self.invitations = Pin(now_s), Invitations(tuple(sides))
        self.secret = secret or secrets.token_bytes(32)
        self.run = secrets.token_hex(8)

    def seat(self, sides: Mapping[str, str]) -> None:
        """Let the players of these sides come in: a match begins."""
        self.sides, self.invitations = dict(sides), Invitations(tuple(sides))

    def who(self) -> Role:
        """Return the role of the request at hand: that of its ticket, else the referee's at this computer."""
        ticket = session.get("ticket")
        if isinstance(ticket, dict) and ticket.get("run") == self.run:
            if ticket.get("role") == "referee" and ticket.get("serial") == self.pin.serial:
                return REFEREE
            if ticket.get("role") == "player" and ticket.get("serial") == self.invitations.serial:
                side = str(ticket.get("side"))
                return Role("player", side, self.sides.get(side, side))
        return REFEREE if self.is_here() else SPECTATOR

    def is_here(self) -> bool:
        """Say whether the request comes from this computer itself."""
        handed_on = self.proxied or any(name in request.headers for name in FORWARDED)
        return request.remote_addr in LOOPBACK and not handed_on

    def enter_as_referee(self, pin: str) -> None:
        """Make who asks a referee; raises Refused."""
        self.pin.check(pin, request.remote_addr or "")
        self._give({"role": "referee", "serial": self.pin.serial})

    def enter_as_player(self, token: str) -> None:
        """Make who asks a player of the side whose token it is; raises Refused."""
        side = self.invitations.side_of(token)
        if side is None:
            raise Refused("this link is of another match: ask for a new one", 404)
        self._give({"role": "player", "side": side, "serial": self.invitations.serial})

    def leave(self) -> None:
        """Take the role back."""
        session.clear()

    def _give(self, ticket: dict[str, object]) -> None:
        session.clear()
        session["ticket"] = {**ticket, "run": self.run}
