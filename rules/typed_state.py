"""What a game knows of a stand, a side and the table, typed: each word with its type and what it is when unsaid.

A match keeps words as plain data (`rules.state.State`, files, journals); rules read them here. What is kept may have
more words than these, players' own or an older house's: they are passed over.
"""

import math
from difflib import get_close_matches
from functools import cache
from typing import Annotated, ClassVar, Self, TypeVar, cast

from pydantic import ConfigDict, Field, PlainValidator, StrictBool, ValidationError

from rules.ruling import Facts
from rules.ruling_builder import RulingBuilder
from rules.settings import Settings
from rules.state import TABLE
from table.errors import BadFile
from table.names import Name
from table.notation.error_words import key_path, mistake_words
from table.notation.toml import Strict
from table.stand import Stand


def _truth(value: object) -> bool:
    if not isinstance(value, bool | int | float) or not math.isfinite(value):
        raise ValueError("true or false")
    return bool(value)


def _length(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < math.inf:
        raise ValueError("a number of 0 or more")
    return float(value)


def _count(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < math.inf or value % 1:
        raise ValueError("a whole number of 0 or more")
    return int(value)


def _headcount(value: object) -> tuple[str, ...] | int:
    if isinstance(value, list | tuple) and all(isinstance(name, str) for name in value):
        return tuple(value)
    try:
        return _count(value)
    except ValueError:
        raise ValueError("how many, 0 or more, or a list of their names") from None


Truth = Annotated[bool, PlainValidator(_truth)]
"""True or false; of a stand a file may say it by a number too."""
Length = Annotated[float, PlainValidator(_length)]
"""A length, or another number of 0 or more."""
Count = Annotated[int, PlainValidator(_count)]
Positive = Annotated[Count, Field(ge=1)]
Headcount = Annotated[tuple[str, ...] | int, PlainValidator(_headcount)]
"""Some soldiers: by name, or where nobody keeps names how many."""


class TypedState(Strict):
    """Words of one game; a word that is None is as good as unsaid.

    ``free`` says whether a file may have other words besides, which are unlike any of these.
    """

    model_config = ConfigDict(extra="ignore")
    free: ClassVar[bool] = False

    @classmethod
    def read(cls, facts: Facts, source: str = "case", key: str = "") -> Self:
        """Read words that are kept as plain data; raises BadFile for a value of another type."""
        given = {word: value for word, value in facts.items() if value is not None}
        if not given:
            return cast("Self", _unsaid(cls))
        try:
            return cls.model_validate(given)
        except ValidationError as error:
            location, expected, got = mistake_words(error.errors()[0], cls, given)
            where = ".".join(part for part in (key, key_path(location)) if part)
            raise BadFile(source, where, expected, got) from None

    @classmethod
    def check_words(cls, given: Facts, file: str, key: str) -> None:
        """Raise BadFile for a word in a file that is misspelt or unknown."""
        known = cls.model_fields
        for word in (word for word in given if word not in known):
            if near := get_close_matches(word, known, 1, 0.8):
                raise BadFile(file, f"{key}.{word}", f"a word such as {near[0]!r}", f"{word!r} (is it misspelt?)")
            if not cls.free:
                raise BadFile(file, f"{key}.{word}", f"one of {', '.join(known)}", repr(word))


Read = TypeVar("Read", bound=TypedState)


@cache
def _unsaid(model: type[TypedState]) -> TypedState:
    return model()


def _kept(model: type[Read], name: str, builder: RulingBuilder[Settings], source: str) -> Read:
    """Return what a ruling knows under a name, read once a ruling."""
    key = (model, name)
    if key not in builder.typed:
        builder.typed[key] = model.read(builder.sides.get(name, {}), source, f"side.{name}")
    return cast("Read", builder.typed[key])


class StandState(TypedState):
    """What a game knows of a stand; these words every game has."""

    free: ClassVar[bool] = True
    names_stands: ClassVar[tuple[str, ...]] = ()
    """The words that name other stands: in a file, one of those that are there."""

    moved_cm: Length = 0.0  # how far it has moved this turn
    fired: Truth = False  # it has fired this turn
    start: tuple[float, float] | None = None  # where it stood when the turn began, if it has moved since; table cm
    start_heading_deg: float | None = None  # how it faced then, if it has turned since

    @classmethod
    def of(cls, stand: Stand, source: str = "table", key: str = "") -> Self:
        """Return what is known of a stand, read once; raises BadFile for a value of another type."""
        kept = stand.typed
        if kept is not None and kept[0] is stand.state and isinstance(kept[1], cls):
            return kept[1]
        found = cls.read(stand.state, source, key or f"stand.{stand.name}")
        object.__setattr__(stand, "typed", (stand.state, found))
        return found


class SideState(TypedState):
    """What a game knows of a side, and what people call it; these words every game has."""

    title: Name | None = None
    adjective: Name | None = None  # of one of its soldiers
    colour: str | None = None
    surrendered: StrictBool = False
    defeated: StrictBool = False

    @classmethod
    def of(cls, side: str, builder: RulingBuilder[Settings], source: str = "case") -> Self:
        """Return what a ruling knows of a side; raises BadFile for a value of another type."""
        return _kept(cls, side, builder, source)


class TableState(TypedState):
    """What a game knows of the table as a whole; these words every game that goes by phases has."""

    phase: str | None = None
    side: str | None = None  # whose phase it is

    @classmethod
    def of(cls, builder: RulingBuilder[Settings], source: str = "case") -> Self:
        """Return what a ruling knows of the table; raises BadFile for a value of another type."""
        return _kept(cls, TABLE, builder, source)
