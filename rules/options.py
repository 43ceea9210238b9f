"""What of a game's settings may be chosen otherwise for one ruling: each option with its choices."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin

from rules.registry import game_named
from rules.settings import read_settings
from table.errors import BadInput


@dataclass(frozen=True, slots=True)
class Option:
    """One option: what it means (English, as its model says it), its clause, and what may be chosen.

    ``form`` is a choice among ``choices``, a switch (``choices`` False and True) or a number of ``least`` to ``most``.
    """

    key: str
    meaning: str
    clause: str | None
    form: Literal["choice", "switch", "number"]
    choices: tuple[str | bool, ...]
    default: object
    least: float | None = None
    most: float | None = None


def options_of(game: str) -> tuple[Option, ...]:
    """Return a game's options, in the order of its model; tables that players add rows to are none."""
    return tuple(_options(game))


def _options(game: str) -> Iterator[Option]:
    model = game_named(game).settings
    for key, field in model.model_fields.items():
        kind, bounds = _bare(field.annotation, list(field.metadata))
        clauses, _, after = (field.description or "").partition(": ")
        named = bool(after) and clauses.split(",")[0].strip()[1:2].isdigit()
        meaning = (after if named else field.description or key).rstrip(".")
        clause = model.house.get(key) or (clauses.split(",")[0] if named else None)
        default = field.get_default(call_default_factory=True)
        if kind is bool:
            yield Option(key, meaning, clause, "switch", (False, True), default)
        elif get_origin(kind) is Literal:
            yield Option(key, meaning, clause, "choice", get_args(kind), default)
        elif kind in (int, float):
            least = next((b for bound in bounds for b in (_of(bound, "ge"), _of(bound, "gt")) if b is not None), None)
            most = next((b for bound in bounds for b in (_of(bound, "le"), _of(bound, "lt")) if b is not None), None)
            yield Option(key, meaning, clause, "number", (), default, least, most)


def _bare(kind: Any, bounds: list[Any]) -> tuple[Any, list[Any]]:
    """Return a field's type without None, lists of cells and what Annotated says of it, and what that says."""
    some = [each for each in get_args(kind) if each is not NoneType]
    if NoneType in get_args(kind) and len(some) == 1:
        return _bare(some[0], bounds)
    words = [each for each in some if get_origin(each) is not tuple]
    if len(words) == 1 < len(some):  # else players list cells themselves
        return words[0], bounds
    if get_origin(kind) is Annotated:
        inner, *said = get_args(kind)
        return _bare(inner, [*bounds, *(m for s in said for m in getattr(s, "metadata", [s]))])
    return kind, bounds


def _of(bound: Any, name: str) -> float | None:
    value = getattr(bound, name, None)
    return None if value is None else float(value)


def chosen_otherwise(game: str, settings: Mapping[str, object], given: Mapping[str, object]) -> dict[str, object]:
    """Return a game's settings with some of its options chosen otherwise.

    Raises BadInput for a key that is no option, a value it cannot have, and where nothing would be otherwise.
    """
    known = [option.key for option in options_of(game)]
    for key in given:
        if key not in known:
            raise BadInput(
                "{key} is no option of {game}; there are: {known}", key=key, game=game, known=", ".join(known)
            )
    model, otherwise = game_named(game).settings, {**settings, **given}
    if read_settings(model, otherwise, "appeal") == read_settings(model, settings, "appeal"):
        raise BadInput("that is how it was ruled: choose an option otherwise")
    return otherwise
