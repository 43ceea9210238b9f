"""The hall's door: who comes in by a link, by the hall's PIN, or without either."""

import hmac
from collections.abc import Callable
from hashlib import sha256

from flask import after_this_request, request
from werkzeug import Response

from referee.club.guests import Guest, GuestList
from referee.club.http_hall import REVOKED
from web.cache_middleware import SESSION_COOKIE
from web.channels import PROVED
from web.doors.door import Door
from web.doors.pin import Pin
from web.errors import Refused
from web.roles import SPECTATOR, Role, RoleName

ORGANISER, STRANGER = Role("organiser"), Role("stranger")
PIN_COOKIE = "hall_pin"
"""Not the cookie that tells roles: all who typed the PIN are answered alike, from what is kept."""
LASTS_S = 180 * 24 * 3600
REFUSALS: dict[RoleName, str] = {
    "organiser": "only the organiser may do that: open the organiser's link, which the hall prints when it starts",
    "referee": "only a referee of this hall may do that: open the link that the organiser gave you",
    "player": "only who plays in this hall may do that: open the link that the organiser gave you",
    "table": REVOKED,
    "spectator": "this hall asks for its PIN: type it on the hall's page",
}
NO_GUEST = "this link lets nobody into the hall, or not any more: ask the organiser for a new one"
CROWDED = "too many wrong PINs from this network: ask the organiser for a link, or wait {seconds} s"


class HallDoor(Door):
    """Keeps the roles of those who ask in a hall; who sits at its computer is the organiser.

    A guest's cookie holds the secret of his link, so that a hall which starts again knows him, and one whose invitation
    was revoked is out at once. A table sends its secret with each request instead.
    """

    def __init__(
        self, guests: GuestList, now_s: Callable[[], float], place: Callable[[], str | None] = lambda: None,
        *, proxied: bool = False,
    ) -> None:  # fmt: skip
        super().__init__({}, now_s, place, proxied=proxied)
        self.guests = guests
        self.pin = Pin(now_s, crowded=CROWDED)
        self._pinned = guests.setting("pin")
        if self._pinned is not None:
            self.pin.adopt(self._pinned)

    @property
    def pinned(self) -> str | None:
        """What there is to know of the hall's PIN, its hash; None where everybody may look."""
        return self._pinned

    def who(self) -> Role:
        """Return the role of the request at hand."""
        kind, _, key = request.headers.get("Authorization", "").partition(" ")
        if kind.lower() == "bearer":
            guest = self.guests.find(key.strip())
            role = Role("table", title=guest.name) if guest is not None and guest.role == "table" else None
        else:
            secret = request.cookies.get(SESSION_COOKIE)
            guest = None if secret is None else self.guests.find(secret)
            role = None if guest is None or guest.role == "table" else Role(guest.role, title=guest.name)
        if role is not None:
            if PROVED in request.environ:
                request.environ[PROVED]()
            return role
        if self.is_here():
            return ORGANISER
        return SPECTATOR if self._may_look() else STRANGER

    def enter(self, secret: str) -> Guest:
        """Make who asks what the link's secret says; raises Refused."""
        guest = self.guests.find(secret)
        if guest is None:
            raise Refused(NO_GUEST, 404)
        if guest.role != "table":  # it comes with each request of its own, never by a browser
            self._keep(SESSION_COOKIE, secret)
        return guest

    def enter_by_pin(self, pin: str) -> None:
        """Let who asks look; raises Refused."""
        if self._pinned is not None:
            self.pin.check(pin, request.remote_addr or "")
            self._keep(PIN_COOKIE, _mark(self._pinned))

    def set_pin(self, *, wanted: bool) -> str | None:
        """Draw a new PIN and return it, this once, or let everybody look. Who came by the old one is out."""
        pin = self.pin.renew() if wanted else None
        hashed = self.pin.hashed if wanted else None
        self.guests.keep_setting("pin", hashed)
        self._pinned = hashed
        return pin

    def leave(self) -> None:
        """Take the role back from who asks."""

        @after_this_request
        def forget(answer: Response) -> Response:
            for name in (SESSION_COOKIE, PIN_COOKIE):
                answer.delete_cookie(name)
            return answer

    def _may_look(self) -> bool:
        brought = request.cookies.get(PIN_COOKIE, "").encode("utf-8", "replace")
        return self._pinned is None or hmac.compare_digest(brought, _mark(self._pinned).encode())

    def _keep(self, name: str, value: str) -> None:
        @after_this_request
        def keep(answer: Response) -> Response:
            answer.set_cookie(name, value, LASTS_S, httponly=True, samesite="Lax", secure=self.proxied)
            return answer


def _mark(hashed: str) -> str:
    """Return what proves that its bearer has typed the PIN: only the hall knows the salted hash that it is made of."""
    return sha256(f"{PIN_COOKIE} {hashed}".encode()).hexdigest()
