"""The players' links: one a side, hard to guess, good until they are renewed."""

import hmac
import secrets
from collections.abc import Callable, Sequence

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
