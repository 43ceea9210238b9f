"""The door of a session: which role each request comes in, and how a role is taken and given back."""

import hmac
import secrets
from collections.abc import Callable, Mapping

from flask import request, session

from web.channels import HERE, PROVED
from web.doors.pin import Pin
from web.doors.tickets import Invitations, Tickets
from web.errors import Refused
from web.roles import REFEREE, SPECTATOR, Role

FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-Ip", "Via")
"""What a proxy adds: behind one every request seems to come from this computer."""


class Door:
    """Keeps the roles of those who ask.

    Who sits at this computer is the referee, unless ``proxied``: then a proxy (with TLS) hands on the requests of all,
    and everybody types the PIN. ``sides`` are names and titles.
    ``place`` returns the address under which others find this session now, None where they cannot: a computer may come
    to another network while it serves. On the pages of the origins ``embed`` the overlays may stand.
    """

    def __init__(
        self, sides: Mapping[str, str], now_s: Callable[[], float], place: Callable[[], str | None] = lambda: None,
        *, proxied: bool = False,
        secret: bytes | None = None, embed: tuple[str, ...] = (),
    ) -> None:  # fmt: skip
        self.embed = embed
        self.sides, self.place, self.proxied, self.now_s = dict(sides), place, proxied, now_s
        self.pin, self.invitations, self.tickets = Pin(now_s), Invitations(tuple(sides)), Tickets()
        self.secret = secret or secrets.token_bytes(32)
        self.code = secrets.token_urlsafe(16)
        """In the link on the page Invite: who has it was at the referee's page, and types the PIN apart from others."""

    def seat(self, sides: Mapping[str, str]) -> None:
        """Let the players of these sides come in: a match begins."""
        self.sides = dict(sides)
        self.invitations = Invitations(tuple(sides))
        self.tickets.put_out("player")

    def who(self) -> Role:
        """Return the role of the request at hand: that of its ticket, else the referee's at this computer."""
        role = self.tickets.role(session.get("ticket"))
        if role is not None:
            if PROVED in request.environ:
                request.environ[PROVED]()  # this address keeps its places at the server
            return role
        return REFEREE if self.is_here() else SPECTATOR

    def is_here(self) -> bool:
        """Say whether the request comes from this computer itself."""
        handed_on = self.proxied or any(name in request.headers for name in FORWARDED)
        return request.remote_addr in HERE and not handed_on

    def enter_as_referee(self, pin: str, code: str = "") -> None:
        """Make who asks a referee; raises Refused. ``code`` is that of the referee's link on the page Invite."""
        invited = hmac.compare_digest(code.encode("utf-8", "replace"), self.code.encode())
        self.pin.check(pin, request.remote_addr or "", invited=invited)
        self._give(REFEREE)

    def enter_as_player(self, token: str) -> None:
        """Make who asks a player of the side whose token it is; raises Refused."""
        side = self.invitations.side_of(token)
        if side is None:
            raise Refused("this link is of another match: ask for a new one", 404)
        self._give(Role("player", side, self.sides.get(side, side)))

    def renew_links(self) -> None:
        """Draw new links for the players; whoever came in by the old ones is out."""
        self.invitations.renew()
        self.tickets.put_out("player")

    def put_out(self) -> None:
        """Put everybody out but who asks; the PIN and the links stay as they are."""
        by_ticket = self.tickets.role(session.get("ticket")) is not None
        self.tickets.put_out()
        if by_ticket:
            self._give(REFEREE)

    def leave(self) -> None:
        """Take the role back: the ticket is worth nothing from now on, wherever it was copied to."""
        self.tickets.take(session.get("ticket"))
        session.clear()

    def _give(self, role: Role) -> None:
        self.leave()
        session["ticket"] = self.tickets.give(role)
