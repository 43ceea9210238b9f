"""What every game lets the players set, and how a game's settings are read."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from rules.ruling import HouseValue
from table.notation.toml import Strict, check_model
from table.once import computed_once


class Settings(Strict):
    """Settings of one game; ``house`` maps each key that the book does not give to the clause it belongs to."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    house: ClassVar[Mapping[str, str]] = {}

    doubt: Annotated[float, Field(ge=0, lt=0.5)] = 0.025
    """A check is too close to call when the chance that it is the other way exceeds this."""

    def house_value(self, key: str) -> HouseValue:
        """Return one of these settings as a ruling lists it."""
        value = getattr(self, key)
        return HouseValue(key, value.model_dump() if isinstance(value, BaseModel) else value, self.house[key])


GivenSettings = Mapping[str, object] | None
"""A game's settings as a file or a match gives them; None for the book's."""
AnySettings = TypeVar("AnySettings", bound=Settings)
Settings_co = TypeVar("Settings_co", bound=Settings, covariant=True)


@computed_once
def read_settings(model: type[AnySettings], given: GivenSettings, source: str, inside: str = "settings") -> AnySettings:
    """Check a ``[settings]`` table, or a file of them, against a game's model; raises BadFile with the key."""
    return check_model(dict(given or {}), model, source, inside=inside)
