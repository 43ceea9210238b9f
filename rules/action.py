"""Reading an action's keys."""

from collections.abc import Mapping, Sequence
from typing import Any

from table.errors import BadFile
from table.notation.toml import got_words
from table.snapshot import Snapshot
from table.stand import Stand


def check_keys(action: Mapping[str, Any], allowed: Sequence[str], source: str) -> None:
    """Raise BadFile for a key this verb does not know."""
    for key in action:
        if key != "type" and key not in allowed:
            raise BadFile(source, f"action.{key}", f"only {', '.join(allowed)} for {action.get('type')!r}", repr(key))


def stand_named(action: Mapping[str, Any], key: str, snapshot: Snapshot, source: str) -> Stand:
    """Return the stand that ``action[key]`` names; raises BadFile if the key or the stand is not there."""
    if key not in action:
        raise BadFile(source, f"action.{key}", "the name of a stand", None)
    return _named(action[key], f"action.{key}", snapshot, source)


def stands_named(action: Mapping[str, Any], key: str, snapshot: Snapshot, source: str) -> tuple[Stand, ...]:
    """Return the stands that the list ``action[key]`` names (none if it is left out)."""
    names = action.get(key, [])
    if not isinstance(names, list | tuple):
        raise BadFile(source, f"action.{key}", "a list of names of stands", got_words(names))
    if len(set(map(str, names))) != len(names):
        raise BadFile(source, f"action.{key}", "each stand once", got_words(list(names)))
    return tuple(_named(name, f"action.{key}[{i + 1}]", snapshot, source) for i, name in enumerate(names))


def _named(name: Any, key: str, snapshot: Snapshot, source: str) -> Stand:
    if not isinstance(name, str):
        raise BadFile(source, key, "the name of a stand", got_words(name))
    if name not in snapshot:
        there = ", ".join(s.name for s in snapshot.stands[:8]) or "none"
        raise BadFile(source, key, f"the name of a stand on the table ({there})", repr(name))
    return snapshot.stand(name)
