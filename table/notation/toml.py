"""TOML text to a checked model; a mistake gets file, key, expected, got."""

import tomllib
from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from table.errors import BadFile
from table.names import hidden_text
from table.notation.error_words import got_words, key_path, meant, mistake_words

__all__ = [
    "Model", "Strict", "check_model", "got_words", "inline", "key_path", "number", "parse_toml", "quote", "read_toml",
]  # fmt: skip

Model = TypeVar("Model", bound=BaseModel)


class Strict(BaseModel):
    """A part of a file: unknown keys and numbers that are not finite are mistakes."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=False, allow_inf_nan=False)


def quote(text: str) -> str:
    """Write a text as a TOML string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(f"\\u{ord(c):04x}" if ord(c) < 32 or ord(c) == 127 else c for c in escaped) + '"'


def number(value: float) -> str:
    """Write a number (a plain one or one of numpy's) as TOML, to the last digit."""
    return repr(float(value))


def inline(value: Any) -> str:
    """Write plain data as TOML on one line: texts, numbers, truths, lists and tables of them."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{quote(str(key))} = {inline(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(inline, value)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    return number(value) if isinstance(value, float) else quote(str(value))


def parse_toml(text: str, model: type[Model], file: str) -> Model:
    """Read TOML text as that model.

    Raises BadFile (file, key, expected, got) for text that is not TOML or does not fit the model; of several
    mistakes the first is named.
    """
    return check_model(read_toml(text, file), model, file)


def read_toml(text: str, file: str) -> dict[str, Any]:
    """Read TOML text as plain data; raises BadFile."""
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))  # the mark Windows editors begin a file with
    except tomllib.TOMLDecodeError as error:
        problem, _, where = str(error).removesuffix(")").partition(" (at ")
        problem = problem[:1].lower() + problem[1:]
        got = f"other text ({problem})" if problem.startswith("expected") else problem
        raise BadFile(file, where, "TOML text", got) from None
    except RecursionError:
        raise BadFile(file, "", "TOML text", "hundreds of brackets in one another") from None


def check_model(data: Any, model: type[Model], file: str, inside: str = "", context: object = None) -> Model:
    """Check data already read (a table of a larger file, named by ``inside``) against a model; raises BadFile.

    ``context`` is what the model's validators are told besides.
    """
    hidden = hidden_text(data)
    if hidden is not None:
        raise BadFile(file, _key(inside, key_path(hidden[0])), hidden[1], got_words(hidden[2]))
    try:
        checked = model.model_validate(data, context=context)
    except ValidationError as error:
        # A misspelt key is named before the key it leaves missing: that is the line the user must mend.
        problems = sorted(meant(error.errors(), model), key=lambda e: e["type"] != "extra_forbidden")
        location, expected, got = mistake_words(problems[0], model, data)
        raise BadFile(file, _key(inside, key_path(location)), expected, got) from None
    _refuse_coercion(data, checked, file, inside)
    return checked


def _refuse_coercion(raw: Any, read: Any, file: str, key: str) -> None:
    """Raise BadFile where pydantic was too kind: "120" or true for a number, 1 for true."""
    if isinstance(read, BaseModel) and isinstance(raw, dict):
        for name in type(read).model_fields:
            if name in raw:
                _refuse_coercion(raw[name], getattr(read, name), file, _key(key, name))
    elif isinstance(read, list | tuple) and isinstance(raw, list | tuple):
        for index, (raw_item, read_item) in enumerate(zip(raw, read, strict=False)):
            _refuse_coercion(raw_item, read_item, file, f"{key}[{index + 1}]")
    elif isinstance(read, dict) and isinstance(raw, dict):
        for name in raw:
            _refuse_coercion(raw[name], read.get(name), file, _key(key, str(name)))
    elif isinstance(read, bool) and not isinstance(raw, bool):
        raise BadFile(file, key, "true or false", got_words(raw))
    elif isinstance(read, int | float) and (isinstance(raw, str | bool) and not isinstance(read, bool)):
        raise BadFile(file, key, "a whole number" if isinstance(read, int) else "a number", got_words(raw))


def _key(inside: str, location: str) -> str:
    return ".".join(part for part in (inside, location) if part)
