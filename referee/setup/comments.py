"""A file written anew keeps the comments and the layout that its owner gave it."""

import tomllib
from collections.abc import MutableMapping
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT, Item

NAMED_BY = ("name", "marker", "kind", "id")
"""What says that a table of a list is the same as before, the first that it has."""


def with_comments(old: str, new: str) -> str:
    """Return TOML that says what ``new`` says, laid out and commented as ``old`` is where both say the same thing.

    A file that the program comments itself, such as table.toml, is as ``new``.
    """
    commented_by_program = any(line.startswith("#") for line in new.splitlines())
    if commented_by_program or "#" not in old:
        return new
    try:
        kept = tomlkit.parse(old)
        _merge(kept, tomlkit.parse(new))
        text = tomlkit.dumps(kept)
        return text if tomllib.loads(text) == tomllib.loads(new) else new
    except (TOMLKitError, tomllib.TOMLDecodeError):
        return new


def _merge(old: MutableMapping[str, Any], new: MutableMapping[str, Any]) -> None:
    for key in [key for key in old if key not in new]:
        del old[key]
    for key, value in new.items():
        before = old.get(key)
        if isinstance(before, AoT) and isinstance(value, AoT):
            if [_name(table) for table in before] != [_name(table) for table in value]:
                old[key] = _merged_list(before, value)
            else:
                for kept, table in zip(before, value, strict=True):
                    _merge(kept, table)
        elif isinstance(before, MutableMapping) and isinstance(value, MutableMapping):
            _merge(before, value)
        elif before is None or _plain(before) != _plain(value):
            old[key] = value
            if isinstance(before, Item) and isinstance(value, Item):
                old[key].trivia.comment_ws, old[key].trivia.comment = before.trivia.comment_ws, before.trivia.comment


def _merged_list(old: AoT, new: AoT) -> AoT:
    before = {_name(table): table for table in old}
    merged = tomlkit.aot()
    for table in new:
        kept = before.pop(_name(table), None)
        if kept is not None:
            _merge(kept, table)
        merged.append(table if kept is None else kept)
    return merged


def _name(table: MutableMapping[str, Any]) -> object:
    said = _plain(table)
    return next(((key, str(said[key])) for key in NAMED_BY if key in said), str(said))


def _plain(value: Any) -> Any:
    return value.unwrap() if hasattr(value, "unwrap") else value
