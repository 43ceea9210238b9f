"""What a match lets be seen and kept of the camera's pictures, and privacy.toml, which says it."""

from typing import Annotated, Literal

from pydantic import Field

from table.errors import BadInput
from table.notation.toml import Strict

Audience = Literal["everybody", "players", "referee"]
Surroundings = Literal["masked", "shown"]
MOST_DAYS = 3650
Days = Annotated[int, Field(ge=1, le=MOST_DAYS, strict=True)]
Keep = Literal["full", "match"] | Days
"""How long pictures of rulings stay: until their folder is full, until Vedette is stopped, or so many days."""
AUDIENCES: tuple[Audience, ...] = ("everybody", "players", "referee")
DAY_S = 86_400.0


class Privacy(Strict):
    """Who may see the camera's picture, whether what lies round the table is in it, how long rulings' pictures stay.

    It is all of privacy.toml.
    """

    picture: Audience = "everybody"
    surroundings: Surroundings = "masked"
    keep: Keep = "full"

    def may_see(self, who: str) -> bool:
        """Say whether a referee, player or spectator may see the camera's picture."""
        return who == "referee" or self.picture == "everybody" or (self.picture == "players" and who == "player")

    @property
    def keep_s(self) -> float | None:
        """How old a picture may grow; None where age does not matter."""
        return None if isinstance(self.keep, str) else self.keep * DAY_S


def read_keep(text: str) -> Keep:
    """Read how long pictures stay: "full", "match" or a number of days; raises BadInput."""
    if text in ("full", "match"):
        return "full" if text == "full" else "match"
    if text.isascii() and text.isdigit() and len(text) < 5 and 1 <= int(text) <= MOST_DAYS:
        return int(text)
    raise BadInput("pictures are kept full, match or a number of days from 1 to {most}", most=MOST_DAYS)
