"""match.toml: what is played, in which language, by whom, and which camera looks on."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, get_args

from pydantic import Field

from referee.occasion import Occasion, Side
from referee.words.languages import LANGUAGES
from rules.registry import GAMES, game_named
from rules.settings import read_settings
from table.errors import BadFile
from table.notation.toml import Strict, number, parse_toml, quote

Units = Literal["cm", "in"]
CM_PER: Mapping[Units, float] = {"cm": 1.0, "in": 2.54}
VERBS = {"ambush": "shoot", "yankee": "fire"}
"""What tapping a shooter and a target declares."""
USUAL_SIDES = {
    "ambush": (("us", "Americans", "American"), ("de", "Germans", "German")),
    "yankee": (("union", "Union", "Union"), ("confederate", "Confederates", "Confederate")),
}


class SideModel(Strict):
    """``[side.NAME]``."""

    title: str = ""
    adjective: str = ""
    colour: str = ""


class MatchModel(Strict):
    """All of match.toml."""

    game: str
    title: Annotated[str, Field(max_length=80)] = ""
    language: str = "en"
    units: Units = "cm"
    turn: Annotated[int, Field(ge=1)] = 1
    frame: str = "frame.toml"
    table: str = "table.toml"
    roster: str = "roster.toml"
    terrain: str = "terrain.toml"
    settings: dict[str, Any] = {}
    side: dict[str, SideModel] = {}


@dataclass(frozen=True, kw_only=True)
class MatchFile:
    """What match.toml says; the files' names are relative to its folder."""

    game: str
    title: str
    language: str = "en"
    units: Units = "cm"
    turn: int = 1
    sides: tuple[Side, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    frame: str = "frame.toml"
    table: str = "table.toml"
    roster: str = "roster.toml"
    terrain: str = "terrain.toml"

    def occasion(self) -> Occasion:
        """Return what the desk needs to know."""
        return Occasion(
            game=self.game, title=self.title, verb=VERBS[self.game], sides=self.sides, turn=self.turn,
            settings=self.settings,
        )  # fmt: skip


def new_match(game: str, title: str, language: str = "en", units: Units = "cm") -> MatchFile:
    """Return a match of that game with its usual sides."""
    return MatchFile(game=game, title=title, language=language, units=units, sides=usual_sides(game))


def usual_sides(game: str) -> tuple[Side, ...]:
    """Return the sides a game is usually played with; raises BadFile for a game that is not built."""
    game_named(game, "match.toml")
    return tuple(Side(*words) for words in USUAL_SIDES[game])


def parse_match(text: str, file: str = "match.toml") -> MatchFile:
    """Read match.toml's text; raises BadFile."""
    model = parse_toml(text, MatchModel, file)
    if model.language not in LANGUAGES:
        raise BadFile(file, "language", " or ".join(LANGUAGES), repr(model.language))
    game = game_named(model.game, file)
    if len(model.side) == 1:
        raise BadFile(file, "side", "two sides", "one")
    if len(model.side) > 2:
        raise BadFile(file, "side", "two sides", str(len(model.side)))
    read_settings(game.settings, model.settings, file)
    sides = tuple(
        Side(name, side.title or name.capitalize(), side.adjective or side.title or name.capitalize())
        for name, side in model.side.items()
    )
    return MatchFile(
        game=game.name, title=model.title or game.name.capitalize(), language=model.language, units=model.units,
        turn=model.turn, sides=sides or usual_sides(game.name), settings=model.settings, frame=model.frame,
        table=model.table, roster=model.roster, terrain=model.terrain,
    )  # fmt: skip


def format_match(match: MatchFile) -> str:
    """Write the text of match.toml: parse_match gives the same match back."""
    lines = [f"{key} = {quote(getattr(match, key))}" for key in ("game", "title", "language", "units")]
    lines.append(f"turn = {match.turn}")
    lines += [
        f"{key} = {quote(getattr(match, key))}"
        for key in ("frame", "table", "roster", "terrain")
        if getattr(match, key) != f"{key}.toml"
    ]
    for side in match.sides:
        lines += [
            "",
            f"[side.{quote(side.name)}]",
            f"title = {quote(side.title)}",
            f"adjective = {quote(side.adjective)}",
        ]
    if match.settings:
        lines += ["", f"settings = {_value(match.settings)}"] if not match.sides else []
        if match.sides:
            # A key after a [table] would belong to it: settings go to the top.
            at = lines.index("")
            lines[at:at] = [f"settings = {_value(match.settings)}"]
    return "\n".join(lines) + "\n"


def _value(value: Any) -> str:
    """Write plain data as TOML on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{quote(str(key))} = {_value(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    return number(value) if isinstance(value, float) else quote(str(value))


assert set(VERBS) == set(USUAL_SIDES) == set(GAMES)
assert set(CM_PER) == set(get_args(Units))
