"""Who may come in: the players' links, and the server's own list of the tickets it has given out."""

import hmac
import secrets
import threading
from collections.abc import Callable, Sequence

from web.roles import Role

TOKEN_BYTES = 16


class Invitations:
    """A token for each side."""

    def __init__(self, sides: Sequence[str], draw: Callable[[int], str] = secrets.token_urlsafe) -> None:
        self._sides, self._draw = tuple(sides), draw
        self.renew()

    def renew(self) -> None:
        """Draw new tokens; the old ones let nobody in."""
        self._tokens = {side: self._draw(TOKEN_BYTES) for side in self._sides}

    def token(self, side: str) -> str:
        """Return a side's token; raises KeyError."""
        return self._tokens[side]

    def side_of(self, token: str) -> str | None:
        """Return the side that a token lets play; None for one that is not of this match."""
        asked = token.encode("utf-8", "replace")
        found = [side for side, known in self._tokens.items() if hmac.compare_digest(known.encode(), asked)]
        return found[0] if found else None


MOST_ALIKE = 60
"""So many tickets of one role (and side) are good at once; the one not used for longest makes place."""


class Tickets:
    """What each ticket makes of who brings it; a browser keeps nothing but the ticket's number.

    What is not on the list is worth nothing, so a cookie that was copied ends with the ticket. Each role and side has
    its own places: who comes in again and again by a side's link takes none from the referee.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._good: dict[str, Role] = {}

    def give(self, role: Role) -> str:
        """Return a new ticket for that role."""
        number = secrets.token_urlsafe(16)
        with self._lock:
            alike = [held for held, it in self._good.items() if it == role]
            for oldest in alike[: max(0, len(alike) + 1 - MOST_ALIKE)]:
                del self._good[oldest]
            self._good[number] = role
        return number

    def role(self, number: object) -> Role | None:
        """Return what a ticket makes of who brings it; None for one that is not good, or not any more."""
        with self._lock:
            role = self._good.pop(number, None) if isinstance(number, str) else None
            if role is not None:
                self._good[str(number)] = role  # the one used last stands last
            return role

    def take(self, number: object) -> None:
        """Take one ticket back."""
        with self._lock:
            if isinstance(number, str):
                self._good.pop(number, None)

    def put_out(self, role_name: str | None = None) -> None:
        """Make all tickets worth nothing, or all of one role."""
        with self._lock:
            self._good = {} if role_name is None else {n: it for n, it in self._good.items() if it.name != role_name}
