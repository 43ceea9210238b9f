"""Reading an action's keys."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from table.distance import to_point
from table.errors import BadFile
from table.notation.toml import got_words
from table.notation.wording import NOTHING
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Point
from table.uncertainty import within
from table.verdict import DOUBT

Action = Mapping[str, object]
"""An action as files and the page give it: its verb under ``type``, and that verb's keys."""
Given = TypeVar("Given")
AnyBuilder = TypeVar("AnyBuilder")
FARTHEST_CM = 1e5
START_CM = 0.5  # so far from where its stand was seen a way may begin, for sure


def listed(action: Action, key: str) -> Sequence[Any]:
    """Return the list that an action has under a key; an empty one where it has none."""
    found = action.get(key)
    return found if isinstance(found, list | tuple) else ()


@dataclass(frozen=True, slots=True)
class Asked:
    """An action as it was given, and the table it is asked on: reads a verb's keys, or says what is wrong with one.

    All that it returns is checked; each raises BadFile with the key, what was expected and what was there. ``doubt`` is
    how much of it a reading of the table may leave, of the game's settings.
    """

    action: Action
    snapshot: Snapshot
    source: str
    doubt: float = DOUBT

    def __contains__(self, key: str) -> bool:
        return key in self.action

    def get(self, key: str, default: object = None) -> object:
        """Return what a key says, unchecked."""
        return self.action.get(key, default)

    def only(self, *keys: str) -> None:
        """Refuse a key that the verb does not know."""
        check_keys(self.action, keys, self.source)

    def stand(self, key: str) -> Stand:
        """Return the stand that a key names."""
        return stand_named(self.action, key, self.snapshot, self.source)

    def stands(self, key: str) -> tuple[Stand, ...]:
        """Return the stands that a list names; none where it is left out."""
        return stands_named(self.action, key, self.snapshot, self.source)

    def two_stands(self, actor: str, *more: str) -> tuple[Stand, Stand]:
        """Return ``actor`` and ``target``, two different stands, and no keys but ``more``; ``actor`` is his part."""
        return two_stands(self.action, self.snapshot, self.source, actor, *more)

    def point(self, key: str) -> Point:
        """Return a place [x, y] in table cm."""
        return point_of(self.action, key, self.source)

    def points(self, key: str, least: int = 1) -> tuple[Point, ...]:
        """Return at least so many places."""
        return points_of(self.action, key, self.source, least)

    def path(self, stand: Stand) -> tuple[Point, ...]:
        """Return ``path``, the way of a stand's centre, which begins where it stands."""
        return path_of(stand, self.action, self.source)

    def whole(self, key: str, default: object = None, least: int = 1, expected: str | None = None) -> int:
        """Return a whole number of at least so many."""
        return whole(self.action.get(key, default), f"action.{key}", self.source, least, expected)


@dataclass(frozen=True, slots=True)
class Verb(Generic[Given, AnyBuilder]):
    """Something that a game can be asked: how its action is read, once, and how it is ruled on."""

    read: Callable[[Asked], Given]
    rule: Callable[[Snapshot, Given, AnyBuilder, str], None]


def check_keys(action: Action, allowed: Sequence[str], source: str) -> None:
    """Raise BadFile for a key this verb does not know."""
    for key in action:
        if key == "dice" and key not in allowed:
            raise BadFile(source, "action.dice", "[dice] with given = [...], beside [action]", repr(key))
        if key != "type" and key not in allowed:
            known = f"only {', '.join(allowed)}" if allowed else "no other keys"
            raise BadFile(source, f"action.{key}", f"{known} for {action.get('type')!r}", repr(key))


def stand_named(action: Action, key: str, snapshot: Snapshot, source: str) -> Stand:
    """Return the stand that ``action[key]`` names; raises BadFile if the key or the stand is not there."""
    if key not in action:
        raise BadFile(source, f"action.{key}", "the name of a stand", NOTHING)
    return _named(action[key], f"action.{key}", snapshot, source)


