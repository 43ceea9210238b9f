"""What players of Rommel & Montgomery may set before play; what the source does not give are house values."""

from collections.abc import Mapping
from typing import ClassVar, Literal, Self, get_args

from pydantic import field_validator, model_validator

from rules.rommel.fire_table import FireTable
from rules.rommel.map_data import MapData
from rules.rommel.unit_list import UnitList, UnitRow
from rules.ruling_builder import RulingBuilder
from rules.settings import Settings
from table.notation.toml import Strict

Weather = Literal["storm", "fair", "rain"]
WEATHERS: tuple[Weather, ...] = get_args(Weather)


class WeatherFaces(Strict):
    """Which faces of the die bring which weather: each of 2, 3, 4 and 5 once."""

    storm: tuple[int, ...] = (2,)
    fair: tuple[int, ...] = (3, 4)
    rain: tuple[int, ...] = (5,)

    @model_validator(mode="after")
    def _each_face_once(self) -> Self:
        if sorted((*self.storm, *self.fair, *self.rain)) != [2, 3, 4, 5]:
            raise ValueError("each of the faces 2, 3, 4 and 5 once")
        return self

    def of(self, face: int) -> Weather:
        """Return the weather that a face brings."""
        return "storm" if face in self.storm else "rain" if face in self.rain else "fair"


class RommelSettings(Settings):
    """Options of rommel.md with their defaults."""

    house: ClassVar[Mapping[str, str]] = {
        "map": "R1.2", "behind_screen": "R1.2", "units": "R2.1", "striped": "R2.2", "fire": "R6.5",
        "after_flak": "R6.5", "weather": "R7.1", "lands_first": "R8.1",
    }  # fmt: skip

    map: Literal["open", "practice"] | MapData = "open"
    """R1.2: open desert, our practice map, or the owner's own; `[[terrain]]` on the table comes on top."""
    behind_screen: Literal["the rest", "any number"] = "the rest"
    """R1.2: behind the screen are placed all that is left (of the Allies: but the last 16), or as many as one likes."""
    after_last_turn: Literal["truce", "play on"] = "truce"
    """R1.3: after turn 11 without a victory there is a truce, or the battle goes on; agreed before the start."""
    units: Literal["practice"] | dict[str, UnitRow] = "practice"
    """R2.1: the counters' factors: our own two lists, or rows of the owner's set by name."""
    striped: Literal["half", "same"] = "half"
    """R2.2: the factors of a hit tank whose list gives none: half, rounded down, or the same."""
    fire: Literal["house"] | FireTable = "house"
    """R6.5: ranges of artillery fire, and what hits: our own table (fire.toml), or the owner's."""
    after_flak: Literal["mixed artillery", "every gun"] = "mixed artillery"
    """R6.5: which guns still attack in a turn in which they fired at an aircraft: mixed artillery alone, or all."""
    weather: WeatherFaces = WeatherFaces()
    """R7.1: which faces of the die bring which weather."""
    lands_first: Literal["allied", "axis"] = "allied"
    """R8.1: which side puts its aircraft on airfields first (the book does not say)."""
    today: Weather | None = None
    """R7.1: the weather of a single case, where nobody threw for it; `weather = "rain"` says it as well."""

    @model_validator(mode="before")
    @classmethod
    def _weather_in_a_word(cls, given: object) -> object:
        """Take a word for the weather as that of the day."""
        if not isinstance(given, Mapping) or given.get("weather") not in WEATHERS:
            return given
        return {**{key: value for key, value in given.items() if key != "weather"}, "today": given["weather"]}

    @field_validator("weather", mode="before")
    @classmethod
    def _faces_or_a_word(cls, given: object) -> object:
        """Tell who writes another word which there are."""
        if isinstance(given, str):
            raise ValueError(f"{', '.join(WEATHERS)}, or a table of the die's faces")
        return given

    @field_validator("units", mode="before")
    @classmethod
    def _laid_out_as_our_lists(cls, given: object) -> object:
        """Take a list laid out as axis.toml as well, ``[[unit]]`` with a name each."""
        if not isinstance(given, Mapping) or set(given) != {"unit"} or not isinstance(given["unit"], list | tuple):
            return given
        listed = UnitList.model_validate(given).unit
        return {row.name: row.model_dump(exclude={"name"}) for row in listed}


Builder = RulingBuilder[RommelSettings]
"""A ruling on this game's action, as it is put together."""
