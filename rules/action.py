"""Reading an action's keys."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from table.errors import BadFile
from table.notation.toml import got_words
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Point

FARTHEST_CM = 1e5


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


def point_of(action: Mapping[str, Any], key: str, source: str) -> Point:
    """Return the place ``action[key]`` gives as [x, y] in table cm; raises BadFile."""
    if key not in action:
        raise BadFile(source, f"action.{key}", "a place [x, y] in cm", None)
    return _point(action[key], f"action.{key}", source)


def points_of(action: Mapping[str, Any], key: str, source: str, least: int = 1) -> tuple[Point, ...]:
    """Return the places that the list ``action[key]`` gives, at least so many; raises BadFile."""
    given = action.get(key)
    if not isinstance(given, list | tuple) or len(given) < least:
        got = got_words(given) if given is not None else None
        raise BadFile(source, f"action.{key}", f"{least} or more places [[x, y], ...] in cm", got)
    return tuple(_point(point, f"action.{key}[{i + 1}]", source) for i, point in enumerate(given))


def _point(given: Any, key: str, source: str) -> Point:
    numbers = list(given) if isinstance(given, list | tuple) else []
    if len(numbers) != 2 or not all(isinstance(n, int | float) and not isinstance(n, bool) for n in numbers):
        raise BadFile(source, key, "a place [x, y] in cm", got_words(given))
    x, y = float(numbers[0]), float(numbers[1])
    if not (math.isfinite(x) and math.isfinite(y) and max(abs(x), abs(y)) < FARTHEST_CM):
        raise BadFile(source, key, "a place [x, y] in cm", got_words(given))
    return (x, y)
