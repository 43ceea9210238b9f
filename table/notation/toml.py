"""TOML text to a checked model; a mistake gets file, key, expected, got."""

import tomllib
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from table.errors import BadFile

Model = TypeVar("Model", bound=BaseModel)

_EXPECTED = {
    "missing": "this key, which is not there",
    "extra_forbidden": "no such key (is it misspelt?)",
    "float_type": "a number",
    "float_parsing": "a number",
    "finite_number": "a finite number",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "string_type": "a text in quotes",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "list_type": "a list [...]",
    "tuple_type": "a list [...]",
    "dict_type": "a table {...}",
    "model_type": "a table {...}",
    "model_attributes_type": "a table {...}",
}


class Strict(BaseModel):
    """A part of a file: unknown keys and numbers that are not finite are mistakes."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=False, allow_inf_nan=False)


def key_path(location: tuple[int | str, ...]) -> str:
    """Write a place in a TOML file as people do: ``stand[3].mount.height_cm`` (counted from 1)."""
    path = ""
    for part in location:
        if isinstance(part, int):
            path += f"[{part + 1}]"
        else:
            path += f".{part}" if path else part
    return path


def expected_words(error: Any) -> str:
    """Say in words what one of pydantic's errors wanted."""
    kind, context = error["type"], error.get("ctx") or {}
    if kind in _EXPECTED:
        return _EXPECTED[kind]
    if kind in ("literal_error", "enum"):
        return f"one of {context.get('expected', '')}"
    if kind in ("greater_than", "greater_than_equal", "less_than", "less_than_equal"):
        (limit,) = context.values()
        words = {"greater_than": "more than", "greater_than_equal": "at least"}
        words |= {"less_than": "less than", "less_than_equal": "at most"}
        return f"{words[kind]} {limit:g}"
    if kind in ("too_short", "too_long"):
        return f"{context.get('min_length', context.get('max_length'))} items"
    return str(error["msg"]).removeprefix("Value error, ").removeprefix("expected ")


def got_words(value: Any) -> str:
    """Quote what was found, shortened."""
    if isinstance(value, bool):
        return "true" if value else "false"
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def quote(text: str) -> str:
    """Write a text as a TOML string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(f"\\u{ord(c):04x}" if ord(c) < 32 or ord(c) == 127 else c for c in escaped) + '"'


def parse_toml(text: str, model: type[Model], file: str) -> Model:
    """Read TOML text as that model.

    Raises BadFile (file, key, expected, got) for text that is not TOML or does not fit the model; of several
    mistakes the first is named.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadFile(file, "", f"TOML text ({error})") from None
    return check_model(data, model, file)


def check_model(data: Any, model: type[Model], file: str, inside: str = "") -> Model:
    """Check data already read (a table of a larger file, named by ``inside``) against a model; raises BadFile."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        # A misspelt key is named before the key it leaves missing: that is the line the user must mend.
        problems = sorted(error.errors(), key=lambda e: e["type"] != "extra_forbidden")
        first = problems[0]
        got = None if first["type"] == "missing" else got_words(first["input"])
        location = key_path(first["loc"])
        key = ".".join(part for part in (inside, location) if part)
        raise BadFile(file, key, expected_words(first), got) from None
