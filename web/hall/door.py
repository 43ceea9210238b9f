"""The hall's door: who comes in by a link, by the hall's PIN, or without either."""

import hmac
from collections.abc import Callable, Container
from hashlib import sha256

from flask import after_this_request, request
from werkzeug import Response

from referee.club.guests import Guest, GuestList, hashed_secret
from referee.club.http_hall import REVOKED
from referee.words.translation import say
from web.cache_middleware import SESSION_COOKIE
from web.channels import PROVED
from web.doors.door import Door
from web.doors.pin import Pin
from web.errors import Refused
from web.language import asked_language
from web.roles import SPECTATOR, Role, RoleName, role_now

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
        guest = self._guest()
        if guest is not None:
            if PROVED in request.environ:
                request.environ[PROVED]()
            return Role(guest.role, title=guest.name)
        if self.is_here():
            return ORGANISER
        return SPECTATOR if self._may_look() else STRANGER

    def stays(self, revoked: Callable[[], Container[str]]) -> Callable[[], bool]:
        """Return what says whether who asks may still look: his link counts, or the PIN that he typed.

        ``revoked`` tells the links that count no more, hashed.
        """
        if self._guest() is not None:
            hashed = hashed_secret(_brought()[0])
            return lambda: hashed not in revoked()
        here, pinned = self.is_here(), self._pinned
        return lambda: here or self._pinned in (None, pinned)

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

    def _guest(self) -> Guest | None:
        """Return whose secret the request at hand brings: a table's in its header, everybody else's in a cookie."""
        secret, is_table = _brought()
        guest = self.guests.find(secret) if secret else None
        return guest if guest is not None and (guest.role == "table") == is_table else None

    def _may_look(self) -> bool:
        brought = request.cookies.get(PIN_COOKIE, "").encode("utf-8", "replace")
        return self._pinned is None or hmac.compare_digest(brought, _mark(self._pinned).encode())

    def _keep(self, name: str, value: str) -> None:
        @after_this_request
        def keep(answer: Response) -> Response:
            answer.set_cookie(name, value, LASTS_S, httponly=True, samesite="Lax", secure=self.proxied)
            return answer


def name_now() -> str:
    """Return what who asks is called in the hall: the name on his link, or his role."""
    role = role_now()
    return role.title or say(f"page.role_{role.name}", asked_language())


def _brought() -> tuple[str, bool]:
    """Return the secret that the request at hand brings, and whether as a table does."""
    kind, _, key = request.headers.get("Authorization", "").partition(" ")
    return (key.strip(), True) if kind.lower() == "bearer" else (request.cookies.get(SESSION_COOKIE, ""), False)


def _mark(hashed: str) -> str:
    """Return what proves that its bearer has typed the PIN: only the hall knows the salted hash that it is made of."""
    return sha256(f"{PIN_COOKIE} {hashed}".encode()).hexdigest()
