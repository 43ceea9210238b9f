"""What a checked file's mistakes are called: key, expected, got, in words for the one who wrote the file."""

import types
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

NOTHING = "nothing: the key is missing"

_EXPECTED = {
    "float_type": "a number",
    "float_parsing": "a number",
    "finite_number": "a finite number",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "string_type": "a text in quotes",
    "string_too_short": "a text that is not empty",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "list_type": "a list [...]",
    "tuple_type": "a list [...]",
    "dict_type": "a table {...}",
    "model_type": "a table {...}",
    "model_attributes_type": "a table {...}",
}

_TYPES = {float: "a number", int: "a whole number", str: "a text in quotes", bool: "true or false"}

Location = tuple[int | str, ...]


def key_path(location: Location) -> str:
    """Write a place in a TOML file as people do: ``stand[3].mount.height_cm`` (counted from 1)."""
    path = ""
    for part in location:
        if isinstance(part, int):
            path += f"[{part + 1}]"
        else:
            path += f".{part}" if path else part
    return path


def got_words(value: Any) -> str:
    """Quote what was found, shortened."""
    if isinstance(value, bool):
        return "true" if value else "false"
    text = value.isoformat() if hasattr(value, "isoformat") else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def mistake_words(error: Any, model: type[BaseModel], data: Any) -> tuple[Location, str, str]:
    """Return where one of pydantic's errors is, what was expected there and what was found."""
    kind, context = error["type"], error.get("ctx") or {}
    location = in_data(error["loc"], data)
    if kind == "missing":
        if location and isinstance(location[-1], int):  # a list that is too short
            return location[:-1], f"at least {location[-1] + 1} items", got_words(value_at(data, location[:-1]))
        held = _field_types(model, error["loc"])
        return location, _section_words(location, held) or type_words(held), NOTHING
    if kind == "extra_forbidden":
        return location, _known_keys(model, error["loc"]), repr(location[-1])
    if kind in ("union_tag_invalid", "union_tag_not_found"):
        tag = context["discriminator"].strip("'")
        found = error["input"].get(tag) if isinstance(error["input"], dict) else None
        got = NOTHING if kind == "union_tag_not_found" else got_words(found)
        return (*location, tag), type_words(_field_types(model, (*error["loc"], tag))), got
    return without_tag(location, data), expected_words(error), got_words(error["input"])


def _section_words(location: Location, held: Sequence[Any]) -> str:
    """Say ``[table] with width_cm, depth_cm`` of a section of a file that is missing; nothing of any other key."""
    if len(location) != 1 or len(held) != 1 or not (isinstance(held[0], type) and issubclass(held[0], BaseModel)):
        return ""
    wanted = [key for key, part in held[0].model_fields.items() if part.is_required()]
    return f"[{location[0]}]" + (f" with {', '.join(wanted)}" if wanted else "")


_COUNTED = {
    "too_short": "at least {min_length} items",
    "too_long": "at most {max_length} items",
    "string_too_long": "at most {max_length} characters",
}


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
    if kind in _COUNTED:
        return _COUNTED[kind].format(**context)
    return str(error["msg"]).removeprefix("Value error, ").removeprefix("expected ")


def type_words(annotations: list[Any]) -> str:
    """Say what a key of one of these types holds."""
    choices: list[str] = []
    for annotation in annotations:
        for option in _options(annotation):
            words = "a list [...]" if get_origin(option) in (list, tuple) else _TYPES.get(option, "a table {...}")
            choices.append(repr(option) if isinstance(option, str) else words)
    return " or ".join(dict.fromkeys(choices)) or "a value"


def meant(problems: Sequence[Any], model: type[BaseModel]) -> list[Any]:
    """Return pydantic's errors without those of a sort of table that the file does not mean: a key is of another's."""
    others = {
        error["loc"][:-1]
        for error in problems
        if error["type"] == "extra_forbidden"
        and any(error["loc"][-1] in part.model_fields for part in _models_at(model, error["loc"][:-1]))
    }
    kept = [error for error in problems if not any(error["loc"][: len(place)] == place for place in others)]
    words = [error for error in kept if not _wants_a_word_of_a_table(error, kept)]
    return words or kept or list(problems)


def _wants_a_word_of_a_table(error: Any, others: Sequence[Any]) -> bool:
    """Say whether one of pydantic's errors wants a word where the file has a table that is wrong inside."""
    if error["type"] != "literal_error" or not isinstance(error["input"], dict):
        return False
    place = error["loc"][:-1]
    return any(it["type"] != "literal_error" and it["loc"][: len(place)] == place for it in others)


def in_data(location: Location, data: Any) -> Location:
    """Return a place without the union tags that pydantic puts into it: they are no keys of the file."""
    kept: list[int | str] = []
    for index, part in enumerate(location):
        last = index == len(location) - 1
        if isinstance(data, dict) and part not in data and not last:
            continue
        if isinstance(part, str) and (not isinstance(data, dict) or part.startswith("tuple[")):
            continue
        kept.append(part)
        data = value_at(data, (part,))
    return tuple(kept)


def without_tag(location: Location, data: Any) -> Location:
    """Return the place of a key that is there: a last part that the file has not is a union's tag, no key."""
    if not location or not isinstance(location[-1], str):
        return location
    table = value_at(data, location[:-1])
    return location[:-1] if isinstance(table, dict) and location[-1] not in table else location


def value_at(data: Any, location: Location) -> Any:
    """Return what stands at a place of data, None where there is nothing."""
    for part in location:
        try:
            data = data[part]
        except (KeyError, IndexError, TypeError):
            return None
    return data


def _known_keys(model: type[BaseModel], location: Location) -> str:
    known = list(dict.fromkeys(key for part in _models_at(model, location[:-1]) for key in part.model_fields))
    near = get_close_matches(str(location[-1]), known, 1)
    return f"{near[0]!r} or another key it knows" if near else f"one of the keys {', '.join(known)}"


def _field_types(model: type[BaseModel], location: Location) -> list[Any]:
    name = location[-1]
    parts = _models_at(model, location[:-1])
    return [part.model_fields[name].annotation for part in parts if isinstance(name, str) and name in part.model_fields]


def _models_at(model: type[BaseModel], location: Location) -> list[type[BaseModel]]:
    """Return the models of the tables that may stand at a place."""
    models = [model]
    for part in location:
        if isinstance(part, int):
            continue
        inner = [
            m for outer in models if part in outer.model_fields for m in _models(outer.model_fields[part].annotation)
        ]
        tagged = [m for m in models if any(part in _options(field.annotation) for field in m.model_fields.values())]
        models = inner or tagged or models
    return models


def _models(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [found for argument in get_args(annotation) for found in _models(argument)]


def _options(annotation: Any) -> list[Any]:
    """Return the types (of a Literal: the values) that an annotation allows, None left out."""
    origin = get_origin(annotation)
    if origin is Annotated:
        return _options(get_args(annotation)[0])
    if origin is Literal:
        return list(get_args(annotation))
    if origin in (Union, types.UnionType):
        return [option for argument in get_args(annotation) for option in _options(argument)]
    return [] if annotation is type(None) else [annotation]
