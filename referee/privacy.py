"""What a match lets be seen and kept of the camera's pictures, and privacy.toml, which says it."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from table.errors import BadInput
from table.notation.toml import Strict, parse_toml

Audience = Literal["everybody", "players", "referee"]
Surroundings = Literal["masked", "shown"]
MOST_DAYS = 3650
Days = Annotated[int, Field(ge=1, le=MOST_DAYS, strict=True)]
Keep = Literal["full", "match"] | Days
"""How long pictures of rulings stay: until their folder is full, until Vedette is stopped, or so many days."""
AUDIENCES: tuple[Audience, ...] = ("everybody", "players", "referee")
DAY_S = 86_400.0


class PrivacyModel(Strict):
    """All of privacy.toml."""

    picture: Audience = "everybody"
    surroundings: Surroundings = "masked"
    keep: Keep = "full"


@dataclass(frozen=True, slots=True)
class Privacy:
    """Who may see the camera's picture, whether what lies round the table is in it, how long rulings' pictures stay."""

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


def parse_privacy(text: str, file: str = "privacy.toml") -> Privacy:
    """Read privacy.toml's text; raises BadFile."""
    model = parse_toml(text, PrivacyModel, file)
    return Privacy(model.picture, model.surroundings, model.keep)


def format_privacy(privacy: Privacy) -> str:
    """Write the text of privacy.toml."""
    keep = f'"{privacy.keep}"' if isinstance(privacy.keep, str) else str(privacy.keep)
    return f'picture = "{privacy.picture}"\nsurroundings = "{privacy.surroundings}"\nkeep = {keep}\n'