def two_stands(action: Action, snapshot: Snapshot, source: str, actor: str, *more: str) -> tuple[Stand, Stand]:
    """Return the stands of ``action.actor`` and ``action.target``, two different ones; ``actor`` is his part in words.

    ``more`` are other keys that the verb knows. Raises BadFile.
    """
    check_keys(action, ("actor", "target", *more), source)
    first, second = (stand_named(action, key, snapshot, source) for key in ("actor", "target"))
    if first.name == second.name:
        raise BadFile(source, "action.target", f"a stand other than {actor}", repr(second.name))
    return first, second


def stands_named(action: Action, key: str, snapshot: Snapshot, source: str) -> tuple[Stand, ...]:
    """Return the stands that the list ``action[key]`` names (none if it is left out)."""
    names = action.get(key, [])
    if not isinstance(names, list | tuple):
        raise BadFile(source, f"action.{key}", "a list of names of stands", got_words(names))
    if len(set(map(str, names))) != len(names):
        raise BadFile(source, f"action.{key}", "each stand once", got_words(list(names)))
    return tuple(_named(name, f"action.{key}[{i + 1}]", snapshot, source) for i, name in enumerate(names))


def _named(name: object, key: str, snapshot: Snapshot, source: str) -> Stand:
    if not isinstance(name, str):
        raise BadFile(source, key, "the name of a stand", got_words(name))
    if name not in snapshot:
        there = ", ".join(s.name for s in snapshot.stands[:8]) or "none"
        raise BadFile(source, key, f"the name of a stand on the table ({there})", repr(name))
    return snapshot.stand(name)


def point_of(action: Action, key: str, source: str) -> Point:
    """Return the place ``action[key]`` gives as [x, y] in table cm; raises BadFile."""
    if key not in action:
        raise BadFile(source, f"action.{key}", "a place [x, y] in cm", NOTHING)
    return _point(action[key], f"action.{key}", source)


def points_of(action: Action, key: str, source: str, least: int = 1) -> tuple[Point, ...]:
    """Return the places that the list ``action[key]`` gives, at least so many; raises BadFile."""
    given = action.get(key)
    if not isinstance(given, list | tuple) or len(given) < least:
        got = got_words(given) if given is not None else NOTHING
        raise BadFile(source, f"action.{key}", f"{least} or more places [[x, y], ...] in cm", got)
    return tuple(_point(point, f"action.{key}[{i + 1}]", source) for i, point in enumerate(given))


def path_of(stand: Stand, action: Action, source: str) -> tuple[Point, ...]:
    """Return ``action.path``, the way of a stand's centre; raises BadFile where it does not begin where it stands."""
    points = points_of(action, "path", source, least=2)
    away = to_point(stand, points[0])
    if not within(away, START_CM):
        here = f"[{stand.x:g}, {stand.y:g}]"
        raise BadFile(source, "action.path[1]", f"where {stand.name} stands, {here}", f"{away.value:.1f} cm from there")
    return points


def whole(value: object, key: str, source: str, least: int = 1, expected: str | None = None) -> int:
    """Return a whole number of at least so many; raises BadFile naming the key."""
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        got = NOTHING if value is None else got_words(value)
        raise BadFile(source, key, expected or f"a whole number of {least} or more", got)
    return value


def _point(given: object, key: str, source: str) -> Point:
    numbers = list(given) if isinstance(given, list | tuple) else []
    if len(numbers) != 2 or not all(isinstance(n, int | float) and not isinstance(n, bool) for n in numbers):
        raise BadFile(source, key, "a place [x, y] in cm", got_words(given))
    x, y = float(numbers[0]), float(numbers[1])
    if not (math.isfinite(x) and math.isfinite(y) and max(abs(x), abs(y)) < FARTHEST_CM):
        raise BadFile(source, key, "a place [x, y] in cm", got_words(given))
    return (x, y)
